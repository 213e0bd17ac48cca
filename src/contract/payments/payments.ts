/** The calls of the card provider. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'

export const receiveStripeWebhook = defineEndpoint({
  name: 'receiveStripeWebhook',
  method: 'POST',
  path: '/api/webhooks/stripe',
  access: 'provider',
  summary: 'Takes a signed event once, stores it and answers 202; a job does the rest.',
  reply: z.object({ received: z.boolean() }),
  refusals: ['signature_invalid', 'payments_unavailable'],
})
