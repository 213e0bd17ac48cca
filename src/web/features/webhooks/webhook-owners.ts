/** Whose webhooks a screen manages: the buyer's at the desk, or the store's. Both have the same calls. */
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import {
  addStoreWebhook,
  addWebhook,
  type ChosenEventType,
  connectFollowUpBoss,
  listStoreWebhookEvents,
  listStoreWebhooks,
  listWebhookEvents,
  listWebhooks,
  removeStoreWebhook,
  removeWebhook,
  replayStoreWebhookEvents,
  replayWebhookEvents,
  rotateStoreWebhookSecret,
  rotateWebhookSecret,
  type StoreEventType,
  sendStoreWebhookTest,
  sendWebhookTest,
  updateStoreWebhook,
  updateWebhook,
  type WebhookEventType,
} from '#contract/webhooks/webhooks.ts'
import { callApi } from '#web/lib/call-api.ts'

interface Choice<EventType> {
  value: EventType
  label: string
}

const DESK_CHOICES: readonly Choice<WebhookEventType>[] = [
  { value: 'delivery.ready', label: 'Leads are ready' },
  { value: 'lead.delivered', label: 'Each lead with its data' },
  { value: 'claim.answered', label: 'A claim is answered' },
  { value: 'order.refunded', label: 'An order is refunded' },
]

const STORE_CHOICES: readonly Choice<StoreEventType>[] = [
  { value: 'order.paid', label: 'An order is paid' },
  { value: 'payment_request.created', label: 'A payment link is sent' },
  { value: 'payment_request.paid', label: 'A payment link is paid' },
  { value: 'payment_request.expired', label: 'A payment link expired' },
  { value: 'payment_request.cancelled', label: 'A payment link is canceled' },
  { value: 'stock.low', label: 'Stock is low' },
]

export const DESK = {
  choices: DESK_CHOICES as readonly Choice<ChosenEventType>[],
  usual: 'delivery.ready',
  /** Who gets the email if a webhook is turned off. */
  mailed: 'you',
  list: listWebhooks,
  events: listWebhookEvents,
  add: addWebhook,
  update: updateWebhook,
  remove: removeWebhook,
  rotate: rotateWebhookSecret,
  test: sendWebhookTest,
  replay: replayWebhookEvents,
  /** Connects Follow Up Boss, or replaces its key; null where that is not possible. */
  connect: (apiKey: string) => callApi(connectFollowUpBoss, { body: { apiKey } }),
} as const

export const STORE = {
  choices: STORE_CHOICES as readonly Choice<ChosenEventType>[],
  usual: 'order.paid',
  mailed: 'the administrators',
  list: listStoreWebhooks,
  events: listStoreWebhookEvents,
  add: addStoreWebhook,
  update: updateStoreWebhook,
  remove: removeStoreWebhook,
  rotate: rotateStoreWebhookSecret,
  test: sendStoreWebhookTest,
  replay: replayStoreWebhookEvents,
  connect: null,
} as const

export type WebhookOwner = typeof DESK | typeof STORE

export type Webhook = ReplyOutputOf<WebhookOwner['list']>['webhooks'][number]
export type Event = ReplyOutputOf<WebhookOwner['events']>['events'][number]

/** The server refuses what is not among the owner's choices. */
export const own = (eventTypes: readonly ChosenEventType[]) => eventTypes as WebhookEventType[]

export const LEAD_WARNING = 'Sends names, addresses and phone numbers of owners to this address, one lead at a time.'
