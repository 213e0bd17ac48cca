/** The numbers of refunds. */
import { hours, minutes } from '#server/platform/clock.ts'

/**
 * From this many tries on a refund is overdue: its log lines are errors and the figure `refunds_unmade` shows it. With
 * the waits below that is a quarter of an hour, longer than most outages and deploys of a provider.
 */
export const REFUND_TRIES_QUIET = 5

const FIRST_WAIT_MS = minutes(1)
/** The provider answers a key the same way for a day; asking more often than this would only hear it again. */
const WAIT_MS_MAX = hours(6)

/** How long to wait after so many tries that failed: 1, 2, 4, … minutes, at most 6 hours, for as long as it takes. */
export function refundWaitMs(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.max(attempts - 1, 0), WAIT_MS_MAX)
}

/** The provider took the refund and ended it as failed: the money is with us again. */
export const REFUND_CAME_BACK = 'refund_failed'

/**
 * Answers that no later try under the same key can change: the whole payment went back already, by somebody else's hand,
 * or the buyer's bank did not take the refund. A person decides what comes next.
 */
export const FINAL_REFUND_CODES: ReadonlySet<string> = new Set(['charge_already_refunded', REFUND_CAME_BACK])

/**
 * How long after it was sent a refund may still reach the provider: our two calls last 20 s each, the SDK may carry on with
 * the last one for another 32 s (three tries of 10 s), and a network may deliver late.
 */
export const REFUND_UNDER_WAY_MS = minutes(3)
