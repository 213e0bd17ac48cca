import type { PaymentRequest } from '#contract/payment-request-values.ts'
import { REQUEST_STATUS_NAMES, REQUEST_STATUS_TONES } from '#web/lib/payment-request-words.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { classes } from '#web/ui/classes.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { storyOf } from './request-story.ts'

const HINT_LOOKS = { plain: 'text-muted', attention: 'font-semibold text-attention', danger: 'text-danger' } as const

/** The status of a request as a badge, and beneath it what happened so far. */
export function RequestStatus({ request }: { request: PaymentRequest }) {
  const nowMs = useServerSeconds() * 1000
  const hints = storyOf(request, nowMs)
  return (
    <div className="grid justify-items-start gap-1">
      <StatusPill tone={REQUEST_STATUS_TONES[request.status]}>{REQUEST_STATUS_NAMES[request.status]}</StatusPill>
      {hints.length > 0 && (
        <ul className="grid gap-0.5 text-xs">
          {hints.map(({ text, tone }) => (
            <li key={text} className={classes('line-clamp-3', HINT_LOOKS[tone])}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
