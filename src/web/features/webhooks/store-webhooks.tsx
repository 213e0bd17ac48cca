import {
  addStoreWebhook,
  listStoreWebhookEvents,
  listStoreWebhooks,
  removeStoreWebhook,
  replayStoreWebhookEvents,
  rotateStoreWebhookSecret,
  sendStoreWebhookTest,
  updateStoreWebhook,
} from '#contract/webhooks/store-webhooks.ts'
import type { ChosenEventType, StoreEventType } from '#contract/webhooks/webhooks.ts'
import { callApi } from '#web/lib/call-api.ts'
import type { WebhookCalls } from './webhook-calls.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

const CHOICES: readonly { value: StoreEventType; label: string }[] = [
  { value: 'order.paid', label: 'An order is paid' },
  { value: 'payment_request.created', label: 'A payment link is sent' },
  { value: 'payment_request.paid', label: 'A payment link is paid' },
  { value: 'payment_request.expired', label: 'A payment link expired' },
  { value: 'payment_request.cancelled', label: 'A payment link is canceled' },
  { value: 'stock.low', label: 'Stock is low' },
]

/** The server refuses what is not among the choices. */
const own = (eventTypes: readonly ChosenEventType[]) => eventTypes as StoreEventType[]

export const STORE_CALLS: WebhookCalls = {
  choices: CHOICES,
  usual: ['order.paid'],
  isStore: true,
  list: {
    queryKey: [listStoreWebhooks.path],
    queryFn: ({ signal }) => callApi(listStoreWebhooks, { signal }),
  },
  events: (webhookId) => ({
    queryKey: [listStoreWebhookEvents.path, { webhookId }],
    queryFn: ({ signal }) =>
      callApi(listStoreWebhookEvents, {
        params: { webhookId },
        signal,
      }),
  }),
  add: ({ url, eventTypes }) => callApi(addStoreWebhook, { body: { url, eventTypes: own(eventTypes) } }),
  update: (webhookId, { eventTypes, isOn }) =>
    callApi(updateStoreWebhook, {
      params: { webhookId },
      body: { eventTypes: own(eventTypes), isOn },
    }),
  remove: (webhookId) => callApi(removeStoreWebhook, { params: { webhookId } }),
  rotate: (webhookId) =>
    callApi(rotateStoreWebhookSecret, {
      params: { webhookId },
    }),
  test: (webhookId) => callApi(sendStoreWebhookTest, { params: { webhookId } }),
  replay: (webhookId, body) =>
    callApi(replayStoreWebhookEvents, {
      params: { webhookId },
      body,
    }),
}

export function StoreWebhooks() {
  return (
    <WebhooksPanel
      calls={STORE_CALLS}
      title="Webhooks of the store"
      intro="The store calls a program of yours when something happens, signed by the Standard Webhooks specification. Events have ids, amounts and times, and no data about people."
      empty="Add one to hear of paid orders, payment links and low stock."
    />
  )
}
