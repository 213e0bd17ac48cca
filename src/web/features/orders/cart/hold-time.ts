import type { CartLine } from '#contract/orders/cart.ts'

/** From here on a hold needs attention, and its ring changes color. */
export const HOLD_URGENT_SECONDS = 5 * 60
/** The moments at which a countdown is announced; more would talk over everything else. */
export const HOLD_SPOKEN_SECONDS = [5 * 60, 60] as const
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
