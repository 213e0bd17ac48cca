import * as contract from '#contract/delivery/delivery.ts'
import * as fulfillment from '#contract/delivery/fulfillment.ts'
import { confirmOptOut as confirmEndpoint, optOut as endpoint } from '#contract/delivery/opt-out.ts'
import * as sample from '#contract/delivery/sample-files.ts'
import * as shortfalls from '#contract/stock/shortfalls.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindFile, bindPage } from '#server/platform/http/endpoint.ts'
import { attachFile, markDelivered, sendAgain } from './deliver-by-hand.ts'
import { renewLink } from './deliver-leads.ts'
import { makeSampleCsv, makeSampleXlsx } from './make-files.ts'
import { downloadDelivery, lookAtDelivery, openDelivery } from './open-delivery.ts'
import { confirmOptOut, optOut } from './opt-out.ts'
import { listFulfillment, listOrderDeliveries, readOrderDelivery } from './show-deliveries.ts'
import { listShortLines, settleShortfall } from './withdraw.ts'

export const deliveryRoutes = [
  bind(contract.getDelivery, (ctx: WebContext, { params }) => openDelivery(ctx, params.token)),
  bindFile(contract.downloadDeliveryCsv, (ctx: WebContext, { params, query }) =>
    downloadDelivery(ctx, { ...params, format: 'csv' }, query.preset),
  ),
  bindFile(contract.downloadDeliveryXlsx, (ctx: WebContext, { params }) =>
    downloadDelivery(ctx, { ...params, format: 'xlsx' }),
  ),
  bindFile(contract.downloadDeliveryFile, (ctx: WebContext, { params }) =>
    downloadDelivery(ctx, { ...params, format: 'attached' }),
  ),
  bindFile(sample.downloadSampleCsv, makeSampleCsv),
  bindFile(sample.downloadSampleXlsx, makeSampleXlsx),
  bind(contract.getOrderDelivery, (ctx: WebContext, { params }) => readOrderDelivery(ctx, params.token)),
  bind(contract.renewDeliveryLink, (ctx: WebContext, { params }) => renewLink(ctx, params.token)),
  bind(contract.listOrderDeliveries, (ctx: WebContext, { params }) => listOrderDeliveries(ctx, params.reference)),
  bindPage(fulfillment.listFulfillment, (ctx: WebContext, { query }) => listFulfillment(ctx, query)),
  bind(fulfillment.attachDeliveryFile, (ctx: WebContext, { params, query, body }) =>
    attachFile(ctx, params, { name: query.name, file: body }),
  ),
  bind(fulfillment.markDelivered, (ctx: WebContext, { params, body }) => markDelivered(ctx, params, body.note)),
  bindFile(fulfillment.lookAtDelivery, (ctx: WebContext, { params, body }) => lookAtDelivery(ctx, params, body)),
  bind(shortfalls.listShortLines, (ctx: WebContext) => listShortLines(ctx)),
  bind(shortfalls.settleShortfall, (ctx: WebContext, { params, body }) => settleShortfall(ctx, params, body)),
  bind(fulfillment.sendDeliveryAgain, (ctx: WebContext, { params, body }) => sendAgain(ctx, params, body)),
]

export const optOutRoutes = [
  bind(endpoint, (ctx: WebContext, { body }) => optOut(ctx, body)),
  bind(confirmEndpoint, (ctx: WebContext, { body }) => confirmOptOut(ctx, body)),
]
