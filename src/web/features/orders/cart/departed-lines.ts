interface Line {
  holdId: string
  /** An instant. */
  expiresAt: string
}

/** What became of the lines of a cart that are no longer in it. */
export interface Departed<L extends Line> {
  /** Their time was up. */
  expired: readonly L[]
  /** They left with a payment that is under way. */
  paying: readonly L[]
  /** They were removed or bought, or the store took them back. */
  others: readonly L[]
}

/**
 * Compares the cart on screen with what the server says now. A line whose payment is under way is never called expired,
 * however late the page hears of its leaving: its hold lives on with the order.
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
 * Whether a line whose payment was under way is in the cart without having been there just before: the page was
 * opened anew, or the bank said no and gave it back. Either way the payment is forgotten.
 *
 * @param before null when the page was just opened
 */
export function isBackFromPaying(
  before: readonly Line[] | null,
  now: readonly Line[],
  beingPaid: ReadonlySet<string>,
): boolean {
  const wasHeld = new Set(before?.map((line) => line.holdId))
  return now.some((line) => beingPaid.has(line.holdId) && !wasHeld.has(line.holdId))
}
