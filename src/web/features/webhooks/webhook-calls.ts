/** The calls of the webhook components: the same for the buyer's desk and for the store, at different addresses. */
import type * as z from 'zod/mini'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type {
  addWebhook,
  ChosenEventType,
  listWebhookEvents,
  Webhook,
  WebhookId,
  WebhookReplay,
} from '#contract/webhooks/webhooks.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query.ts'
import { showToast } from '#web/ui/toast.ts'

export type Id = z.infer<typeof WebhookId>

type Read<Reply> = { queryKey: readonly unknown[]; queryFn: (call: { signal: AbortSignal }) => Promise<Reply> }

export interface WebhookCalls {
  choices: readonly { value: ChosenEventType; label: string }[]
  usual: readonly ChosenEventType[]
  /** Who gets the email if a webhook is turned off. */
  isStore: boolean
  list: Read<{ webhooks: Webhook[]; hasFollowUpBoss?: boolean }>
  events(webhookId: Id): Read<ReplyOutputOf<typeof listWebhookEvents>>
  /** Connects Follow Up Boss, or replaces its key; absent where that is not possible. */
  connect?(apiKey: string): Promise<Webhook>
  add(body: { url: string; eventTypes: ChosenEventType[] }): Promise<ReplyOutputOf<typeof addWebhook>>
  update(webhookId: Id, body: { eventTypes: ChosenEventType[]; isOn: boolean }): Promise<Webhook>
  remove(webhookId: Id): Promise<{ message: string }>
  rotate(webhookId: Id): Promise<{ secret: string }>
  test(webhookId: Id): Promise<{ message: string }>
  replay(webhookId: Id, body: WebhookReplay): Promise<{ events: number }>
}

export const refreshWebhooks = ({ list }: WebhookCalls): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: list.queryKey })

export const showProblem = (error: ApiError): void =>
  showToast({ title: 'Error', description: error.sentence, tone: 'danger' })

export const LEAD_WARNING = 'Sends names, addresses and phone numbers of owners to this address, one lead at a time.'
