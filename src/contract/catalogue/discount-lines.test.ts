import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHARGE_CENTS_MIN, toCents } from '#contract/money.ts'
import { discountLines, type MoneyOffer, type PricedLine, type Reduction } from './discount-lines.ts'

const PACKAGES = ['48453-vacant-vip-20', '48453-owner-premium-50', '24005-landlord-standard-100', '10001-vacant-vip-30']

const cartOf = (prices: readonly number[]): PricedLine[] =>
  prices.map((cents, index) => ({
    lineId: `hld_${index}`,
    packageId: PACKAGES[index % PACKAGES.length] ?? '',
    priceCents: toCents(cents),
  }))

const anOffer = (offer: Partial<MoneyOffer> & Pick<MoneyOffer, 'kind' | 'value'>): MoneyOffer => ({
  offerId: `off_${offer.kind}_${offer.value}`,
  name: 'An offer',
  isCombinable: true,
  isInScope: () => true,
  ...offer,
})

const percentage = (value: number, more: Partial<MoneyOffer> = {}) => anOffer({ kind: 'percentage', value, ...more })
const fixed = (value: number, more: Partial<MoneyOffer> = {}) => anOffer({ kind: 'fixed', value, ...more })
const bogo = (more: Partial<MoneyOffer> = {}) => anOffer({ kind: 'bogo', value: 0, ...more })

const sum = (reductions: readonly Reduction[]) => reductions.reduce((total, one) => total + one.cents, 0)
const byLine = (reductions: readonly Reduction[]) =>
  Object.fromEntries([...Map.groupBy(reductions, (one) => one.lineId)].map(([id, all]) => [id, sum(all)]))

const anyOffer = fc
  .record({
    offerId: fc.uuid(),
    kind: fc.constantFrom('percentage' as const, 'fixed' as const, 'bogo' as const),
    value: fc.integer({ min: 0, max: 10_000 }),
    isCombinable: fc.boolean(),
    scope: fc.subarray(PACKAGES),
  })
  .map(({ scope, ...offer }) => anOffer({ ...offer, isInScope: (line) => scope.includes(line.packageId) }))

// Prices are 0 or at least 50 cents (change-price).
const anyCart = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 50, max: 150_000 })), { minLength: 1, maxLength: 12 })
  .map(cartOf)
const offers = fc.uniqueArray(anyOffer, { maxLength: 5, selector: (offer) => offer.offerId })

/** For any cart and any offers. */
const forAll = (check: (cart: PricedLine[], all: MoneyOffer[]) => void) =>
  fc.assert(fc.property(anyCart, offers, (cart, all) => check(cart, all)))

describe('for any cart and any offers', () => {
  test('no line costs less than zero or more than its price', () => {
    forAll((cart, all) => {
      const off = byLine(discountLines(cart, all))
      for (const line of cart) {
        expect(off[line.lineId] ?? 0).toBeGreaterThanOrEqual(0)
        expect(off[line.lineId] ?? 0).toBeLessThanOrEqual(line.priceCents)
      }
    })
  })

  test('each reduction is a whole number of cents from one offer that covers the line', () => {
    forAll((cart, all) => {
      const reductions = discountLines(cart, all)
      for (const { lineId, offerId, cents } of reductions) {
        const line = cart.find((one) => one.lineId === lineId)
        expect(line && all.find((offer) => offer.offerId === offerId)?.isInScope(line)).toBe(true)
        expect(Number.isSafeInteger(cents) && cents > 0).toBe(true)
      }
      expect(new Set(reductions.map((one) => `${one.lineId} ${one.offerId}`)).size).toBe(reductions.length)
    })
  })

  test('the order of lines and offers does not change any line’s cents', () => {
    const shuffled = fc.tuple(anyCart, offers, fc.nat()).map(([cart, all, turn]) => {
      const at = <T>(list: T[]) => list.map((_, index) => list[(index + turn) % list.length] as T)
      return { cart, all, other: at(cart).toReversed(), others: at(all) }
    })
    fc.assert(
      fc.property(shuffled, ({ cart, all, other, others }) => {
        const key = (one: Reduction) => `${one.lineId} ${one.offerId} ${one.cents}`
        expect(discountLines(other, others).map(key).sort()).toEqual(discountLines(cart, all).map(key).sort())
      }),
    )
  })

  test('the total is zero or at least what the card provider accepts', () => {
    forAll((cart, all) => {
      const total = cart.reduce((cents, line) => cents + line.priceCents, 0) - sum(discountLines(cart, all))
      expect(total === 0 || total >= CHARGE_CENTS_MIN).toBe(true)
    })
  })

  test('an additional exclusive offer never takes less off', () => {
    fc.assert(
      fc.property(anyCart, offers, anyOffer, (cart, all, more) => {
        const alone = { ...more, isCombinable: false }
        expect(sum(discountLines(cart, [...all, alone]))).toBeGreaterThanOrEqual(sum(discountLines(cart, all)))
      }),
    )
  })
})

test('an offer of 30% is rounded per line', () => {
  expect(byLine(discountLines(cartOf([29_900, 4_999]), [percentage(3000)]))).toEqual({ hld_0: 8_970, hld_1: 1_500 })
})

test('an offer of a fixed amount is shared among its lines by price and never exceeds their cost', () => {
  expect(byLine(discountLines(cartOf([20_000, 10_000]), [fixed(1_000)]))).toEqual({ hld_0: 667, hld_1: 333 })
  expect(sum(discountLines(cartOf([300, 200]), [fixed(100_000)]))).toBe(500)
})

test('an offer of two for one splits the cheaper price of each pair over both, and leaves a single line alone', () => {
  const off = byLine(discountLines(cartOf([10_000, 40_000, 30_000, 20_000, 5_000]), [bogo()]))
  expect(off).toEqual({ hld_1: 17_143, hld_2: 12_857, hld_3: 6_667, hld_0: 3_333 })
  expect(discountLines(cartOf([10_000]), [bogo()])).toEqual([])
})

test('an offer of two for one never leaves one line of a pair free and the other paid, even with other offers', () => {
  const paid = (all: readonly MoneyOffer[]) => {
    const off = byLine(discountLines(cartOf([109_900, 99_900]), all))
    return [109_900 - (off.hld_0 ?? 0), 99_900 - (off.hld_1 ?? 0)]
  }
  expect(paid([bogo()])).toEqual([57_569, 52_331])
  expect(paid([bogo(), percentage(6000), fixed(1_000)])).toEqual([22_504, 20_456])
})

test('an offer does not change lines outside its scope', () => {
  const only = percentage(5000, { isInScope: (line) => line.packageId.includes('owner') })
  expect(byLine(discountLines(cartOf([10_000, 10_000]), [only]))).toEqual({ hld_1: 5_000 })
})

test('an offer that would leave 1 to 49 cents leaves 50', () => {
  expect(sum(discountLines(cartOf([10_000]), [fixed(9_980)]))).toBe(9_950)
  expect(sum(discountLines(cartOf([10_000]), [fixed(10_000)]))).toBe(10_000)
})

test('several offers that combine apply in turn: two for one, then percentages of the rest, then amounts', () => {
  const all = [fixed(500), percentage(1000), bogo()]
  expect(sum(discountLines(cartOf([10_000, 8_000]), all))).toBe(8_000 + 1_000 + 500)
})

test('several offers that do not combine: the better choice applies', () => {
  const alone = percentage(3000, { isCombinable: false })
  expect(sum(discountLines(cartOf([10_000]), [percentage(1000), alone]))).toBe(3_000)
  expect(sum(discountLines(cartOf([10_000]), [percentage(5000), alone]))).toBe(5_000)
})
