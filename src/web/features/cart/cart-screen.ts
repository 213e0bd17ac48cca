import type { CartLine } from '#contract/cart.ts'
import { createStore } from '#web/ui/store.ts'

/** Whether the cart dialog is open; the header and the leads page both open it. */
export const cartDialog = createStore(false)

/**
 * What the buyer must be told about lines that left the cart without being removed: `expired` while they looked on,
 * or `goneCount` lines that had left before the page was opened.
 */
export const lostLines = createStore<{ expired: readonly CartLine[]; goneCount: number }>({ expired: [], goneCount: 0 })

export function openCart(): void {
  cartDialog.set(true)
}

export function closeCart(): void {
  cartDialog.set(false)
  lostLines.set({ expired: [], goneCount: 0 })
}
