/** Webhooks of buyers, as in https://www.standardwebhooks.com; store-webhooks.ts has those of administrators. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, matching, PlainText } from '#contract/values.ts'

export const WEBHOOKS_MAX = 5
export const WEBHOOK_EVENTS_SHOWN = 50
/** How long events and tries are kept, and can be replayed. */
export const WEBHOOK_EVENT_DAYS = 30
/** How long a replaced secret still signs, beside the new one. */
export const SECRET_OVERLAP_HOURS = 24

/** What a buyer can be told. To add one, name it here, and write its rows and its data in `src/server/features/webhooks`. */
export const WEBHOOK_EVENT_TYPES = ['delivery.ready', 'lead.delivered', 'claim.answered', 'order.refunded'] as const
export const WebhookEventType = z.enum(WEBHOOK_EVENT_TYPES)
export type WebhookEventType = z.infer<typeof WebhookEventType>

/** What administrators can be told. States of payment requests are those of `PaymentRequest`. */
export const STORE_EVENT_TYPES = [
  'order.paid',
  'payment_request.created',
  'payment_request.paid',
  'payment_request.expired',
  'payment_request.cancelled',
  'stock.low',
] as const
export type StoreEventType = (typeof STORE_EVENT_TYPES)[number]

export const CHOSEN_EVENT_TYPES = [...WEBHOOK_EVENT_TYPES, ...STORE_EVENT_TYPES] as const
export type ChosenEventType = (typeof CHOSEN_EVENT_TYPES)[number]

/** Everything that is sent; a test has no data of its own. */
export const SENT_EVENT_TYPES = [...CHOSEN_EVENT_TYPES, 'webhook.test'] as const
export type SentEventType = (typeof SENT_EVENT_TYPES)[number]

export const WebhookId = matching(/^whk_[0-9a-z]{22}$/).brand<'WebhookId'>()
export const WebhookEventId = matching(/^evt_[0-9a-z]{22,32}$/).brand<'WebhookEventId'>()

/** Why a webhook is off: its owner turned it off, it answered 410, it failed for three days, or it refused its API key. */
export const WEBHOOK_OFF_REASONS = ['owner', 'gone', 'failing', 'key_refused'] as const

/** A webhook is called by the Standard Webhooks specification; Follow Up Boss by its own API, with a lead for each event. */
export const WEBHOOK_KINDS = ['webhook', 'follow_up_boss'] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

