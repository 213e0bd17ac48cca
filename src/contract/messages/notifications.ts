/** Buyers' replies to the store's emails: a new customer's first order brings one that asks to confirm the address. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PlainText } from '#contract/values.ts'

export const verifyEmail = defineEndpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/api/verify-email',
  access: 'anyone',
  summary: 'Marks a buyer’s address verified by the link that came with their first order, once.',
  body: z.object({ token: PlainText(128) }),
  reply: z.object({ message: z.string() }),
  refusals: ['verification_link_invalid'],
})
