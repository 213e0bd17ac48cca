import { useMemo } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { createStore } from '#web/ui/store.ts'
import { type AgreedPrices, type PriceChange, priceChanges, withCurrentLines } from './price-changes.ts'

const STORAGE_KEY = 'cart-agreed-prices'

/**
 * Carts are told of a new price before they pay (DESIGN.md section 7). The server's cart only knows today's prices, so
 * what the buyer agreed to is remembered here, over a reload as well.
 */
const agreedPrices = createStore<AgreedPrices>(storedPrices())

/** Keeps the memory in step with the cart; call whenever the cart changed. */
export function noteSeenPrices(lines: readonly CartLine[]): void {
  keep(withCurrentLines(agreedPrices.get(), lines))
}

/** The buyer has seen these lines at these prices and goes on. */
export function agreeToPrices(lines: readonly CartLine[]): void {
  keep(withCurrentLines({}, lines))
}

/** What must be agreed to before paying. */
export function usePriceChanges(lines: readonly CartLine[]): readonly PriceChange<CartLine>[] {
  const agreed = agreedPrices.use()
  return useMemo(() => priceChanges(lines, agreed), [lines, agreed])
}

function keep(prices: AgreedPrices): void {
  agreedPrices.set(prices)
  writeStored('local', STORAGE_KEY, prices)
}

/** What is stored, as far as it has our shape: anyone may edit local storage. */
function storedPrices(): AgreedPrices {
  const stored = readStored('local', STORAGE_KEY)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, price]) => typeof price === 'number'))
}
