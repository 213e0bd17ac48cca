import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discountLines, type MoneyOffer } from '#contract/catalogue/discount-lines.ts'
import { creditToUse } from '#contract/credit/credit-use.ts'
import { addCents, splitCents, toCents, ZERO_CENTS } from '#contract/money.ts'
import { runsOf } from '#testing/lane.ts'
import { type AskedLine, type ChangedLine, type GivenBack, giveBack, type PaidLine } from './give-back.ts'

const PACKAGES = ['48453-vacant-vip-20', '48453-owner-premium-50', '24005-landlord-standard-100', '10001-vacant-vip-30']

interface Offer extends MoneyOffer {
  scope: readonly string[]
}
type Good = Pick<PaidLine, 'lineNumber' | 'packageId' | 'priceCents'>

const anOffer = (offer: Partial<Offer> & Pick<Offer, 'kind' | 'value'>): Offer => {
  const scope = offer.scope ?? PACKAGES
  const isInScope = ({ packageId }: { packageId: string }) => scope.includes(packageId)
  return { offerId: `off_${offer.kind}`, name: 'An offer', isCombinable: true, ...offer, scope, isInScope }
}
const goodsOf = (prices: readonly number[]): Good[] =>
  prices.map((cents, index) => ({
    lineNumber: index + 1,
    packageId: PACKAGES[index % PACKAGES.length] ?? '',
    priceCents: toCents(cents),
  }))

const netsOf = (goods: readonly Good[], offers: readonly Offer[]): number[] => {
  const reductions = discountLines(
    goods.map((one) => ({ ...one, lineId: String(one.lineNumber) })),
    offers,
  )
  return goods.map(({ lineNumber, priceCents }) =>
    reductions
      .filter(({ lineId }) => lineId === String(lineNumber))
      .reduce((net, { cents }) => net - cents, Number(priceCents)),
  )
}
/** What a cart with only these costs. */
const priceOf = (goods: readonly Good[], offers: readonly Offer[]): number => sum(netsOf(goods, offers))

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0)
const keptOf = (lines: readonly PaidLine[]): number => sum(lines.map((line) => line.leftCents))
const creditOf = (lines: readonly PaidLine[]): number => sum(lines.map((line) => line.creditLeftCents))

/** An order of these goods, paid with store credit as far as possible. */
function orderOf(goods: readonly Good[], offers: readonly Offer[], creditCents = 0): PaidLine[] {
  const nets = netsOf(goods, offers).map(toCents)
  const shares = splitCents(creditToUse(addCents(nets), toCents(creditCents)), nets)
  return goods.map((one, index) => ({
    ...one,
    paidCents: nets[index] ?? ZERO_CENTS,
    openOffers: offers.filter(({ scope }) => scope.includes(one.packageId)),
    leftCents: nets[index] ?? ZERO_CENTS,
    creditLeftCents: shares[index] ?? ZERO_CENTS,
    givenCents: ZERO_CENTS,
    isGone: false,
  }))
}

const all = (...lineNumbers: number[]): AskedLine[] =>
  lineNumbers.map((lineNumber) => ({ lineNumber, cents: null, isGone: true }))
const part = (lineNumber: number, cents: number, isGone = false): AskedLine[] => [
  { lineNumber, cents: toCents(cents), isGone },
]

function mustGive(back: GivenBack): { cents: number; creditCents: number; lines: readonly ChangedLine[] } {
  if (!back.ok) throw new Error(`line ${back.lineNumber} gives back ${back.mostCents} at most`)
  return back
}
/** The order after a refund. */
const refunded = (lines: readonly PaidLine[], changed: readonly ChangedLine[]): PaidLine[] =>
  lines.map((line) => ({ ...line, ...changed.find(({ lineNumber }) => lineNumber === line.lineNumber) }))

const backOf = (lines: readonly PaidLine[], asked: AskedLine[]): number => mustGive(giveBack(lines, asked)).cents
const restOf = (lines: readonly PaidLine[], asked: AskedLine[]): PaidLine[] =>
  refunded(lines, mustGive(giveBack(lines, asked)).lines)

