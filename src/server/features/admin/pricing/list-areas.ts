import type { listPriceAreas as areasEndpoint, listAreaPrices as endpoint } from '#contract/admin/price-areas.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { areaCodeOf, areaOfCode } from '#server/features/catalogue/price-areas.ts'
import { readStandingPrices } from '#server/features/catalogue/standing-prices.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTableOrder } from './price-set.ts'
import { listOwnAreas } from './queries.ts'

const byName = new Intl.Collator('en').compare

/** Lists the areas with own prices, by name, a state before its counties. */
export async function listPriceAreas(ctx: PlatformContext): Promise<ReplyOf<typeof areasEndpoint>> {
  const [places, names, rows] = await Promise.all([
    loadPlaces(ctx),
    readMemberNames(ctx),
    ctx.database.run(listOwnAreas),
  ])
  return rows
    .map((row) => ({
      area: areaOfCode(places, row.area),
      prices: row.prices,
      changedAt: row.changed_at.toISOString(),
      changedBy: row.changed_by === null ? 'The store' : (names.get(row.changed_by) ?? row.changed_by),
    }))
    .sort((a, b) => byName(a.area.state, b.area.state) || byName(a.area.county ?? '', b.area.county ?? ''))
}

/** Lists the 48 prices of an area. @throws Refusal `unknown_state`, `unknown_county` */
export async function listAreaPrices(
  ctx: PlatformContext,
  { state, county }: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const places = await loadPlaces(ctx)
  const code = areaCodeOf(places, { state, county: county ?? null })
  const standing = await readStandingPrices(ctx.database, code)
  return {
    area: areaOfCode(places, code),
    prices: inTableOrder([...standing.values()]).map(({ leadType, tier, size, price, inherited }) => ({
      leadType,
      tier,
      size,
      price: dollarTextFromCents(price.cents),
      level: price.level,
      inherited: dollarTextFromCents(inherited.cents),
      inheritedLevel: inherited.level,
    })),
  }
}
