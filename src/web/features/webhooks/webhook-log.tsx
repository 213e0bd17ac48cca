/** The log of a webhook: its newest events with every try. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { WebhookEvent, WebhookReplay, WebhookTry } from '#contract/webhooks/webhooks.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { formatCount, formatDateTime, formatPlural } from '#web/lib/format.ts'
import { queryClient } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { showToast } from '#web/ui/toast.ts'
import { type Id, showProblem, type WebhookCalls } from './webhook-calls.ts'

type Event = z.infer<typeof WebhookEvent>
type Try = z.infer<typeof WebhookTry>

/** How often the log is reloaded while events are on their way. */
const REFRESH_MS = 3_000
const DAY_MS = 24 * 60 * 60 * 1_000

const STATES: Readonly<Record<Event['state'], { words: string; tone: 'done' | 'over' | 'plain' }>> = {
  sent: { words: 'Sent', tone: 'done' },
  waiting: { words: 'Waiting', tone: 'plain' },
  failed: { words: 'Failed', tone: 'over' },
  dropped: { words: 'Not sent: no longer available', tone: 'plain' },
}

/** Lists events, and sends one or those of the last day again. */
export function WebhookLog({ calls, webhookId, isOn }: { calls: WebhookCalls; webhookId: Id; isOn: boolean }) {
  const events = calls.events(webhookId)
  const list = useQuery({ ...events, staleTime: 0, refetchInterval: REFRESH_MS })
  const { data } = list
  const replay = useMutation<{ events: number }, ApiError, WebhookReplay>({
    mutationFn: (body) => calls.replay(webhookId, body),
    onSuccess: ({ events: count }) => {
      showToast({ title: 'Sending again', description: `${formatPlural(count, 'event')} will be sent again.` })
      return queryClient.invalidateQueries({ queryKey: events.queryKey })
    },
    onError: showProblem,
  })
  if (list.error && !data) return <ListTrouble list={list} title="The log could not be loaded" />
  if (!data) return <Loading words="Loading the log" height="h-24" />
  if (data.events.length === 0) return <p className="text-sm text-muted">Nothing was sent in the last 30 days.</p>
  const handleDay = () => {
    const now = Date.now()
    replay.mutate({ from: new Date(now - DAY_MS).toISOString(), to: new Date(now).toISOString() })
  }
  return (
    <div className="grid gap-3">
      {isOn && (
        <div>
          <Button size="small" onClick={() => replay.isPending || handleDay()}>
            Send the last 24 hours again
          </Button>
        </div>
      )}
      <ul className="max-h-96 divide-y divide-line overflow-y-auto border-t border-line text-sm">
        {data.events.map((event) => (
          <li key={event.id} className="grid gap-1 py-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p>
                <span className="font-semibold">{event.type}</span>{' '}
                <span className="figures text-muted">{formatDateTime(event.occurredAt)}</span>
              </p>
              <StatusPill tone={STATES[event.state].tone}>{STATES[event.state].words}</StatusPill>
            </div>
            <p className="font-mono text-xs text-muted wrap-anywhere">{event.id}</p>
            {event.tries.map((one) => (
              <TryLine key={one.at} one={one} />
            ))}
            {event.nextTryAt && <p className="text-muted">Next try {formatDateTime(event.nextTryAt)}</p>}
            {isOn && event.state !== 'dropped' && event.state !== 'waiting' && (
              <div>
                <Button
                  size="small"
                  look="quiet"
                  className="-ml-3"
                  onClick={() => replay.isPending || replay.mutate({ eventId: event.id })}
                >
                  Send again<span className="sr-only"> {event.id}</span>
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function TryLine({ one }: { one: Try }) {
  const result = one.status === null ? (one.problem ?? 'No answer') : `Status ${one.status}`
  return (
    <div>
      <p className="figures first-letter:uppercase">
        {result}, {formatCount(one.milliseconds)} ms, {formatDateTime(one.at)}
      </p>
      {one.answer && (
        <pre className="mt-1 max-h-24 overflow-auto rounded-md bg-sunken p-2 text-xs whitespace-pre-wrap wrap-anywhere">
          {one.answer}
        </pre>
      )}
    </div>
  )
}
