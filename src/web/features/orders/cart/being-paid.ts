import type { CartLine } from '#contract/orders/cart.ts'
import { readStored, removeStored, writeStored } from '#web/ui/storage.ts'
import { lostLines } from './lost-lines.ts'

const STORAGE_KEY = 'cart-being-paid'

/** They leave the cart with the payment and expire in no tab. None: the payment failed for certain. */
export function recordBeingPaid(lines: readonly CartLine[]): void {
  const paying = lines.map(({ holdId }) => ({ holdId }))
  if (paying.length > 0) writeStored('local', STORAGE_KEY, paying)
  else {
    removeStored('local', STORAGE_KEY)
    lostLines.set({ ...lostLines.get(), payingCount: 0 })
  }
}

/** The holds of the lines recorded last. */
export function beingPaid(): ReadonlySet<string> {
  const stored = readStored('local', STORAGE_KEY)
  return new Set(Array.isArray(stored) ? stored.map(holdIdOf).filter((id) => id !== null) : [])
}

function holdIdOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('holdId' in value)) return null
  return typeof value.holdId === 'string' ? value.holdId : null
}
