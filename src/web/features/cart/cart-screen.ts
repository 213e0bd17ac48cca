import type { CartLine } from '#contract/cart.ts'
import type { OrderToken } from '#contract/values.ts'
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts'
import { createStore } from '#web/ui/store.ts'
import type { OrderedLine } from './last-order.ts'

/** Where the buyer is in the dialog (SPEC.md section 4, "Cart dialog flow"). */
export type CartStep = 'list' | 'contact' | 'payment' | 'done'

export interface CartPlace {
  isOpen: boolean
  step: CartStep
  /** The order that was bought, at step `done`. */
  order?: OrderToken
}

const STORAGE_KEY = 'cart-step'
const CLOSED: CartPlace = { isOpen: false, step: 'list' }

/** Whether the cart dialog is open, and at which step; a reload comes back to the same place. */
export const cartPlace = createStore<CartPlace>(placeBeforeReload())

/** What the buyer must be told about lines that left the cart without being removed. */
interface LostLines {
  /** They ran out while the buyer looked on. */
  expired: readonly CartLine[]
  /** How many left with a payment that is under way. */
  payingCount: number
  /** How many others had left before the page was opened. */
  goneCount: number
  /** Of a repeated order: what is out of stock. */
  missing: readonly OrderedLine[]
}

const NONE_LOST: LostLines = { expired: [], payingCount: 0, goneCount: 0, missing: [] }

export const lostLines = createStore(NONE_LOST)

export function openCart(): void {
  goToCartStep('list')
}

/** Moves on, or back, inside the dialog. */
export function goToCartStep(step: CartStep, order?: OrderToken): void {
  cartPlace.set({ isOpen: true, step, ...(order ? { order } : {}) })
  writeStored('session', STORAGE_KEY, { step, order })
}

export function closeCart(): void {
  cartPlace.set(CLOSED)
  lostLines.set(NONE_LOST)
  removeStored('session', STORAGE_KEY)
}

/** Forgets a line that ran out, because it was added again or is no longer wanted. */
export function forgetExpired(line: CartLine): void {
  const lost = lostLines.get()
  lostLines.set({ ...lost, expired: lost.expired.filter((one) => one.holdId !== line.holdId) })
}

/** Only a reload comes back: a link followed or an address typed asks for that page, not for the dialog over it. */
function placeBeforeReload(): CartPlace {
  const [navigation] = performance.getEntriesByType('navigation')
  const wasReloaded = navigation !== undefined && 'type' in navigation && navigation.type === 'reload'
  const stored = readStored('session', STORAGE_KEY)
  if (!wasReloaded || typeof stored !== 'object' || stored === null || !('step' in stored)) return CLOSED
  const { step } = stored
  if (step === 'done') {
    const order = 'order' in stored && typeof stored.order === 'string' ? (stored.order as OrderToken) : undefined
    return order ? { isOpen: true, step, order } : CLOSED
  }
  return step === 'list' || step === 'contact' || step === 'payment' ? { isOpen: true, step } : CLOSED
}
