/** A rep's payment links, as things happen: a stream says that something did, a read, with its session, says what. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, PaymentRequestId, PaymentRequestToken } from '#contract/values.ts'

export const REQUEST_EVENT_KINDS = [
  'opened',
  'cash_app',
  'declined',
  'new_link_asked',
  'paid',
  'delivered',
  'expired',
] as const
export const REQUEST_EVENTS_MAX = 20
export const REQUEST_EVENTS_MINUTES = 15

export const RequestEvent = z.object({
  kind: z.enum(REQUEST_EVENT_KINDS),
  at: Instant,
  requestId: PaymentRequestId,
  token: PaymentRequestToken,
  customerName: z.string(),
  customerPhone: z.nullable(z.string()),
  /** Dollars as text with two decimals. */
  total: z.string(),
  detail: z.nullable(z.string()),
})
export type RequestEvent = z.infer<typeof RequestEvent>

const version = z.string()

export const listRequestEvents = defineEndpoint('session', 'GET', '/api/sales/events', {
  key: 'read',
  summary: `What happened to the caller’s payment requests (an administrator’s: to all) in the last ${REQUEST_EVENTS_MINUTES} minutes, newest first, at most ${REQUEST_EVENTS_MAX}.`,
  reply: z.object({ version, events: z.array(RequestEvent) }),
})

/** Event `changed`: `listRequestEvents` replies with this version now. The first comes immediately. */
export const watchRequestEvents = defineEndpoint('session', 'GET', '/api/sales/live', {
  summary: 'Reports that something happened to the caller’s payment requests: server-sent events, at most 4 a second.',
  stream: 'changed',
  reply: z.object({ version }),
  refusals: ['too_many_streams'],
})
