import type { CartLine } from '#contract/cart.ts'
import { createStore } from '#web/ui/store.ts'

/** Whether the cart dialog is open; the header and the leads page both open it. */
export const cartDialog = createStore(false)

/** What the buyer must be told about lines that left the cart without being removed. */
interface LostLines {
  /** They ran out while the buyer looked on. */
  expired: readonly CartLine[]
  /** How many left with a payment that is under way. */
  payingCount: number
  /** How many others had left before the page was opened. */
  goneCount: number
}

const NONE_LOST: LostLines = { expired: [], payingCount: 0, goneCount: 0 }

export const lostLines = createStore(NONE_LOST)

export function openCart(): void {
  cartDialog.set(true)
}

export function closeCart(): void {
  cartDialog.set(false)
  lostLines.set(NONE_LOST)
}
