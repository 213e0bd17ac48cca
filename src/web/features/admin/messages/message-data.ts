import {
  type LoggedKind,
  type LoggedMessage,
  MESSAGE_KINDS,
  MESSAGE_STATES,
  type MessageState,
  type resendMessage,
} from '#contract/admin/messages.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { callApi } from '#web/lib/call-api.ts'
import { useChange } from '#web/lib/use-change.ts'

export const LIST_PATH = '/api/admin/messages'
export const TOUCHED_PATHS = [LIST_PATH, '/api/admin/attention', '/api/admin/audit', '/api/sales/payment-requests']

/** The filters of the log; empty if not set. */
export interface MessageFilters {
  search: string
  state: MessageState | ''
  kind: LoggedKind | ''
}

/** Reads filters from a URL; unknown values are ignored. */
export const filtersOf = (words: { search?: string; status?: string; kind?: string }): MessageFilters => ({
  search: (words.search ?? '').slice(0, 254),
  state: MESSAGE_STATES.find((one) => one === words.status) ?? '',
  kind: Object.keys(MESSAGE_KINDS).find((one): one is LoggedKind => one === words.kind) ?? '',
})

/** Sends a message again. If a reply is lost, pressing again finds the sent message. */
export function useResend() {
  const attempt = useAttempt()
  return useChange({
    affects: TOUCHED_PATHS,
    send: ({ id, state, attempts }: Pick<LoggedMessage, 'id' | 'state' | 'attempts'>) =>
      callApi<typeof resendMessage>('POST', '/api/admin/messages/:messageId/resend', {
        params: { messageId: id },
        body: { attemptId: attempt.idFor({ id, state, attempts }) },
      }),
    onDone: attempt.end,
    toast: ({ kindName, to }) => ({ title: 'On its way', description: `${kindName}${to ? ` to ${to}` : ''}` }),
    failed: 'Not sent',
  })
}
