import { LEAD_TYPE_NAMES, type LeadType } from '#contract/catalogue.ts'
import type { OrderLineClaim } from '#contract/checkout.ts'
import { centsFromDollars } from '#contract/money.ts'

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
