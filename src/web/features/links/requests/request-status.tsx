import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { statusOf } from '#web/lib/order-statuses.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { classes } from '#web/ui/classes.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { storyOf } from './request-story.ts'

const HINT_LOOKS = { plain: 'text-muted', attention: 'font-semibold text-attention', danger: 'text-danger' } as const
const URGENCY = { plain: 0, attention: 1, danger: 2 } as const

/** The status of a request as a badge, and what happened so far: beside it in a list only what needs someone most. */
export function RequestStatus({ request }: { request: PaymentRequest }) {
  const nowMs = useServerSeconds() * 1000
  const hints = storyOf(request, nowMs).toSorted((a, b) => URGENCY[b.tone] - URGENCY[a.tone])
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1" title={hints.map(({ text }) => text).join(' · ')}>
      <StatusPill tone={statusOf(request).tone}>{statusOf(request).name}</StatusPill>
      <ul className="contents">
        {hints.map(({ text, tone }, index) => (
          <li
            key={text}
            className={classes(
              'text-xs',
              tone !== 'danger' && 'whitespace-nowrap',
              HINT_LOOKS[tone],
              index > 0 ? 'sr-only' : tone === 'plain' && '@max-3xl:sr-only',
            )}
          >
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
