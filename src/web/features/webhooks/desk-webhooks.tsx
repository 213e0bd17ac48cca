import type {
  addWebhook,
  ChosenEventType,
  connectFollowUpBoss,
  listWebhookEvents,
  listWebhooks,
  removeWebhook,
  replayWebhookEvents,
  rotateWebhookSecret,
  sendWebhookTest,
  updateWebhook,
  WebhookEventType,
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

/** The webhooks of the buyer whose desk is open. */
export const DESK_CALLS: WebhookCalls = {
  choices: CHOICES,
  usual: ['delivery.ready'],
  isStore: false,
  list: {
    queryKey: ['/api/desk/webhooks'],
    queryFn: ({ signal }) => callApi<typeof listWebhooks>('GET', '/api/desk/webhooks', { signal }),
  },
  events: (webhookId) => ({
    queryKey: ['/api/desk/webhooks/:webhookId/events', { webhookId }],
    queryFn: ({ signal }) =>
      callApi<typeof listWebhookEvents>('GET', '/api/desk/webhooks/:webhookId/events', {
        params: { webhookId },
        signal,
      }),
  }),
  connect: (apiKey) => callApi<typeof connectFollowUpBoss>('PUT', '/api/desk/follow-up-boss', { body: { apiKey } }),
  add: ({ url, eventTypes }) =>
    callApi<typeof addWebhook>('POST', '/api/desk/webhooks', { body: { url, eventTypes: own(eventTypes) } }),
  update: (webhookId, { eventTypes, isOn }) =>
    callApi<typeof updateWebhook>('PATCH', '/api/desk/webhooks/:webhookId', {
      params: { webhookId },
      body: { eventTypes: own(eventTypes), isOn },
    }),
  remove: (webhookId) =>
    callApi<typeof removeWebhook>('DELETE', '/api/desk/webhooks/:webhookId', { params: { webhookId } }),
  rotate: (webhookId) =>
    callApi<typeof rotateWebhookSecret>('POST', '/api/desk/webhooks/:webhookId/secret', { params: { webhookId } }),
  test: (webhookId) =>
    callApi<typeof sendWebhookTest>('POST', '/api/desk/webhooks/:webhookId/test', { params: { webhookId } }),
  replay: (webhookId, body) =>
    callApi<typeof replayWebhookEvents>('POST', '/api/desk/webhooks/:webhookId/replay', {
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
