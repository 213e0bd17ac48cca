/** Rules of store credit that both sides need. Pure, so that property tests can cover them. */
import { CHARGE_CENTS_MIN, toCents, ZERO_CENTS } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'

export const CREDIT_REASONS = [
  'late',
  'claim',
  'returning',
  'granted',
  'reserved',
  'returned',
  'refund',
  'taken_back',
] as const
export type CreditReason = (typeof CREDIT_REASONS)[number]

export const CREDIT_NOTE_MAX = 500

export const CREDIT_CODE_DIGITS = 6
/** How long a code works, how often it may be typed, and how long the credit can be used after that. */
export const CREDIT_CODE_MINUTES = 15
export const CREDIT_TRIES_MAX = 5
export const CREDIT_OPEN_MINUTES = 60

/** What store credit pays of a total: never so much that 1 to 49 cents would be left, which no card can pay. */
export function creditToUse(totalCents: Cents, availableCents: Cents): Cents {
  const left = totalCents - Math.min(totalCents, availableCents)
  if (left === 0 || left >= CHARGE_CENTS_MIN) return toCents(totalCents - left)
  return toCents(Math.max(totalCents - CHARGE_CENTS_MIN, 0))
}

/** A part's share of what goes back for a line: with the line's last cent, all of it. `partCents`: left of the part. */
export function shareOf(partCents: Cents, input: { cents: Cents; leftCents: Cents }): Cents {
  if (input.leftCents === 0) return ZERO_CENTS
  return toCents(Number((BigInt(partCents) * BigInt(input.cents)) / BigInt(input.leftCents)))
}
