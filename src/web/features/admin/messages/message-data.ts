import { getAttention } from '#contract/admin/attention.ts'
import {
  type LoggedKind,
  type LoggedMessage,
  listMessages,
  type MessageState,
  resendMessage,
} from '#contract/admin/messages.ts'
import { listAuditEntries } from '#contract/audit/audit.ts'
import { listPaymentRequests } from '#contract/links/payment-requests.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { callApi } from '#web/lib/call-api.ts'
import { useChange } from '#web/lib/use-change.ts'

export const TOUCHED_PATHS = [listMessages.path, getAttention.path, listAuditEntries.path, listPaymentRequests.path]

/** The filters of the log; empty if not set. */
export type MessageFilters = { search: string; state: MessageState | ''; kind: LoggedKind | '' }

/** Sends a message again. If a reply is lost, pressing again finds the sent message. */
export function useResend() {
  const attempt = useAttempt()
  return useChange({
    affects: TOUCHED_PATHS,
    send: ({ id, state, attempts }: Pick<LoggedMessage, 'id' | 'state' | 'attempts'>) =>
      callApi(resendMessage, {
        params: { messageId: id },
        body: { attemptId: attempt.idFor({ id, state, attempts }) },
      }),
    onDone: attempt.end,
    toast: ({ kindName, to }) => ({ title: 'On its way', description: `${kindName}${to ? ` to ${to}` : ''}` }),
    failed: 'Not sent',
  })
}
