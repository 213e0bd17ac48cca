import type {
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

/** The webhooks of the store. */
export const STORE_CALLS: WebhookCalls = {
  choices: CHOICES,
  usual: ['order.paid'],
  isStore: true,
  list: {
    queryKey: ['/api/admin/webhooks'],
    queryFn: ({ signal }) => callApi<typeof listStoreWebhooks>('GET', '/api/admin/webhooks', { signal }),
  },
  events: (webhookId) => ({
    queryKey: ['/api/admin/webhooks/:webhookId/events', { webhookId }],
    queryFn: ({ signal }) =>
      callApi<typeof listStoreWebhookEvents>('GET', '/api/admin/webhooks/:webhookId/events', {
        params: { webhookId },
        signal,
      }),
  }),
  add: ({ url, eventTypes }) =>
    callApi<typeof addStoreWebhook>('POST', '/api/admin/webhooks', { body: { url, eventTypes: own(eventTypes) } }),
  update: (webhookId, { eventTypes, isOn }) =>
    callApi<typeof updateStoreWebhook>('PATCH', '/api/admin/webhooks/:webhookId', {
      params: { webhookId },
      body: { eventTypes: own(eventTypes), isOn },
    }),
  remove: (webhookId) =>
    callApi<typeof removeStoreWebhook>('DELETE', '/api/admin/webhooks/:webhookId', { params: { webhookId } }),
  rotate: (webhookId) =>
    callApi<typeof rotateStoreWebhookSecret>('POST', '/api/admin/webhooks/:webhookId/secret', {
      params: { webhookId },
    }),
  test: (webhookId) =>
    callApi<typeof sendStoreWebhookTest>('POST', '/api/admin/webhooks/:webhookId/test', { params: { webhookId } }),
  replay: (webhookId, body) =>
    callApi<typeof replayStoreWebhookEvents>('POST', '/api/admin/webhooks/:webhookId/replay', {
      params: { webhookId },
      body,
    }),
}

/** The store's own webhooks, for administrators. */
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
