import * as contract from '#contract/catalogue/catalogue.ts'
import * as offers from '#contract/catalogue/offers.ts'
import * as stock from '#contract/stock/stock.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindCached, bindStream } from '#server/platform/http/endpoint.ts'
import { createOffer, removeOffer, switchOffer, updateOffer } from './change-offers.ts'
import { listAllOffers, listOffers } from './list-offers.ts'
import { listPackages, watchPackages } from './list-packages.ts'
import { loadPlaces } from './places.ts'
import { previewOffer } from './preview-offer.ts'
import { listPricing } from './standing-prices.ts'
import { listCountyStock, listLeadFacts, listStateStock } from './stock-map.ts'

export const catalogueRoutes = [
  bind(contract.listStates, async (ctx: WebContext) => [...(await loadPlaces(ctx)).states]),
  bind(contract.listCounties, async (ctx: WebContext, { params }) =>
    (await loadPlaces(ctx)).countiesOf(params.state).map(({ name }) => name),
  ),
  bindCached(contract.listPackages, (ctx: WebContext, { params }) => listPackages(ctx, params)),
  bindStream(stock.watchPackages, (ctx: WebContext, { params }) => watchPackages(ctx, params)),
  bindCached(stock.listStateStock, (ctx: WebContext, { query }) => listStateStock(ctx, query)),
  bindCached(stock.listCountyStock, (ctx: WebContext, { params, query }) =>
    listCountyStock(ctx, { ...params, ...query }),
  ),
  bind(stock.listLeadFacts, (ctx: WebContext, { params, query }) => listLeadFacts(ctx, { ...params, ...query })),
  bind(contract.listPricing, (ctx: WebContext, { query }) => listPricing(ctx, query)),
]

export const offersRoutes = [
  bindCached(offers.listOffers, (ctx: WebContext) => listOffers(ctx)),
  bind(offers.listAllOffers, (ctx: WebContext) => listAllOffers(ctx)),
  bind(offers.previewOffer, (ctx: WebContext, { body }) => previewOffer(ctx, body)),
  bind(offers.createOffer, (ctx: WebContext, { body }) => createOffer(ctx, body)),
  bind(offers.updateOffer, (ctx: WebContext, { params, body }) => updateOffer(ctx, params.offerId, body)),
  bind(offers.switchOffer, (ctx: WebContext, { params, body }) => switchOffer(ctx, params.offerId, body.isActive)),
  bind(offers.removeOffer, (ctx: WebContext, { params }) => removeOffer(ctx, params.offerId)),
]
