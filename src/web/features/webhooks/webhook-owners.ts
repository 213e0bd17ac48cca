/** Whose webhooks a screen manages: the buyer's at the desk, or the store's. Both have the same calls. */
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import * as contract from '#contract/webhooks/webhooks.ts'
import { callApi } from '#web/lib/call-api.ts'

interface Choice<EventType> {
  value: EventType
  label: string
}

const DESK_CHOICES: readonly Choice<contract.WebhookEventType>[] = [
  { value: 'delivery.ready', label: 'Leads are ready' },
  { value: 'lead.delivered', label: 'Each lead with its data' },
  { value: 'claim.answered', label: 'A claim is answered' },
  { value: 'order.refunded', label: 'An order is refunded' },
]

const STORE_CHOICES: readonly Choice<contract.StoreEventType>[] = [
  { value: 'order.paid', label: 'An order is paid' },
  { value: 'payment_request.created', label: 'A payment link is sent' },
  { value: 'payment_request.paid', label: 'A payment link is paid' },
  { value: 'payment_request.expired', label: 'A payment link expired' },
  { value: 'payment_request.cancelled', label: 'A payment link is canceled' },
  { value: 'stock.low', label: 'Stock is low' },
]

export const DESK = {
  choices: DESK_CHOICES as readonly Choice<contract.ChosenEventType>[],
  usual: 'delivery.ready',
  /** Who gets the email if a webhook is turned off. */
  mailed: 'you',
  list: contract.listWebhooks,
  events: contract.listWebhookEvents,
  add: contract.addWebhook,
  update: contract.updateWebhook,
  remove: contract.removeWebhook,
  rotate: contract.rotateWebhookSecret,
  test: contract.sendWebhookTest,
  replay: contract.replayWebhookEvents,
  /** Connects Follow Up Boss, or replaces its key; null where that is not possible. */
  connect: (apiKey: string) => callApi(contract.connectFollowUpBoss, { body: { apiKey } }),
} as const

export const STORE = {
  choices: STORE_CHOICES as readonly Choice<contract.ChosenEventType>[],
  usual: 'order.paid',
  mailed: 'the administrators',
  list: contract.listStoreWebhooks,
  events: contract.listStoreWebhookEvents,
  add: contract.addStoreWebhook,
  update: contract.updateStoreWebhook,
  remove: contract.removeStoreWebhook,
  rotate: contract.rotateStoreWebhookSecret,
  test: contract.sendStoreWebhookTest,
  replay: contract.replayStoreWebhookEvents,
  connect: null,
} as const

export type WebhookOwner = typeof DESK | typeof STORE

export type Webhook = ReplyOutputOf<WebhookOwner['list']>['webhooks'][number]
export type Event = ReplyOutputOf<WebhookOwner['events']>['events'][number]

/** The server refuses what is not among the owner's choices. */
export const own = (eventTypes: readonly contract.ChosenEventType[]) => eventTypes as contract.WebhookEventType[]

export const LEAD_WARNING = 'Sends names, addresses and phone numbers of owners to this address, one lead at a time.'
