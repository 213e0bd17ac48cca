import type { Cart, CartLine, getCart } from '#contract/orders/cart.ts'
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

/** The holds that the store may still list although their lines were removed. */
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
 * their units are released now.
 */
export async function withoutRemoved(cart: Cart): Promise<Cart> {
  const removed = unreleasedHoldIds()
  if (removed.size === 0) return cart
  const listed = cart.lines.filter(({ holdId }) => removed.has(holdId))
  const waiting = (await Promise.all(listed.map(releaseAgain))).filter((id) => id !== null)
  remember(waiting)
  if (listed.length === 0) return cart
  // What is released, the store's offers no longer count.
  const now = waiting.length < listed.length ? await callApi<typeof getCart>('GET', '/api/cart', {}) : cart
  const lines = now.lines.filter(({ holdId }) => !waiting.includes(holdId))
  return lines.length === now.lines.length ? now : { ...now, lines, ...sumsOf(lines) }
}

/** @returns the hold, if it is still to be released */
async function releaseAgain(line: CartLine): Promise<string | null> {
  try {
    await release(line)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return isBeingPaid(error) ? null : line.holdId
  }
}
