import {
  type listPricing as endpoint,
  LEAD_TYPES,
  type PricingEntry,
  SIZES,
  TIERS,
} from '#contract/catalogue/catalogue.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { loadPlaces } from './places.ts'
import { areaCodeOf } from './price-areas.ts'
import { readStandingPrices } from './standing-prices.ts'

/**
 * Lists the 48 prices by lead type, tier and size, in dollars as text: the national ones, or those of an area.
 *
 * @throws Refusal `unknown_state`, `unknown_county`
 */
export async function listPricing(
  ctx: PlatformContext,
  { state, county }: QueryOf<typeof endpoint>,
): Promise<PricingEntry[]> {
  const isNational = state === undefined && county === undefined
  const area = isNational ? null : areaCodeOf(await loadPlaces(ctx), { state: state ?? '', county: county ?? null })
  const rows = [...(await readStandingPrices(ctx.database, area)).values()]
  return rows
    .sort(
      (a, b) =>
        LEAD_TYPES.indexOf(a.leadType) - LEAD_TYPES.indexOf(b.leadType) ||
        TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) ||
        SIZES.indexOf(a.size) - SIZES.indexOf(b.size),
    )
    .map(({ leadType, tier, size, price }) => ({ leadType, tier, size, basePrice: dollarTextFromCents(price.cents) }))
}
