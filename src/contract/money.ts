/** Money is integer cents; dollars exist only on the wire (prices as numbers, totals as text) and on the screen. */
import { CENTS_MAX } from './plain-values.ts'
import type { Cents } from './values.ts'

/** The card provider's minimum charge in US dollars; a total from 1 to 49 cents could never be paid. */
export const CHARGE_CENTS_MIN = 50

/** The most it takes in one charge. @see https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const CHARGE_CENTS_MAX = 99_999_999

export const ZERO_CENTS = 0 as Cents

/** @throws RangeError if it is not a whole number of cents within bounds: money that is slightly wrong is wrong */
export function toCents(value: number): Cents {
  if (!Number.isSafeInteger(value) || value < 0 || value > CENTS_MAX)
    throw new RangeError(`not an amount of cents: ${value}`)
  return value as Cents
}

/** Adds amounts, in cents. */
export const addCents = (amounts: readonly Cents[]): Cents => toCents(amounts.reduce((sum, amount) => sum + amount, 0))

/**
 * Reads dollars from the wire into cents; null unless they are a plain amount with at most two decimals (not `1e308`,
 * `NaN`, `1.005`, `-3`, `0x10`). A number that misses a cent only by binary rounding (12.95 added three times) is that
 * cent.
 */
export function centsFromDollars(value: number | string): Cents | null {
  if (typeof value === 'number') {
    const cents = Math.round(value * 100)
    return Math.abs(value * 100 - cents) < 1e-6 && cents >= 0 && cents <= CENTS_MAX ? toCents(cents) : null
  }
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(value.trim())
  if (!match) return null
  return toCents(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')))
}

/** Converts cents to dollars for the wire: 29900 becomes 299, 12950 becomes 129.5. */
export const dollarsFromCents = (amount: Cents): number => amount / 100

/** Converts cents to numeric text for the wire: 29900 becomes `299.00`. */
export function dollarTextFromCents(amount: Cents): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

/**
 * Splits an amount by weights so that the shares add up to the cent. The largest remainders get the leftover cents,
 * earlier weights first. @throws RangeError if every weight is zero and the amount is not
 */
export function splitCents(amount: Cents, weights: readonly number[]): Cents[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) {
    if (amount === 0) return weights.map(() => ZERO_CENTS)
    throw new RangeError('cannot split an amount over no weight')
  }
  const exact = weights.map((weight) => (BigInt(amount) * BigInt(weight)) / BigInt(total))
  const remainders = weights.map((weight, index) => ({
    index,
    rest: (BigInt(amount) * BigInt(weight)) % BigInt(total),
  }))
  let left = amount - exact.reduce((sum, share) => sum + Number(share), 0)
  const shares = exact.map(Number)
  for (const { index } of remainders.sort((a, b) => Number(b.rest - a.rest) || a.index - b.index)) {
    if (left === 0) break
    shares[index] = (shares[index] ?? 0) + 1
    left -= 1
  }
  return shares.map(toCents)
}
