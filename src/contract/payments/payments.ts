/** The calls of the card provider. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'

export const receiveStripeWebhook = defineEndpoint('provider', 'POST', '/api/webhooks/stripe', {
  summary: 'Takes a signed event once, stores it and answers 202; a job does the rest.',
  reply: z.object({ received: z.boolean() }),
  refusals: ['payments_unavailable'],
})
