import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  type dismissMessage,
  type LoggedKind,
  type LoggedMessage,
  type listMessages,
  MESSAGE_KINDS,
  MESSAGE_STATES,
  type MessageState,
  type resendMessage,
  type sendHeldMessages,
} from '#contract/admin/messages.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { type Attempt, attemptFor } from '#web/lib/attempts.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { queryClient } from '#web/lib/query.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { showToast } from '#web/ui/toast.ts'

const LIST_PATH = '/api/admin/messages'
const TOUCHED_PATHS = [LIST_PATH, '/api/admin/attention', '/api/admin/audit', '/api/sales/payment-requests']
/** A waiting message goes out within seconds. */
const WATCH_MS = 5_000

/** The filters of the log. */
export interface MessageFilters {
  search: string
  state: MessageState | null
  kind: LoggedKind | null
}

/** Reads filters from a URL; unknown values are ignored. */
export function filtersOf(words: { search?: string; status?: string; kind?: string }): MessageFilters {
  return {
    search: (words.search ?? '').slice(0, 254),
    state: MESSAGE_STATES.find((one) => one === words.status) ?? null,
    kind: Object.keys(MESSAGE_KINDS).find((one): one is LoggedKind => one === words.kind) ?? null,
  }
}

/** Whether any filter is set. */
export const isNarrowed = ({ search, state, kind }: MessageFilters): boolean =>
  search.trim() !== '' || state !== null || kind !== null

/** The log, newest first; reloaded every 5 s while a message on screen is waiting. */
export function useMessages({ search, state, kind }: MessageFilters) {
  const words = { search: search.trim() || undefined, state: state ?? undefined, kind: kind ?? undefined }
  return usePages<typeof listMessages>(LIST_PATH, words, {
    againMs: WATCH_MS,
    isWatched: (rows) => rows.some((row) => row.state === 'waiting'),
  })
}

/** Not awaited: the change is already made. */
const readAgain = (): void => {
  for (const path of TOUCHED_PATHS) void queryClient.invalidateQueries({ queryKey: [path] })
}

const failed = (error: ApiError) => showToast({ title: 'Not sent', description: error.sentence, tone: 'danger' })

/** Sends a message again. If a reply is lost, pressing again finds the sent message. */
export function useResend() {
  const attempt = useRef<Attempt | null>(null)
  return useMutation<LoggedMessage, ApiError, Pick<LoggedMessage, 'id' | 'state' | 'attempts'>>({
    mutationFn: ({ id, state, attempts }) => {
      attempt.current = attemptFor(attempt.current, `${id} ${state} ${attempts}`)
      const { attemptId } = attempt.current
      return callApi<typeof resendMessage>('POST', '/api/admin/messages/:messageId/resend', {
        params: { messageId: id },
        body: { attemptId },
      })
    },
    onSuccess: (message) => {
      attempt.current = null
      showToast({ title: 'On its way', description: `${message.kindName}${message.to ? ` to ${message.to}` : ''}` })
    },
    onError: failed,
    onSettled: readAgain,
  })
}

/** Marks a failure as handled. */
export function useDismiss() {
  return useMutation<LoggedMessage, ApiError, LoggedMessage>({
    mutationFn: ({ id }) =>
      callApi<typeof dismissMessage>('POST', '/api/admin/messages/:messageId/dismiss', { params: { messageId: id } }),
    onSuccess: () => showToast({ title: 'Set aside', description: 'It stays in the log but needs no more attention.' }),
    onError: (error) => showToast({ title: 'Not set aside', description: error.sentence, tone: 'danger' }),
    onSettled: readAgain,
  })
}

/** Sends the messages that are held after a restore. */
export function useSendHeld() {
  return useMutation<{ sent: number }, ApiError, void>({
    mutationFn: () => callApi<typeof sendHeldMessages>('POST', '/api/admin/held-messages/send', {}),
    onSuccess: ({ sent }) =>
      showToast({ title: 'On their way', description: `Sending ${formatPlural(sent, 'held message')}.` }),
    onError: failed,
    onSettled: readAgain,
  })
}
