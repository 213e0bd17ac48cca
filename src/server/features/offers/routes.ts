import * as contract from '#contract/offers.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindReady } from '#server/platform/http/endpoint.ts'
import { createOffer, removeOffer, switchOffer, updateOffer } from './change-offers.ts'
import { listAllOffers, listOffers } from './list-offers.ts'
import { previewOffer } from './preview-offer.ts'

export const offersRoutes = [
  bindReady(contract.listOffers, (ctx: WebContext) => listOffers(ctx)),
  bind(contract.listAllOffers, (ctx: WebContext) => listAllOffers(ctx)),
  bind(contract.previewOffer, (ctx: WebContext, { body }) => previewOffer(ctx, body)),
  bind(contract.createOffer, (ctx: WebContext, { body }) => createOffer(ctx, body)),
  bind(contract.updateOffer, (ctx: WebContext, { params, body }) => updateOffer(ctx, params.offerId, body)),
  bind(contract.switchOffer, (ctx: WebContext, { params, body }) => switchOffer(ctx, params.offerId, body.isActive)),
  bind(contract.removeOffer, (ctx: WebContext, { params }) => removeOffer(ctx, params.offerId)),
]
