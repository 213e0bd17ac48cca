import * as areas from '#contract/admin/price-areas.ts'
import * as contract from '#contract/admin/pricing.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindPage } from '#server/platform/http/endpoint.ts'
import { cancelPriceChange, changePrice, changePrices, previewPrices, undoPriceChange } from './change-prices.ts'
import { listAreaPrices, listPriceAreas, listPriceChanges } from './show-change.ts'

export const pricingRoutes = [
  bind(contract.changePrice, (ctx: WebContext, { body }) => changePrice(ctx, body)),
  bind(contract.previewPrices, (ctx: WebContext, { body }) => previewPrices(ctx, body)),
  bind(contract.changePrices, (ctx: WebContext, { body }) => changePrices(ctx, body)),
  bindPage(contract.listPriceChanges, (ctx: WebContext, { query }) => listPriceChanges(ctx, query)),
  bind(areas.listPriceAreas, (ctx: WebContext) => listPriceAreas(ctx)),
  bind(areas.listAreaPrices, (ctx: WebContext, { query }) => listAreaPrices(ctx, query)),
  bind(contract.undoPriceChange, (ctx: WebContext, { params }) => undoPriceChange(ctx, params.changeId)),
  bind(contract.cancelPriceChange, (ctx: WebContext, { params }) => cancelPriceChange(ctx, params.changeId)),
]
