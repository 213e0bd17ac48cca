/**
 * Webhooks, as in https://www.standardwebhooks.com: of a buyer, managed at the desk, and of the store itself, managed by
 * administrators. Both are managed in the same way and hear other events.
 */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { Instant, matching, PlainText } from '#contract/values.ts'

export const WEBHOOKS_MAX = 5
export const WEBHOOK_EVENTS_SHOWN = 50
/** How long events and tries are kept, and can be replayed. */
export const WEBHOOK_EVENT_DAYS = 30
/** How long a replaced secret still signs, beside the new one. */
export const SECRET_OVERLAP_HOURS = 24

/** What a buyer can be told. For another, name it here and write its rows in `src/server/features/webhooks`. */
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

export const WebhookId = matching(/^whk_[0-9a-z]{22}$/).brand<'WebhookId'>()
export const WebhookEventId = matching(/^evt_[0-9a-z]{22,32}$/).brand<'WebhookEventId'>()

/** Why a webhook is off: its owner turned it off, it answered 410, it failed for three days, or it refused its API key. */
export const WEBHOOK_OFF_REASONS = ['owner', 'gone', 'failing', 'key_refused'] as const

/** A webhook is called by the Standard Webhooks specification; Follow Up Boss by its API, with a lead per event. */
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

