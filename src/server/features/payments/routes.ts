import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { receiveStripeWebhook } from '#contract/checkout/checkout.ts'
import * as cashApp from '#contract/payments/cash-app.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { leaveCashAppOrder, rejectCashAppOrder, verifyCashAppOrder } from './decide-cash-app-order.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { listCashAppOrders } from './show-pending-order.ts'
import { startCashAppOrder } from './start-cash-app-order.ts'

/** The webhook's route: its signature covers the raw bytes, so only here is a JSON body kept as it came. */
export function paymentRoutes(contextOf: (request: FastifyRequest, reply: FastifyReply) => Context) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.post(receiveStripeWebhook.path, { config: { rateLimit: false } }, async (request, reply) => {
      if (!Buffer.isBuffer(request.body)) throw new Refusal('signature_invalid')
      const header = request.headers['stripe-signature']
      const signature = typeof header === 'string' ? header : undefined
      await receiveWebhook(contextOf(request, reply), request.body, signature)
      return reply.code(202).send({ received: true })
    })
  }
}

export const cashAppRoutes = () => [
  bind(cashApp.startCashAppOrder, (ctx: WebContext, { body }) => startCashAppOrder(ctx, body)),
  bind(cashApp.leaveCashAppOrder, (ctx: WebContext) => leaveCashAppOrder(ctx)),
  bind(cashApp.listCashAppOrders, (ctx: WebContext) => listCashAppOrders(ctx)),
  bind(cashApp.verifyCashAppOrder, (ctx: WebContext, { params, body }) =>
    verifyCashAppOrder(ctx, params.reference, body.note),
  ),
  bind(cashApp.rejectCashAppOrder, (ctx: WebContext, { params, body }) =>
    rejectCashAppOrder(ctx, params.reference, body.reason),
  ),
]
