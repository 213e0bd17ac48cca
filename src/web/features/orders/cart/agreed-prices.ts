import { useMemo } from 'react'
import type { AppliedOffer } from '#contract/catalogue/offers.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { readStored, writeStored } from '#web/ui/storage.ts'
import { createStore } from '#web/ui/store.ts'
import { followReads } from './cart-data.ts'

interface PricedLine {
  holdId: string
  price: number
  bonusLeads: number
  offers: readonly Pick<AppliedOffer, 'offerId' | 'discount'>[]
}

/** What a line cost when the buyer took it; `off`: what each offer took off. In dollars. */
type AgreedPrice = { price: number; bonusLeads: number; off: Readonly<Record<string, number>> }

type AgreedPrices = Readonly<Record<string, AgreedPrice>>

/** `was` and `now`: dollars after offers. `lostLeads`: extra leads that the line no longer has. */
type PriceChange<L extends PricedLine> = { line: L; was: number; now: number; lostLeads: number }

/** The lines whose price after offers, or extra leads, changed since the buyer took them. */
export function priceChanges<L extends PricedLine>(lines: readonly L[], agreed: AgreedPrices): PriceChange<L>[] {
  return lines.flatMap((line) => {
    const before = agreed[line.holdId]
    const now = costOf(priceOf(line))
    const was = before ? costOf(before) : now
    const lostLeads = Math.max(0, (before?.bonusLeads ?? 0) - line.bonusLeads)
    return was === now && lostLeads === 0 ? [] : [{ line, was, now, lostLeads }]
  })
}

/**
 * Records new lines at their current price and forgets those that left; earlier agreements stay.
 *
 * When the buyer adds or removes a line, offers are distributed again, such as $50 off over all lines, and a better one
 * may replace another that does not combine with it: that is not a price change. But if a line lost its offer and the
 * cart as a whole gets less off, it is: the offer ended, or its pair was broken.
 */
export function withCurrentLines(agreed: AgreedPrices, lines: readonly PricedLine[]): AgreedPrices {
  const current = Object.fromEntries(lines.map((line) => [line.holdId, priceOf(line)]))
  const isSameCart =
    Object.keys(agreed).length === lines.length && lines.every(({ holdId }) => agreed[holdId] !== undefined)
  const offersNow = new Set(Object.values(current).flatMap(({ off }) => Object.keys(off)))
  const hasLessOff = takenOffAll(current) < takenOffAll(agreed)
  return Object.fromEntries(
    Object.entries(current).map(([holdId, today]) => {
      const before = agreed[holdId]
      if (!before) return [holdId, today]
      if (isSameCart) return [holdId, before]
      const shared = { ...before, off: today.off }
      const hasLost = Object.keys(before.off).some((offerId) => !offersNow.has(offerId))
      return [holdId, hasLessOff && hasLost && costOf(shared) > costOf(before) ? before : shared]
    }),
  )
}

/** What is stored, as far as it has the right shape: anyone may edit local storage. */
export function readAgreedPrices(stored: unknown): AgreedPrices {
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => isAgreedPrice(value)))
}

function isAgreedPrice(value: unknown): value is AgreedPrice {
  if (typeof value !== 'object' || value === null) return false
  if (!('price' in value && 'bonusLeads' in value && 'off' in value)) return false
  const { price, bonusLeads, off } = value
  if (typeof price !== 'number' || typeof bonusLeads !== 'number' || typeof off !== 'object' || off === null)
    return false
  return Object.values(off).every((amount) => typeof amount === 'number')
}

const priceOf = ({ price, bonusLeads, offers }: PricedLine): AgreedPrice => ({
  price,
  bonusLeads,
  off: Object.fromEntries(offers.flatMap(({ offerId, discount }) => (discount > 0 ? [[offerId, discount]] : []))),
})

/** In dollars, computed in cents. */
const costOf = (one: AgreedPrice): number => (Math.round(one.price * 100) - takenOff(one)) / 100

/** In cents. */
const takenOff = ({ off }: AgreedPrice): number =>
  Object.values(off).reduce((sum, amount) => sum + Math.round(amount * 100), 0)

const takenOffAll = (prices: AgreedPrices): number => Object.values(prices).reduce((sum, one) => sum + takenOff(one), 0)

const STORAGE_KEY = 'cart-agreed-prices'

/** The server's cart only has current prices. Buyers see a new one before they pay, even after a reload. */
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
