import {
  changePrice as changePriceEndpoint,
  listCounties,
  listPackages as listPackagesEndpoint,
  listPricing as listPricingEndpoint,
  listStates,
} from '#contract/catalogue.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindReady } from '#server/platform/http/endpoint.ts'
import { changePrice } from './change-price.ts'
import { listPackages } from './list-packages.ts'
import { listPricing } from './list-pricing.ts'
import { loadPlaces } from './places.ts'

export const catalogueRoutes = [
  bind(listStates, async (ctx: WebContext) => [...(await loadPlaces(ctx)).states]),
  bind(listCounties, async (ctx: WebContext, { params }) =>
    (await loadPlaces(ctx)).countiesOf(params.state).map(({ name }) => name),
  ),
  bindReady(listPackagesEndpoint, (ctx: WebContext, { params }) => listPackages(ctx, params)),
  bind(listPricingEndpoint, (ctx: WebContext) => listPricing(ctx)),
  bind(changePriceEndpoint, (ctx: WebContext, { body }) => changePrice(ctx, body)),
]
