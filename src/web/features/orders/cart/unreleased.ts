import type { Cart, CartLine } from '#contract/orders/cart.ts'
import type { releasePackage } from '#contract/stock/inventory.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { sumsOf } from '#web/lib/line-sums.ts'
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts'

/**
 * Holds of lines that the buyer removed while their release failed. They stay off the screen, in every tab and after a
 * reload, until the store has released them or they ran out.
 */
const STORAGE_KEY = 'cart-unreleased'

/** Holds that the store may still list although their lines were removed. */
export function unreleasedHoldIds(): ReadonlySet<string> {
  const stored = readStored('local', STORAGE_KEY)
  return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [])
}

function remember(holdIds: Iterable<string>): void {
  const ids = [...holdIds]
  if (ids.length > 0) writeStored('local', STORAGE_KEY, ids)
  else removeStored('local', STORAGE_KEY)
}

export function rememberUnreleased(lines: readonly CartLine[]): void {
  remember([...unreleasedHoldIds(), ...lines.map(({ holdId }) => holdId)])
}

/** Returns a line's unit. @throws ApiError */
export const release = ({ packageId, holdId }: CartLine) =>
  callApi<typeof releasePackage>('PUT', '/api/packages/:packageId/release', {
    params: { packageId },
    body: { quantity: 1, holdId },
  })

/** A card is paying for the line right now, or just has: it stays. */
export const isBeingPaid = ({ code }: ApiError): boolean => code === 'hold_of_order' || code === 'order_already_paid'

/**
 * The cart as the buyer left it: without the lines they removed. Since it could be read, the store can be reached, so
 * their units are released now. No one waits for that: a release first closes an open payment at the card provider.
 *
 * @param readAgain the store's offers no longer count what is released
 */
export function withoutRemoved(cart: Cart, readAgain: () => unknown): Cart {
  const removed = unreleasedHoldIds()
  const listed = cart.lines.filter(({ holdId }) => removed.has(holdId))
  // The others' holds ended, or only the reply to their release was lost.
  remember(listed.map(({ holdId }) => holdId))
  if (listed.length === 0) return cart
  void Promise.all(listed.map(releaseAgain)).then((all) => all.includes(true) && readAgain())
  const lines = cart.lines.filter((line) => !listed.includes(line))
  return { ...cart, lines, ...sumsOf(lines) }
}

/** @returns whether nothing is left to release */
async function releaseAgain(line: CartLine): Promise<boolean> {
  try {
    await release(line)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!isBeingPaid(error)) return false
  }
  // Other tabs and later removals may have added some.
  remember([...unreleasedHoldIds()].filter((id) => id !== line.holdId))
  return true
}
