/** Webhooks of the store itself, managed by administrators. They are like those of buyers but hear other events. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import {
  SECRET_OVERLAP_HOURS,
  STORE_EVENT_TYPES,
  WEBHOOK_EVENT_DAYS,
  WEBHOOK_EVENTS_SHOWN,
  Webhook,
  WebhookEvent,
  WebhookId,
  WebhookReplay,
  WebhookUrl,
} from './webhooks.ts'

const EventTypes = z.array(z.enum(STORE_EVENT_TYPES)).check(z.minLength(1), z.maxLength(STORE_EVENT_TYPES.length))
const params = z.object({ webhookId: WebhookId })

export const listStoreWebhooks = defineEndpoint('admin', 'GET', '/api/admin/webhooks', {
  key: 'read',
  summary: 'The webhooks of the store, oldest first.',
  reply: z.object({ webhooks: z.array(Webhook) }),
})

export const addStoreWebhook = defineEndpoint('admin', 'POST', '/api/admin/webhooks', {
  summary: 'Adds a webhook of the store. Its secret is shown only in this reply.',
  body: z.object({ url: WebhookUrl, eventTypes: EventTypes }),
  reply: z.object({ webhook: Webhook, secret: z.string() }),
  refusals: ['webhook_address_refused', 'webhook_address_known', 'too_many_webhooks'],
})

export const updateStoreWebhook = defineEndpoint('admin', 'PATCH', '/api/admin/webhooks/:webhookId', {
  summary: 'Chooses the events of a webhook of the store, and turns it on or off. Turning it on sends what waited.',
  params,
  body: z.object({ eventTypes: EventTypes, isOn: z.boolean() }),
  reply: Webhook,
  refusals: ['webhook_unknown'],
})

export const removeStoreWebhook = defineEndpoint('admin', 'DELETE', '/api/admin/webhooks/:webhookId', {
  summary: 'Removes a webhook of the store with its events and its log. Nothing more is sent there.',
  params,
  reply: z.object({ message: z.string() }),
  refusals: ['webhook_unknown'],
})

export const rotateStoreWebhookSecret = defineEndpoint('admin', 'POST', '/api/admin/webhooks/:webhookId/secret', {
  summary: `Makes a new secret, shown only in this reply. The previous one also signs for ${SECRET_OVERLAP_HOURS} hours.`,
  params,
  reply: z.object({ webhook: Webhook, secret: z.string() }),
  refusals: ['webhook_unknown', 'webhook_throttled'],
})

export const sendStoreWebhookTest = defineEndpoint('admin', 'POST', '/api/admin/webhooks/:webhookId/test', {
  summary: 'Sends the event `webhook.test`, which has no data.',
  params,
  reply: z.object({ message: z.string() }),
  refusals: ['webhook_unknown', 'webhook_off', 'webhook_throttled'],
})

export const listStoreWebhookEvents = defineEndpoint('admin', 'GET', '/api/admin/webhooks/:webhookId/events', {
  key: 'read',
  summary: `The newest ${WEBHOOK_EVENTS_SHOWN} events of a webhook with every try. Kept for ${WEBHOOK_EVENT_DAYS} days.`,
  params,
  reply: z.object({ events: z.array(WebhookEvent) }),
  refusals: ['webhook_unknown'],
})

export const replayStoreWebhookEvents = defineEndpoint('admin', 'POST', '/api/admin/webhooks/:webhookId/replay', {
  summary: 'Sends one event again, or all that occurred from one time up to another. Each keeps its `webhook-id`.',
  params,
  body: WebhookReplay,
  reply: z.object({ events: z.number() }),
  refusals: ['webhook_unknown', 'webhook_off', 'webhook_throttled'],
})
