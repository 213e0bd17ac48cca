import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { REQUEST_STATUS_NAMES, REQUEST_STATUS_TONES } from '#web/lib/payment-request-words.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { classes } from '#web/ui/classes.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { storyOf } from './request-story.ts'

const HINT_LOOKS = { plain: 'text-muted', attention: 'font-semibold text-attention', danger: 'text-danger' } as const

/** The status of a request as a badge, and what happened so far below it. */
export function RequestStatus({ request }: { request: PaymentRequest }) {
  const nowMs = useServerSeconds() * 1000
  const hints = storyOf(request, nowMs)
  return (
    <div className="grid justify-items-start gap-1">
      <StatusPill tone={REQUEST_STATUS_TONES[request.status]}>{REQUEST_STATUS_NAMES[request.status]}</StatusPill>
      {hints.length > 0 && (
        // Dots separate hints; one at the beginning of a line is clipped.
        <ul className="-ml-3 flex max-w-75 flex-wrap gap-y-0.5 text-xs [clip-path:inset(0_0_0_0.75rem)]">
          {hints.map(({ text, tone }) => (
            <li
              key={text}
              className={classes(
                HINT_LOOKS[tone],
                // A bank's or a mail server's reply may be long.
                tone === 'danger'
                  ? 'line-clamp-3 w-full pl-3'
                  : "before:inline-block before:w-3 before:text-center before:content-['·']",
              )}
            >
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
