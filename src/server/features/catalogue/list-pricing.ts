import {
  LEAD_TYPES,
  type LeadType,
  type PricingEntry,
  SIZES,
  type Size,
  TIERS,
  type Tier,
} from '#contract/catalogue/catalogue.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { listPriceRows } from './queries.ts'

/** Lists the 48 prices by lead type, tier and size, in dollars as text. */
export async function listPricing(ctx: PlatformContext): Promise<PricingEntry[]> {
  const rows = await ctx.database.run(listPriceRows)
  const rank = (row: { lead_type: string; tier: string; size: number }) =>
    LEAD_TYPES.indexOf(row.lead_type as LeadType) * 100 +
    TIERS.indexOf(row.tier as Tier) * 10 +
    SIZES.indexOf(row.size as Size)
  return rows
    .sort((a, b) => rank(a) - rank(b))
    .map((row) => ({
      leadType: row.lead_type as LeadType,
      tier: row.tier as Tier,
      size: row.size,
      basePrice: dollarTextFromCents(row.price_cents as Cents),
    }))
}
