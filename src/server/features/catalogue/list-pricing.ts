import { type listPricing as endpoint, LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { loadPlaces } from './places.ts'
import { areaCodeOf } from './price-areas.ts'
import { readStandingPrices, type StandingPrice } from './standing-prices.ts'

/** Lists the 48 national prices, or those of an area. @throws Refusal `unknown_state`, `unknown_county` */
export async function listPricing(ctx: PlatformContext, { state, county }: QueryOf<typeof endpoint>) {
  const isNational = state === undefined && county === undefined
  const area = isNational ? null : areaCodeOf(await loadPlaces(ctx), { state: state ?? '', county: county ?? null })
  const rows = [...(await readStandingPrices(ctx.database, area)).values()]
  const placeOf = ({ leadType, tier, size }: StandingPrice) =>
    (LEAD_TYPES.indexOf(leadType) * TIERS.length + TIERS.indexOf(tier)) * SIZES.length + SIZES.indexOf(size)
  return rows
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map(({ leadType, tier, size, price }) => ({ leadType, tier, size, basePrice: dollarTextFromCents(price.cents) }))
}
