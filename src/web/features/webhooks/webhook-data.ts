import type { listWebhooks, WebhookEventType } from '#contract/webhooks/webhooks.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { showToast } from '#web/ui/toast.ts'

export const webhooksQuery = query<typeof listWebhooks>('/api/desk/webhooks', {})

/** Shows the list as the server has it. */
export const refreshWebhooks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })

export const showProblem = (error: ApiError): void =>
  showToast({ title: 'Error', description: error.sentence, tone: 'danger' })

/** The choices, in the order shown. */
export const EVENT_CHOICES: readonly { value: WebhookEventType; label: string }[] = [
  { value: 'delivery.ready', label: 'Leads are ready' },
  { value: 'lead.delivered', label: 'Each lead with its data' },
  { value: 'claim.answered', label: 'A claim is answered' },
  { value: 'order.refunded', label: 'Money went back' },
]

/** What `lead.delivered` means for whoever chooses it. */
export const LEAD_WARNING = 'Sends names, addresses and phone numbers of owners to this address, one lead at a time.'
