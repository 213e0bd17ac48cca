import { useMemo } from 'react'
import type { CartLine } from '#contract/orders/cart.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { createStore } from '#web/ui/store.ts'
import { followReads } from './cart-data.ts'
import {
  type AgreedPrices,
  type PriceChange,
  priceChanges,
  readAgreedPrices,
  withCurrentLines,
} from './price-changes.ts'

const STORAGE_KEY = 'cart-agreed-prices'

/**
 * Buyers see a new price before they pay, whether the price changed or an offer started or ended. The server's cart
 * only has current prices, so what the buyer agreed to is stored here, also across a reload.
 */
const agreedPrices = createStore<AgreedPrices>(readAgreedPrices(readStored('local', STORAGE_KEY)))

followReads((lines) => keep(withCurrentLines(agreedPrices.get(), lines)))

/** Records that the buyer accepted these lines at these prices. */
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
