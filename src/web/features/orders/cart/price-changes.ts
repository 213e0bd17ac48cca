import type { AppliedOffer } from '#contract/catalogue/offers.ts'

/** As much of a line of the cart as its price is made of; dollars. */
interface PricedLine {
  holdId: string
  price: number
  bonusLeads: number
  offers: readonly Pick<AppliedOffer, 'offerId' | 'discount'>[]
}

/** What a line cost when the buyer saw and took it: its price, and what each offer took off, in dollars; and its extra leads. */
export interface AgreedPrice {
  price: number
  bonusLeads: number
  off: Readonly<Record<string, number>>
}

/** By hold. */
export type AgreedPrices = Readonly<Record<string, AgreedPrice>>

export interface PriceChange<L extends PricedLine> {
  line: L
  /** Dollars the buyer agreed to before, after offers. */
  was: number
  /** And what the line costs now. */
  now: number
  /** Extra leads that it brings no more, e.g. because the buyer has used the offer as often as one may. */
  lostLeads: number
}

/** The lines that cost something else now, after offers, or bring fewer extra leads, than when the buyer took them. */
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
 * Takes new lines at the price they came with and forgets those that left; what was agreed to before stays.
 *
 * When the buyer adds or removes a line, offers are shared anew, e.g. $50 off over all lines, and a better one may take the
 * place of another that it does not go with: that is no change of price. A line that lost its offer while the cart as a
 * whole gets less off is one: the offer ended, or its pair was broken.
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

/** What is stored, as far as it has our shape: anyone may edit local storage. */
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

/** In dollars, worked out in cents. */
function costOf(one: AgreedPrice): number {
  return (Math.round(one.price * 100) - takenOff(one)) / 100
}

/** In cents. */
const takenOff = ({ off }: AgreedPrice): number =>
  Object.values(off).reduce((sum, amount) => sum + Math.round(amount * 100), 0)

const takenOffAll = (prices: AgreedPrices): number => Object.values(prices).reduce((sum, one) => sum + takenOff(one), 0)
