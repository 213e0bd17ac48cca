import type { CartLine } from '#contract/cart.ts'
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts'
import { lostLines } from './cart-screen.ts'

const STORAGE_KEY = 'cart-being-paid'

/**
 * Remembers, for every tab, the lines whose payment is under way: they leave the cart with it, and must then not be
 * taken for lines that ran out. No lines: the payment failed for certain, or its order is confirmed.
 */
export function noteBeingPaid(lines: readonly CartLine[]): void {
  const holdIds = lines.map((line) => line.holdId)
  if (holdIds.length > 0) writeStored('local', STORAGE_KEY, holdIds)
  else {
    removeStored('local', STORAGE_KEY)
    lostLines.set({ ...lostLines.get(), payingCount: 0 })
  }
}

/** The holds of the lines last noted. */
export function beingPaid(): ReadonlySet<string> {
  const stored = readStored('local', STORAGE_KEY)
  return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [])
}