export const Webhook = z.object({
  id: WebhookId,
  kind: z.enum(WEBHOOK_KINDS),
  url: z.string(),
  eventTypes: z.array(z.enum(CHOSEN_EVENT_TYPES)),
  offReason: z.nullable(z.enum(WEBHOOK_OFF_REASONS)),
  /** When its current run of failures began; null if the last try succeeded. */
  failingSince: z.nullable(Instant),
  createdAt: Instant,
  /** Until when the previous secret also signs; null if there is none. */
  previousSecretUntil: z.nullable(Instant),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookTry = z.object({
  at: Instant,
  status: z.nullable(z.number()),
  problem: z.nullable(z.string()),
  /** The first 1,024 bytes of the answer; null if there was none or it is not kept. */
  answer: z.nullable(z.string()),
  milliseconds: z.number(),
})

export const WebhookEvent = z.object({
  id: WebhookEventId,
  type: z.enum(SENT_EVENT_TYPES),
  occurredAt: Instant,
  /** `dropped`: its data is gone, because the owner of the property opted out or the money went back. */
  state: z.enum(['waiting', 'sent', 'failed', 'dropped']),
  /** When it is tried next; null if it is not, or not before the webhook is turned on. */
  nextTryAt: z.nullable(Instant),
  tries: z.array(WebhookTry),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const WebhookUrl = PlainText(500)
const EventTypes = z.array(WebhookEventType).check(z.minLength(1), z.maxLength(WEBHOOK_EVENT_TYPES.length))
const params = z.object({ webhookId: WebhookId })
/** One event, or those that occurred from one time up to another. */
export const WebhookReplay = z.union([z.object({ eventId: WebhookEventId }), z.object({ from: Instant, to: Instant })])
export type WebhookReplay = z.infer<typeof WebhookReplay>

export const listWebhooks = defineEndpoint('anyone', 'GET', '/api/desk/webhooks', {
  key: 'webhooks:write',
  summary: 'The webhooks of the address whose desk is open, oldest first, and whether it can connect Follow Up Boss.',
  reply: z.object({ webhooks: z.array(Webhook), hasFollowUpBoss: z.boolean() }),
  refusals: ['desk_closed'],
})

export const addWebhook = defineEndpoint('anyone', 'POST', '/api/desk/webhooks', {
  key: 'webhooks:write',
  summary: 'Adds a webhook. Its secret is shown only in this reply.',
  body: z.object({ url: WebhookUrl, eventTypes: EventTypes }),
  reply: z.object({ webhook: Webhook, secret: z.string() }),
  refusals: ['desk_closed', 'webhook_address_refused', 'webhook_address_known', 'too_many_webhooks'],
})

export const connectFollowUpBoss = defineEndpoint('anyone', 'PUT', '/api/desk/follow-up-boss', {
  summary:
    'Has each delivered lead sent to Follow Up Boss with this API key. Repeating it replaces the key and turns it on.',
  body: z.object({
    apiKey: z.string().check(z.trim(), z.regex(/^[\w-]{10,200}$/, 'Enter the API key as Follow Up Boss shows it.')),
  }),
  reply: Webhook,
  refusals: ['desk_closed', 'follow_up_boss_absent', 'too_many_webhooks', 'webhook_throttled'],
})

export const updateWebhook = defineEndpoint('anyone', 'PATCH', '/api/desk/webhooks/:webhookId', {
  key: 'webhooks:write',
  summary: 'Chooses the events of a webhook, and turns it on or off. Turning it on sends what waited.',
  params,
  body: z.object({ eventTypes: EventTypes, isOn: z.boolean() }),
  reply: Webhook,
  refusals: ['desk_closed', 'webhook_unknown'],
})

export const removeWebhook = defineEndpoint('anyone', 'DELETE', '/api/desk/webhooks/:webhookId', {
  key: 'webhooks:write',
  summary: 'Removes a webhook with its events and its log. Nothing more is sent there.',
  params,
  reply: z.object({ message: z.string() }),
  refusals: ['desk_closed', 'webhook_unknown'],
})

export const rotateWebhookSecret = defineEndpoint('anyone', 'POST', '/api/desk/webhooks/:webhookId/secret', {
  key: 'webhooks:write',
  summary: `Makes a new secret, shown only in this reply. The previous one also signs for ${SECRET_OVERLAP_HOURS} hours.`,
  params,
  reply: z.object({ webhook: Webhook, secret: z.string() }),
  refusals: ['desk_closed', 'webhook_unknown', 'webhook_throttled'],
})

export const sendWebhookTest = defineEndpoint('anyone', 'POST', '/api/desk/webhooks/:webhookId/test', {
  key: 'webhooks:write',
  summary: 'Sends the event `webhook.test`, which has no data.',
  params,
  reply: z.object({ message: z.string() }),
  refusals: ['desk_closed', 'webhook_unknown', 'webhook_off', 'webhook_throttled'],
})

export const listWebhookEvents = defineEndpoint('anyone', 'GET', '/api/desk/webhooks/:webhookId/events', {
  key: 'webhooks:write',
  summary: `The newest ${WEBHOOK_EVENTS_SHOWN} events of a webhook with every try. Kept for ${WEBHOOK_EVENT_DAYS} days.`,
  params,
  reply: z.object({ events: z.array(WebhookEvent) }),
  refusals: ['desk_closed', 'webhook_unknown'],
})

export const replayWebhookEvents = defineEndpoint('anyone', 'POST', '/api/desk/webhooks/:webhookId/replay', {
  key: 'webhooks:write',
  summary: 'Sends one event again, or all that occurred from one time up to another. Each keeps its `webhook-id`.',
  params,
  body: WebhookReplay,
  reply: z.object({ events: z.number() }),
  refusals: ['desk_closed', 'webhook_unknown', 'webhook_off', 'webhook_throttled'],
})
