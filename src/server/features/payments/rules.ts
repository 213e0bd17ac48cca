import { hours, minutes } from '#server/platform/clock.ts'

/** Tries after which a refund is overdue: a quarter of an hour, longer than most outages and deploys of a provider. */
export const REFUND_TRIES_QUIET = 5
const FIRST_WAIT_MS = minutes(1)
/** The provider gives the same answer to a key for a day, so asking more often than this would only repeat it. */
const WAIT_MS_MAX = hours(6)

/** Returns the wait after this many failed tries: 1, 2, 4, … minutes, at most 6 hours, for as long as it takes. */
export const refundWaitMs = (attempts: number) => Math.min(FIRST_WAIT_MS * 2 ** Math.max(attempts - 1, 0), WAIT_MS_MAX)

/** The provider accepted the refund and it then failed: the money is with us again. */
export const REFUND_CAME_BACK = 'refund_failed'
/** No later try changes these: refunded elsewhere, or rejected by the buyer's bank. A person decides. */
export const FINAL_REFUND_CODES: ReadonlySet<string> = new Set(['charge_already_refunded', REFUND_CAME_BACK])

/** Until when a sent refund may reach the provider: two calls of 20 s, the retries of the SDK (32 s), a slow network. */
export const REFUND_UNDER_WAY_MS = minutes(3)
