import type { CartLine } from '#contract/orders/cart.ts'
import { createStore } from '#web/ui/store.ts'
import type { OrderedLine } from './last-order.ts'

/** What the buyer must be told about lines that left the cart without being removed. */
interface LostLines {
  /** They expired while the page was open. */
  expired: readonly CartLine[]
  /** An administrator removed them, so others can buy them. */
  takenBack: readonly CartLine[]
  /** How many left with a payment in progress. */
  payingCount: number
  /** How many others had left before the page was opened. */
  goneCount: number
  /** Lines of a repeated order that could not be held again. */
  missing: readonly OrderedLine[]
  /** What could not be done with the whole cart, with the reasons. */
  notDone: { title: string; sentences: readonly string[] } | null
}

const NONE_LOST: LostLines = { expired: [], takenBack: [], payingCount: 0, goneCount: 0, missing: [], notDone: null }

export const lostLines = createStore(NONE_LOST)

/** The buyer has been told: the cart was open and is closed again. */
export function forgetLostLines(): void {
  lostLines.set(NONE_LOST)
}

/** Forgets a lost line, because it was added again or is no longer wanted. */
export function forgetLost(line: CartLine): void {
  const lost = lostLines.get()
  const isOther = (one: CartLine) => one.holdId !== line.holdId
  lostLines.set({ ...lost, expired: lost.expired.filter(isOther), takenBack: lost.takenBack.filter(isOther) })
}

/** Holds that the buyer released on this page: their lines are not lost. */
export const letGo = new Set<string>()
