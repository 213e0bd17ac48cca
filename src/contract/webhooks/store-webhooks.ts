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

export const listStoreWebhooks = defineEndpoint({
  name: 'listStoreWebhooks',
  method: 'GET',
  path: '/api/admin/webhooks',
  access: 'admin',
  key: 'read',
  summary: 'The webhooks of the store, oldest first.',
  reply: z.object({ webhooks: z.array(Webhook) }),
  refusals: ['unauthenticated', 'forbidden'],
})

export const addStoreWebhook = defineEndpoint({
  name: 'addStoreWebhook',
  method: 'POST',
  path: '/api/admin/webhooks',
  access: 'admin',
  summary: 'Adds a webhook of the store. Its secret is shown only in this reply.',
  body: z.object({ url: WebhookUrl, eventTypes: EventTypes }),
  reply: z.object({ webhook: Webhook, secret: z.string() }),
  refusals: ['unauthenticated', 'forbidden', 'webhook_address_refused', 'webhook_address_known', 'too_many_webhooks'],
})

export const updateStoreWebhook = defineEndpoint({
  name: 'updateStoreWebhook',
  method: 'PATCH',
  path: '/api/admin/webhooks/:webhookId',
  access: 'admin',
  summary: 'Chooses the events of a webhook of the store, and turns it on or off. Turning it on sends what waited.',
  params,
  body: z.object({ eventTypes: EventTypes, isOn: z.boolean() }),
  reply: Webhook,
  refusals: ['unauthenticated', 'forbidden', 'webhook_unknown'],
})

export const removeStoreWebhook = defineEndpoint({
  name: 'removeStoreWebhook',
  method: 'DELETE',
  path: '/api/admin/webhooks/:webhookId',
  access: 'admin',
  summary: 'Removes a webhook of the store with its events and its log. Nothing more is sent there.',
  params,
  reply: z.object({ message: z.string() }),
  refusals: ['unauthenticated', 'forbidden', 'webhook_unknown'],
})

export const rotateStoreWebhookSecret = defineEndpoint({
  name: 'rotateStoreWebhookSecret',
  method: 'POST',
  path: '/api/admin/webhooks/:webhookId/secret',
  access: 'admin',
  summary: `Makes a new secret, shown only in this reply. The previous one also signs for ${SECRET_OVERLAP_HOURS} hours.`,
  params,
  reply: z.object({ webhook: Webhook, secret: z.string() }),
  refusals: ['unauthenticated', 'forbidden', 'webhook_unknown', 'webhook_throttled'],
})

export const sendStoreWebhookTest = defineEndpoint({
  name: 'sendStoreWebhookTest',
  method: 'POST',
  path: '/api/admin/webhooks/:webhookId/test',
  access: 'admin',
  summary: 'Sends the event `webhook.test`, which has no data.',
  params,
  reply: z.object({ message: z.string() }),
  refusals: ['unauthenticated', 'forbidden', 'webhook_unknown', 'webhook_off', 'webhook_throttled'],
})

export const listStoreWebhookEvents = defineEndpoint({
  name: 'listStoreWebhookEvents',
  method: 'GET',
  path: '/api/admin/webhooks/:webhookId/events',
  access: 'admin',
  key: 'read',
  summary: `The newest ${WEBHOOK_EVENTS_SHOWN} events of a webhook with every try. Kept for ${WEBHOOK_EVENT_DAYS} days.`,
  params,
  reply: z.object({ events: z.array(WebhookEvent) }),
  refusals: ['unauthenticated', 'forbidden', 'webhook_unknown'],
})

export const replayStoreWebhookEvents = defineEndpoint({
  name: 'replayStoreWebhookEvents',
  method: 'POST',
  path: '/api/admin/webhooks/:webhookId/replay',
  access: 'admin',
  summary: 'Sends one event again, or all that occurred from one time up to another. Each keeps its `webhook-id`.',
  params,
  body: WebhookReplay,
  reply: z.object({ events: z.number() }),
  refusals: ['unauthenticated', 'forbidden', 'webhook_unknown', 'webhook_off', 'webhook_throttled'],
})
