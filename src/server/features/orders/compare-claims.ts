import { LEAD_TYPE_NAMES, type LeadType } from '#contract/catalogue.ts'
import type { OrderLineClaim } from '#contract/checkout.ts'
import {
  addCents,
  CHARGE_CENTS_MAX,
  centsFromDollars,
  dollarTextFromCents,
  formatCents,
  toCents,
} from '#contract/money.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** What a line is, as far as a browser claims it. */
export interface ComparableLine {
  tier: string
  size: number
  leadType: LeadType
  state: string
  county: string
  priceCents: number
}

const keyOf = (
  line: { tier: string; size: number | string; leadType: string; state: string; county: string },
  cents: number | null,
) => [line.tier.toLowerCase(), Number(line.size), line.leadType, line.state, line.county, cents].join('\n')

/**
 * Whether the lines that a browser claims are the lines the server knows: the same packages at the same prices, in any
 * order. Lead types may come by code or by display name.
 */
export function areClaimsTrue(claims: readonly OrderLineClaim[], lines: readonly ComparableLine[]): boolean {
  if (claims.length !== lines.length) return false
  const codes = new Map(Object.entries(LEAD_TYPE_NAMES).map(([code, name]) => [name, code]))
  const claimed = claims
    .map((claim) =>
      keyOf({ ...claim, leadType: codes.get(claim.leadType) ?? claim.leadType }, centsFromDollars(claim.price)),
    )
    .sort()
  const known = lines.map((line) => keyOf(line, line.priceCents)).sort()
  return claimed.every((key, index) => key === known[index])
}

/**
 * Compares what the browser believes with what is held, before anything is written. A total that no card can pay is said
 * here too: the provider would refuse it at every try.
 *
 * @throws Refusal `amount_changed` with `details.total`, the total in dollars as text, for the buyer to agree to;
 *   `total_too_high`
 */
export function checkClaims(
  claims: { amount: number | string; cartItems?: readonly OrderLineClaim[] | undefined },
  lines: readonly ComparableLine[],
): void {
  const total = addCents(lines.map((line) => toCents(line.priceCents)))
  const isSame =
    centsFromDollars(claims.amount) === total && (!claims.cartItems || areClaimsTrue(claims.cartItems, lines))
  if (!isSame) {
    throw new Refusal('amount_changed', {
      message: `${REFUSALS.amount_changed.text} The total is now ${formatCents(total)}.`,
      details: { total: dollarTextFromCents(total) },
    })
  }
  if (total > CHARGE_CENTS_MAX) throw new Refusal('total_too_high')
}
