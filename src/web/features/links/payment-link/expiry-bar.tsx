import { formatCountdown, formatMoment, formatTimeLeft } from '#web/lib/format.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { classes } from '#web/ui/classes.ts'
import { CountdownRing } from '#web/ui/countdown-ring.tsx'

const URGENT_SECONDS = 60 * 60
/** Announced by screen readers as the end comes closer, each once. */
const SPOKEN = [
  [60, 'Less than one minute left to pay.'],
  [10 * 60, 'Less than ten minutes left to pay.'],
  [URGENT_SECONDS, 'Less than one hour left to pay.'],
] as const

export function ExpiryBar({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }) {
  const now = useServerSeconds()
  const end = Date.parse(expiresAt) / 1000
  const seconds = Math.max(0, Math.floor(end - now))
  const isUrgent = seconds < URGENT_SECONDS
  const spoken = SPOKEN.find(([mark]) => seconds < mark)?.[1]
  return (
    <div
      className={classes(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-md border px-4 py-2.5 text-sm',
        isUrgent ? 'border-attention/40 bg-attention-quiet' : 'border-transparent bg-sunken',
      )}
    >
      <p
        role="timer"
        aria-label="Time left to pay"
        className={classes('figures flex items-center gap-2 font-semibold', isUrgent && 'text-attention')}
      >
        <CountdownRing left={seconds / (end - Date.parse(createdAt) / 1000)} isUrgent={isUrgent} size={18} />
        <span>
          {isUrgent ? formatCountdown(seconds) : formatTimeLeft(expiresAt, now * 1000).replace('in ', '')} left
        </span>
      </p>
      <p>Pay by {formatMoment(expiresAt)}</p>
      <p role="status" className="sr-only">
        {spoken}
      </p>
    </div>
  )
}
