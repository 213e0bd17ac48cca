import { useMemo } from 'react'
import type { CartLine } from '#contract/orders/cart.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { createStore } from '#web/ui/store.ts'
import {
  type AgreedPrices,
  type PriceChange,
  priceChanges,
  readAgreedPrices,
  withCurrentLines,
} from './price-changes.ts'

const STORAGE_KEY = 'cart-agreed-prices'

/**
 * Carts are told of a new price before they pay (DESIGN.md section 7), be it that the price changed or that an offer began
 * or ended. The server's cart only knows what counts today, so what the buyer agreed to is remembered here, over a reload
 * as well.
 */
const agreedPrices = createStore<AgreedPrices>(readAgreedPrices(readStored('local', STORAGE_KEY)))

/** Keeps the memory in step with the cart; call whenever the server told it. */
export function recordSeenPrices(lines: readonly CartLine[]): void {
  keep(withCurrentLines(agreedPrices.get(), lines))
}

/** Remembers that the buyer accepted these lines at these prices. */
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
