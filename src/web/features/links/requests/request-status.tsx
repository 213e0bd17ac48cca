import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { REQUEST_STATUS_NAMES, REQUEST_STATUS_TONES } from '#web/lib/payment-request-words.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { classes } from '#web/ui/classes.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { storyOf } from './request-story.ts'

const HINT_LOOKS = { plain: 'text-muted', attention: 'font-semibold text-attention', danger: 'text-danger' } as const
const URGENCY = { plain: 0, attention: 1, danger: 2 } as const

/** The status of a request as a badge, and what happened so far below it, or beside it on a wide screen. */
export function RequestStatus({ request }: { request: PaymentRequest }) {
  const nowMs = useServerSeconds() * 1000
  // On a wide screen there is room for the beginning of one line, so what needs someone comes first.
  const hints = storyOf(request, nowMs).toSorted((a, b) => URGENCY[b.tone] - URGENCY[a.tone])
  return (
    <div className="grid justify-items-start gap-1 @6xl:flex @6xl:items-center @6xl:gap-3">
      <StatusPill tone={REQUEST_STATUS_TONES[request.status]}>{REQUEST_STATUS_NAMES[request.status]}</StatusPill>
      {hints.length > 0 && (
        // Dots separate hints; one at the beginning of a line is clipped.
        <ul
          title={hints.map(({ text }) => text).join(' · ')}
          className="-ml-3 flex max-w-75 flex-wrap gap-y-0.5 text-xs [clip-path:inset(0_0_0_0.75rem)] @6xl:block @6xl:min-w-0 @6xl:max-w-none @6xl:truncate"
        >
          {hints.map(({ text, tone }) => (
            <li
              key={text}
              className={classes(
                '@6xl:inline',
                HINT_LOOKS[tone],
                // A bank's or a mail server's reply may be long.
                tone === 'danger'
                  ? 'line-clamp-3 w-full pl-3 @6xl:w-auto'
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