const anyGoods = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 50, max: 150_000 })), { minLength: 1, maxLength: 6 })
  .map(goodsOf)
const anyOffers = fc.uniqueArray(
  fc
    .record({
      offerId: fc.uuid(),
      kind: fc.constantFrom('percentage' as const, 'fixed' as const, 'bogo' as const),
      value: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constant(10_000)),
      isCombinable: fc.boolean(),
      scope: fc.oneof(fc.constant(PACKAGES), fc.subarray(PACKAGES)),
    })
    .map(anOffer),
  { maxLength: 4, selector: (offer) => offer.offerId },
)
const anyCredit = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 400_000 }))
const anyRefunds = fc.array(
  fc.oneof(
    fc.record({ lines: fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1, maxLength: 3 }), share: fc.constant(null) }),
    fc.record({
      lines: fc.tuple(fc.nat({ max: 5 })),
      share: fc.oneof(fc.constant(0.5), fc.double({ min: 0, max: 0.99, noNaN: true })),
    }),
  ),
  { minLength: 1, maxLength: 4 },
)

/** Refunds one after another: of whole lines (`share` null), or of part of one line's money. */
type Refund = { lines: readonly number[]; share: number | null }

test('the rest of an order costs what it would cost alone under its offers, for any order', () => {
  const check = (goods: Good[], offers: Offer[], credit: number, refunds: Refund[]) => {
    const paid = orderOf(goods, offers, credit)
    const given = new Map<number, number>()
    let order = paid
    let isUneven = false
    for (const { lines, share } of refunds) {
      const present = order.filter((line, index) => lines.includes(index) && !line.isGone)
      const asked =
        share === null
          ? all(...present.map(({ lineNumber }) => lineNumber))
          : present.slice(0, 1).flatMap((line) => part(line.lineNumber, Math.floor(share * line.leftCents)))
      const before = order
      const back = mustGive(giveBack(order, asked))
      order = refunded(order, back.lines)

      const staying = order.filter(({ isGone }) => !isGone)
      const gone = paid.filter((_, index) => order[index]?.isGone)
      if (share !== null)
        for (const { lineNumber, cents } of asked) given.set(lineNumber, (given.get(lineNumber) ?? 0) + (cents ?? 0))
      const gifts = sum(staying.map(({ lineNumber }) => given.get(lineNumber) ?? 0))
      const cost = Math.max(sum(staying.map((line) => line.paidCents)), priceOf(staying, offers))
      const expected = share === null ? Math.min(keptOf(before), cost - gifts) : keptOf(before) - back.cents
      const isAsExpected =
        keptOf(order) === expected ||
        // A line that costs less than was refunded for it costs nothing.
        (isUneven && keptOf(order) >= Math.min(keptOf(before), Math.max(0, cost - gifts)) && keptOf(order) <= cost)
      isUneven ||= gifts > 0
      const isEachRight = order.every(
        (line) =>
          line.creditLeftCents >= 0 && line.creditLeftCents <= line.leftCents && (!line.isGone || line.leftCents === 0),
      )
      const isBackRight =
        back.cents === keptOf(before) - keptOf(order) &&
        (share === null || back.cents === sum(asked.map(({ cents }) => cents ?? 0))) &&
        back.creditCents === creditOf(before) - creditOf(order) &&
        back.creditCents >= 0 &&
        back.creditCents <= back.cents &&
        keptOf(paid) - keptOf(order) - gifts <= sum(gone.map((line) => line.paidCents))
      if (!isAsExpected || !isEachRight || !isBackRight) return false
    }
    const rest = order.filter(({ isGone }) => !isGone).map(({ lineNumber }) => lineNumber)
    const nothing = refunded(order, mustGive(giveBack(order, all(...rest))).lines)
    return keptOf(nothing) === 0 && creditOf(nothing) === 0
  }
  fc.assert(fc.property(anyGoods, anyOffers, anyCredit, anyRefunds, check), { numRuns: runsOf(10_000) })
})

