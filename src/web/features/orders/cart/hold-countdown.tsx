import { useEffect, useRef } from 'react'
import type { CartLine } from '#contract/orders/cart.ts'
import { formatCountdown } from '#web/lib/format.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { classes } from '#web/ui/classes.ts'
import { CountdownRing } from '#web/ui/countdown-ring.tsx'
import { showToast } from '#web/ui/toast.ts'

const HOLD_MINUTES_USUAL = 30
type HoldCountdownProps = { endsAtMs: number; lead?: string; size: number; className?: string }
/** The time left of a hold: a ring and, next to it, minutes and seconds. In the attention color under five minutes. */
export function HoldCountdown({ endsAtMs, lead, size, className }: HoldCountdownProps) {
  const { holdMinutes = HOLD_MINUTES_USUAL } = useStoreConfig().data ?? {}
  const seconds = Math.max(0, Math.floor(endsAtMs / 1000) - useServerSeconds())
  const isUrgent = seconds < HOLD_URGENT_SECONDS
  return (
    <span
      role="timer"
      aria-label="Reserved for"
      className={classes(
        'figures inline-flex items-center gap-2 text-sm',
        isUrgent && 'font-semibold text-attention',
        className,
      )}
    >
      <CountdownRing left={seconds / (holdMinutes * 60)} isUrgent={isUrgent} size={size} />
      <span>
        {lead && `${lead} `}
        {formatCountdown(seconds)}
      </span>
    </span>
  )
}

/** Read aloud when five minutes and one minute are left. One per page: toasts move into whatever dialog is open. */
export function HoldAnnouncer({ endsAtMs, advice = 'Pay' }: { endsAtMs: number | null; advice?: string }) {
  const now = useServerSeconds()
  const seconds = endsAtMs === null ? null : Math.ceil(endsAtMs / 1000) - now
  const before = useRef(seconds)
  useEffect(() => {
    const crossed = HOLD_SPOKEN_SECONDS.find(
      (mark) => seconds !== null && before.current !== null && before.current > mark && seconds <= mark && seconds > 0,
    )
    before.current = seconds
    if (!crossed) return
    showToast({
      title: `Your packages are reserved for ${crossed === 60 ? '1 more minute' : '5 more minutes'}`,
      description: `${advice}, or press "Extend" in your cart for more time.`,
    })
  }, [seconds, advice])
  return null
}

/** From here on a hold needs attention, and its ring changes color. */
export const HOLD_URGENT_SECONDS = 5 * 60
/** The moments at which a countdown is announced; more would talk over everything else. */
const HOLD_SPOKEN_SECONDS = [5 * 60, 60] as const
/** The longest a hold lasts, however often it is renewed. The server decides; words depend on it. */
const HOLD_LIFE_MAX_MS = 2 * 60 * 60 * 1000
/** Placing a hold and recording its time are two moments. */
const HOLD_LIFE_SLACK_MS = 2000

/** When the first of the lines' holds ends, in milliseconds since 1970; null without lines. */
export const firstEndOf = (lines: readonly CartLine[]): number | null =>
  lines.length === 0 ? null : Math.min(...lines.map((line) => Date.parse(line.expiresAt)))

/** Whether no renewal can move the end of this hold anymore. */
export const isAtHoldLimit = (line: Pick<CartLine, 'addedAt' | 'expiresAt'>): boolean =>
  Date.parse(line.expiresAt) - Date.parse(line.addedAt) >= HOLD_LIFE_MAX_MS - HOLD_LIFE_SLACK_MS
