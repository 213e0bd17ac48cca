import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHARGE_CENTS_MIN, toCents } from '#contract/money.ts'
import { creditToUse, shareOf } from './credit-use.ts'

const cents = (max = 99_999_999) => fc.integer({ min: 0, max }).map(toCents)

test('the credit used for a total is as much as possible without leaving an amount that no card can pay', () => {
  const total = fc
    .oneof(fc.constant(toCents(0)), fc.integer({ min: CHARGE_CENTS_MIN, max: 200 }).map(toCents), cents())
    .filter((one) => one === 0 || one >= CHARGE_CENTS_MIN)
  fc.assert(
    fc.property(total, fc.oneof(cents(200), cents()), (totalCents, availableCents) => {
      const used = creditToUse(totalCents, availableCents)
      const left = totalCents - used
      expect(used).toBeLessThanOrEqual(Math.min(totalCents, availableCents))
      expect(left === 0 || left >= CHARGE_CENTS_MIN).toBe(true)
      // Less than available only to leave exactly the smallest card payment.
      expect(used === Math.min(totalCents, availableCents) || left === CHARGE_CENTS_MIN || used === 0).toBe(true)
    }),
  )
})

test.each([
  [10_000, 2_500, 2_500],
  [10_000, 9_951, 9_950],
  [50, 49, 0],
  [60, 40, 10],
  [0, 500, 0],
])('the credit used for a total of %d cents with %d is %d', (total, available, used) => {
  expect(creditToUse(toCents(total), toCents(available))).toBe(used)
})

test('a line refunded in any parts returns each cent the way it was paid', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const line = fc
    .integer({ min: 1, max: 2_000_000 })
    .chain((cost) => fc.tuple(fc.constant(cost), fc.integer({ min: 0, max: cost }), fc.array(share)))
  fc.assert(
    fc.property(line, ([cost, credit, parts]) => {
      let left = cost
      let creditLeft = credit
      for (const part of [...parts, 1]) {
        const given = toCents(Math.floor(left * part))
        const credited = shareOf(toCents(creditLeft), { cents: given, leftCents: toCents(left) })
        expect(credited).toBeLessThanOrEqual(given)
        // Money is refunded too, but never more than was paid with it.
        expect(given - credited).toBeLessThanOrEqual(left - creditLeft)
        left -= given
        creditLeft -= credited
        expect(creditLeft).toBeGreaterThanOrEqual(0)
        expect(creditLeft).toBeLessThanOrEqual(left)
      }
      expect([left, creditLeft]).toEqual([0, 0])
    }),
  )
})
