interface Line {
  holdId: string
  /** An instant. */
  expiresAt: string
}

/** What became of lines that are no longer in the cart. */
export interface Departed<L extends Line> {
  /** They expired. */
  expired: readonly L[]
  /** They left with a payment in progress. */
  paying: readonly L[]
  /** They were removed or bought, or the store took them back. */
  others: readonly L[]
}

/**
 * Compares the cart on screen with the server's. A line whose payment is in progress never counts as expired, however
 * late the page notices that it left: its hold continues with the order.
 *
 * @param nowMs the server's time
 */
export function departedLines<L extends Line>(
  before: readonly L[],
  now: readonly Line[],
  beingPaid: ReadonlySet<string>,
  nowMs: number,
): Departed<L> {
  const held = new Set(now.map((line) => line.holdId))
  const gone = before.filter((line) => !held.has(line.holdId))
  const paying = gone.filter((line) => beingPaid.has(line.holdId))
  const unpaid = gone.filter((line) => !beingPaid.has(line.holdId))
  const isOver = (line: L) => Date.parse(line.expiresAt) <= nowMs
  return { expired: unpaid.filter(isOver), paying, others: unpaid.filter((line) => !isOver(line)) }
}

/**
 * Whether a line whose payment was in progress is in the cart again: the page was reopened, or the bank declined and
 * gave it back. In either case the payment is forgotten.
 *
 * @param before null if the page was just opened
 */
export function isBackFromPaying(
  before: readonly Line[] | null,
  now: readonly Line[],
  beingPaid: ReadonlySet<string>,
): boolean {
  const wasHeld = new Set(before?.map((line) => line.holdId))
  return now.some((line) => beingPaid.has(line.holdId) && !wasHeld.has(line.holdId))
}
