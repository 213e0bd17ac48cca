import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { receiveStripeWebhook } from '#contract/payments.ts'
import type { Context } from '#server/gateways/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { receiveWebhook } from './receive-webhook.ts'

/**
 * The webhook's route stands alone, because its signature covers the raw bytes: here, and only here, a JSON body is
 * kept as it came.
 */
export function paymentRoutes(contextOf: (request: FastifyRequest, reply: FastifyReply) => Context) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.post(
      receiveStripeWebhook.path,
      {
        schema: { summary: receiveStripeWebhook.summary, operationId: receiveStripeWebhook.name },
        config: { rateLimit: false },
      },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) throw new Refusal('signature_invalid')
        const signature = request.headers['stripe-signature']
        await receiveWebhook(
          contextOf(request, reply),
          request.body,
          typeof signature === 'string' ? signature : undefined,
        )
        return reply.code(202).send({ received: true })
      },
    )
  }
}
