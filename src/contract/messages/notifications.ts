/** Buyers' replies to the store's emails: a new customer's first order brings one that asks to confirm the address. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PlainText } from '#contract/values.ts'

/* The calls of the SMS service. It sends forms, not JSON, and signs address and fields. */

export const receiveSmsStatus = defineEndpoint('provider', 'POST', '/api/webhooks/twilio/status', {
  summary: 'Stores a signed report about a text, once; a job notes it on the message that its address names.',
  reply: z.void(),
})

export const receiveSmsReply = defineEndpoint('provider', 'POST', '/api/webhooks/twilio/inbound', {
  summary: 'Takes a signed answer to a text once: STOP, UNSTOP and HELP count, all else is dropped.',
  reply: z.string(),
})

export const verifyEmail = defineEndpoint('anyone', 'POST', '/api/verify-email', {
  summary: 'Marks a buyer’s address verified by the link that came with their first order, once.',
  body: z.object({ token: PlainText(128) }),
  reply: z.object({ message: z.string() }),
  refusals: ['verification_link_invalid'],
})