describe('two for one', () => {
  const pair = orderOf(goodsOf([109_900, 99_900]), [anOffer({ kind: 'bogo', value: 0 })])

  test('refunds what was paid minus the price of the remaining line, so no package is free', () => {
    expect(keptOf(pair)).toBe(109_900)
    expect(backOf(pair, all(1))).toBe(10_000)
    expect(backOf(pair, all(2))).toBe(0)
    expect(backOf(pair, all(1, 2))).toBe(109_900)
  })

  test('for three packages refunds no more than was paid, and keeps no more than the rest costs', () => {
    const three = orderOf(goodsOf([10_000, 9_000, 8_000]), [anOffer({ kind: 'bogo', value: 0 })])
    expect(three.map((line) => line.paidCents)).toEqual([5_263, 4_737, 8_000])
    expect(backOf(three, all(1))).toBe(5_263)
    expect(backOf(three, all(3))).toBe(8_000)
  })

  test('refuses more than a line can give back, and says how much it can', () => {
    expect(giveBack(pair, part(1, 10_001, true))).toEqual({ ok: false, lineNumber: 1, mostCents: 10_000 })
    expect(giveBack(pair, part(1, 57_569))).toEqual({ ok: false, lineNumber: 1, mostCents: 10_000 })
    expect(giveBack(pair, part(2, 52_332))).toEqual({ ok: false, lineNumber: 2, mostCents: 52_331 })
  })

  test('leaves the buyer the money already refunded for the remaining line', () => {
    const some = restOf(pair, part(2, 5_000))
    expect(backOf(some, all(1))).toBe(10_000)
  })

  test('returns credit in proportion', () => {
    const order = orderOf(goodsOf([109_900, 99_900]), [anOffer({ kind: 'bogo', value: 0 })], 54_950)
    expect(mustGive(giveBack(order, all(1)))).toMatchObject({ cents: 10_000, creditCents: 5_000 })
  })
})

test.each([
  ['a percentage', anOffer({ kind: 'percentage', value: 1_000 })],
  ['an amount off everything', anOffer({ kind: 'fixed', value: 10_000 })],
])('a line with its share of %s is refunded at the price paid for it', (_name, offer) => {
  const order = orderOf(goodsOf([10_000, 90_000]), [offer])
  expect(backOf(order, all(1))).toBe(9_000)
})

test('the rest of an order gets the better offer, even if it was worse for the whole order', () => {
  const offers = [
    anOffer({ kind: 'bogo', value: 0, isCombinable: false }),
    anOffer({ kind: 'percentage', value: 3_000, isCombinable: false }),
  ]
  expect(mustGive(giveBack(orderOf(goodsOf([109_900, 99_900]), offers), all(1))).cents).toBe(109_900 - 69_930)
})

test('money refunded for a line that is lost later does not count for the remaining lines', () => {
  // Of four, two are free, so each costs $0.25; of three or of two, one is free.
  let order = orderOf(goodsOf([50, 50, 50, 50]), [anOffer({ kind: 'bogo', value: 0 })])
  const back = [part(1, 12), all(1), all(2)].map((asked) => {
    const { cents, lines } = mustGive(giveBack(order, asked))
    order = refunded(order, lines)
    return cents
  })

  // Without the first, the others cost $1.00, of which $0.88 is left; two packages cost $0.50, so no more is refunded.
  expect(back).toEqual([12, 0, 38])
})

test('an order from before discounts were stored refunds each line at its sale price', () => {
  const free = { paidCents: ZERO_CENTS, leftCents: ZERO_CENTS }
  const order = orderOf(goodsOf([109_900, 99_900]), []).map((line, index) =>
    index === 0 ? line : { ...line, ...free },
  )
  expect(backOf(order, all(1))).toBe(109_900)
})
