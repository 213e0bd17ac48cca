/** The calls of the SMS service. It sends forms, not JSON, and signs address and fields. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'

export const receiveSmsStatus = defineEndpoint({
  name: 'receiveSmsStatus',
  method: 'POST',
  path: '/api/webhooks/twilio/status',
  access: 'provider',
  summary:
    'Takes a signed report about a text once and stores it; a job notes it on the message that its address names.',
  reply: z.void(),
  refusals: ['signature_invalid'],
})

export const receiveSmsReply = defineEndpoint({
  name: 'receiveSmsReply',
  method: 'POST',
  path: '/api/webhooks/twilio/inbound',
  access: 'provider',
  summary: 'Takes a signed answer to a text once: STOP, UNSTOP and HELP count, all else is dropped.',
  reply: z.string(),
  refusals: ['signature_invalid'],
})
