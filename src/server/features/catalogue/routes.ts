import {
  listCounties,
  listPackages as listPackagesEndpoint,
  listPricing as listPricingEndpoint,
  listStates,
} from '#contract/catalogue/catalogue.ts'
import * as contract from '#contract/catalogue/offers.ts'
import {
  listCountyStock as listCountyStockEndpoint,
  listStateStock as listStateStockEndpoint,
  watchPackages as watchPackagesEndpoint,
} from '#contract/stock/stock.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindCached, bindStream } from '#server/platform/http/endpoint.ts'
import { createOffer, removeOffer, switchOffer, updateOffer } from './change-offers.ts'
import { listAllOffers, listOffers } from './list-offers.ts'
import { listPackages, watchPackages } from './list-packages.ts'
import { listPricing } from './list-pricing.ts'
import { loadPlaces } from './places.ts'
import { previewOffer } from './preview-offer.ts'
import { listCountyStock, listStateStock } from './stock-map.ts'

export const catalogueRoutes = [
  bind(listStates, async (ctx: WebContext) => [...(await loadPlaces(ctx)).states]),
  bind(listCounties, async (ctx: WebContext, { params }) =>
    (await loadPlaces(ctx)).countiesOf(params.state).map(({ name }) => name),
  ),
  bindCached(listPackagesEndpoint, (ctx: WebContext, { params }) => listPackages(ctx, params)),
  bindStream(watchPackagesEndpoint, (ctx: WebContext, { params }) => watchPackages(ctx, params)),
  bindCached(listStateStockEndpoint, (ctx: WebContext, { query }) => listStateStock(ctx, query)),
  bindCached(listCountyStockEndpoint, (ctx: WebContext, { params, query }) =>
    listCountyStock(ctx, { ...params, ...query }),
  ),
  bind(listPricingEndpoint, (ctx: WebContext, { query }) => listPricing(ctx, query)),
]

export const offersRoutes = [
  bindCached(contract.listOffers, (ctx: WebContext) => listOffers(ctx)),
  bind(contract.listAllOffers, (ctx: WebContext) => listAllOffers(ctx)),
  bind(contract.previewOffer, (ctx: WebContext, { body }) => previewOffer(ctx, body)),
  bind(contract.createOffer, (ctx: WebContext, { body }) => createOffer(ctx, body)),
  bind(contract.updateOffer, (ctx: WebContext, { params, body }) => updateOffer(ctx, params.offerId, body)),
  bind(contract.switchOffer, (ctx: WebContext, { params, body }) => switchOffer(ctx, params.offerId, body.isActive)),
  bind(contract.removeOffer, (ctx: WebContext, { params }) => removeOffer(ctx, params.offerId)),
]