const WebhookTry = z.object({
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

const WebhookUrl = PlainText(500)
const EventTypes = z.array(WebhookEventType).check(z.minLength(1), z.maxLength(WEBHOOK_EVENT_TYPES.length))
const StoreEventTypes = z.array(z.enum(STORE_EVENT_TYPES)).check(z.minLength(1), z.maxLength(STORE_EVENT_TYPES.length))
const params = z.object({ webhookId: WebhookId })
/** One event, or those that occurred from one time up to another. */
const WebhookReplay = z.union([z.object({ eventId: WebhookEventId }), z.object({ from: Instant, to: Instant })])
export type WebhookReplay = z.infer<typeof WebhookReplay>

/** A call that both make, at the desk: it must be open, and keys may make the call. */
const atDesk = <const C extends { readonly refusals: readonly RefusalCode[] }>({ refusals, ...call }: C) => ({
  ...call,
  key: 'webhooks:write' as const,
  refusals: ['desk_closed', ...refusals] as const,
})

const Secret = z.object({ webhook: Webhook, secret: z.string() })

export const listWebhooks = defineEndpoint('anyone', 'GET', '/api/desk/webhooks', {
  key: 'webhooks:write',
  summary: 'The webhooks of the address whose desk is open, oldest first, and whether it can connect Follow Up Boss.',
  reply: z.object({ webhooks: z.array(Webhook), hasFollowUpBoss: z.boolean() }),
  refusals: ['desk_closed'],
})
export const listStoreWebhooks = defineEndpoint('admin', 'GET', '/api/admin/webhooks', {
  key: 'read',
  summary: 'The webhooks of the store, oldest first.',
  reply: z.object({ webhooks: z.array(Webhook) }),
})

const ADD = {
  reply: Secret,
  refusals: ['webhook_address_refused', 'webhook_address_known', 'too_many_webhooks'],
} as const
export const addWebhook = defineEndpoint('anyone', 'POST', '/api/desk/webhooks', {
  ...atDesk(ADD),
  summary: 'Adds a webhook. Its secret is shown only in this reply.',
  body: z.object({ url: WebhookUrl, eventTypes: EventTypes }),
})
export const addStoreWebhook = defineEndpoint('admin', 'POST', '/api/admin/webhooks', {
  ...ADD,
  summary: 'Adds a webhook of the store. Its secret is shown only in this reply.',
  body: z.object({ url: WebhookUrl, eventTypes: StoreEventTypes }),
})

export const connectFollowUpBoss = defineEndpoint('anyone', 'PUT', '/api/desk/follow-up-boss', {
  summary: 'Sends each delivered lead to Follow Up Boss. Repeating it replaces the API key and turns it on.',
  body: z.object({
    apiKey: z.string().check(z.trim(), z.regex(/^[\w-]{10,200}$/, 'Enter the API key as Follow Up Boss shows it.')),
  }),
  reply: Webhook,
  refusals: ['desk_closed', 'follow_up_boss_absent', 'too_many_webhooks', 'webhook_throttled'],
})

const UPDATE = { params, reply: Webhook, refusals: ['webhook_unknown'] } as const
export const updateWebhook = defineEndpoint('anyone', 'PATCH', '/api/desk/webhooks/:webhookId', {
  ...atDesk(UPDATE),
  summary: 'Chooses the events of a webhook, and turns it on or off. Turning it on sends what waited.',
  body: z.object({ eventTypes: EventTypes, isOn: z.boolean() }),
})
export const updateStoreWebhook = defineEndpoint('admin', 'PATCH', '/api/admin/webhooks/:webhookId', {
  ...UPDATE,
  summary: 'Chooses the events of a webhook of the store, and turns it on or off. Turning it on sends what waited.',
  body: z.object({ eventTypes: StoreEventTypes, isOn: z.boolean() }),
})

const REMOVE = { params, reply: z.object({ message: z.string() }), refusals: ['webhook_unknown'] } as const
export const removeWebhook = defineEndpoint('anyone', 'DELETE', '/api/desk/webhooks/:webhookId', {
  ...atDesk(REMOVE),
  summary: 'Removes a webhook with its events and its log. Nothing more is sent there.',
})
export const removeStoreWebhook = defineEndpoint('admin', 'DELETE', '/api/admin/webhooks/:webhookId', {
  ...REMOVE,
  summary: 'Removes a webhook of the store with its events and its log. Nothing more is sent there.',
})

const ROTATE = {
  summary: `Makes a new secret, shown only in this reply. The previous one also signs for ${SECRET_OVERLAP_HOURS} hours.`,
  params,
  reply: Secret,
  refusals: ['webhook_unknown', 'webhook_throttled'],
} as const
export const rotateWebhookSecret = defineEndpoint(
  'anyone',
  'POST',
  '/api/desk/webhooks/:webhookId/secret',
  atDesk(ROTATE),
)
export const rotateStoreWebhookSecret = defineEndpoint('admin', 'POST', '/api/admin/webhooks/:webhookId/secret', ROTATE)

const TEST = {
  summary: 'Sends the event `webhook.test`, which has no data.',
  params,
  reply: z.object({ message: z.string() }),
  refusals: ['webhook_unknown', 'webhook_off', 'webhook_throttled'],
} as const
export const sendWebhookTest = defineEndpoint('anyone', 'POST', '/api/desk/webhooks/:webhookId/test', atDesk(TEST))
export const sendStoreWebhookTest = defineEndpoint('admin', 'POST', '/api/admin/webhooks/:webhookId/test', TEST)

const EVENTS = {
  summary: `The newest ${WEBHOOK_EVENTS_SHOWN} events of a webhook with every try. Kept for ${WEBHOOK_EVENT_DAYS} days.`,
  params,
  reply: z.object({ events: z.array(WebhookEvent) }),
  refusals: ['webhook_unknown'],
} as const
export const listWebhookEvents = defineEndpoint('anyone', 'GET', '/api/desk/webhooks/:webhookId/events', atDesk(EVENTS))
export const listStoreWebhookEvents = defineEndpoint('admin', 'GET', '/api/admin/webhooks/:webhookId/events', {
  ...EVENTS,
  key: 'read',
})

const REPLAY = {
  summary: 'Sends one event again, or all that occurred from one time up to another. Each keeps its `webhook-id`.',
  params,
  body: WebhookReplay,
  reply: z.object({ events: z.number() }),
  refusals: ['webhook_unknown', 'webhook_off', 'webhook_throttled'],
} as const
export const replayWebhookEvents = defineEndpoint(
  'anyone',
  'POST',
  '/api/desk/webhooks/:webhookId/replay',
  atDesk(REPLAY),
)
export const replayStoreWebhookEvents = defineEndpoint('admin', 'POST', '/api/admin/webhooks/:webhookId/replay', REPLAY)
