import {
  addWebhook,
  type ChosenEventType,
  connectFollowUpBoss,
  listWebhookEvents,
  listWebhooks,
  removeWebhook,
  replayWebhookEvents,
  rotateWebhookSecret,
  sendWebhookTest,
  updateWebhook,
  type WebhookEventType,
} from '#contract/webhooks/webhooks.ts'
import { callApi } from '#web/lib/call-api.ts'
import type { WebhookCalls } from './webhook-calls.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

const CHOICES: readonly { value: WebhookEventType; label: string }[] = [
  { value: 'delivery.ready', label: 'Leads are ready' },
  { value: 'lead.delivered', label: 'Each lead with its data' },
  { value: 'claim.answered', label: 'A claim is answered' },
  { value: 'order.refunded', label: 'An order is refunded' },
]

/** The server refuses what is not among the choices. */
const own = (eventTypes: readonly ChosenEventType[]) => eventTypes as WebhookEventType[]

export const DESK_CALLS: WebhookCalls = {
  choices: CHOICES,
  usual: ['delivery.ready'],
  isStore: false,
  list: {
    queryKey: [listWebhooks.path],
    queryFn: ({ signal }) => callApi(listWebhooks, { signal }),
  },
  events: (webhookId) => ({
    queryKey: [listWebhookEvents.path, { webhookId }],
    queryFn: ({ signal }) =>
      callApi(listWebhookEvents, {
        params: { webhookId },
        signal,
      }),
  }),
  connect: (apiKey) => callApi(connectFollowUpBoss, { body: { apiKey } }),
  add: ({ url, eventTypes }) => callApi(addWebhook, { body: { url, eventTypes: own(eventTypes) } }),
  update: (webhookId, { eventTypes, isOn }) =>
    callApi(updateWebhook, {
      params: { webhookId },
      body: { eventTypes: own(eventTypes), isOn },
    }),
  remove: (webhookId) => callApi(removeWebhook, { params: { webhookId } }),
  rotate: (webhookId) => callApi(rotateWebhookSecret, { params: { webhookId } }),
  test: (webhookId) => callApi(sendWebhookTest, { params: { webhookId } }),
  replay: (webhookId, body) =>
    callApi(replayWebhookEvents, {
      params: { webhookId },
      body,
    }),
}

const PROGRAM = 'We call your own program when something happens, signed by the Standard Webhooks specification'

/** The buyer's webhooks at the desk. Loaded after the page. */
export default function DeskWebhooks() {
  return (
    <WebhooksPanel
      calls={DESK_CALLS}
      title="Webhooks"
      intro={`${PROGRAM}.`}
      withBoss={{ title: 'Webhooks and Follow Up Boss', intro: `${PROGRAM}, or send your leads to Follow Up Boss.` }}
    />
  )
}
