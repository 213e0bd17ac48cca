/** Finds counties and lead types that start to be stocked from leads, and what that does to their packages. Changes nothing. */

import type { LeadPreview, NewlyBacked } from '#contract/admin/lead-preview.ts'
import { SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import { poolIdOf, unitsOf } from '#server/features/stock/pools.ts'
import { bonusLeadsOf } from '#server/features/stock/update-bonus-leads.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { findPools, listInStock } from './check-queries.ts'
import { placeOf } from './rules.ts'
import { poolsOfPlace } from './windows.ts'

/** How many of them a preview lists; a file of the whole country has thousands. */
const NEWLY_BACKED_SHOWN = 20

/** The rows to apply of a county and lead type. */
export interface Place {
  place_no: number
  rows: number
  known_rows: number
  /** How many are in the first tier, in the first two, in the first three. */
  younger: number[]
}

/** How many leads of a place are in each tier, in order. */
export function leadsByTier({ younger, rows }: Place): number[] {
  const upTo = [...younger, rows]
  return TIERS.map((_, index) => (upTo[index] ?? 0) - (upTo[index - 1] ?? 0))
}

const firstPoolOf = ({ place_no }: Place) => {
  const { fips, leadType } = placeOf(place_no)
  return poolIdOf(fips, leadType, TIERS[0])
}

/**
 * Finds the places that have no pool yet: all their packages will follow from leads. Of the packages on sale, it counts
 * those that the file's leads cannot fill even once. The places that lose most come first.
 */
export async function findNewlyBacked(
  ctx: PlatformContext,
  on: Executor,
  places: readonly Place[],
): Promise<LeadPreview['newlyBacked']> {
  const known = new Set((await on.run(findPools, { poolIds: places.map(firstPoolOf) })).map(({ pool_id }) => pool_id))
  const fresh = places.filter((place) => !known.has(firstPoolOf(place)))
  if (fresh.length === 0) return { places: 0, packages: 0, forSale: 0, soldOut: 0, first: [] }
  const servedBy = await servingOf(ctx, fresh)
  const keys = fresh.map(({ place_no }) => placeOf(place_no))
  const rows = await on.run(listInStock, {
    fips: keys.map(({ fips }) => fips),
    leadTypes: keys.map(({ leadType }) => leadType),
  })
  const inStock = new Map(rows.map((row) => [`${row.fips}-${row.lead_type}`, row.packages]))
  const { countyByFips } = await loadPlaces(ctx)
  const all = fresh.map((place): NewlyBacked & { forSale: number; soldOut: number } => {
    const { fips, leadType } = placeOf(place.place_no)
    const county = countyByFips(fips)
    const served = servedBy(place)
    const forSale = inStock.get(`${fips}-${leadType}`) ?? []
    const soldOut = forSale.filter((one) => !served.has(one)).length
    return { state: county.state, county: county.name, leadType, leads: place.rows, forSale: forSale.length, soldOut }
  })
  return {
    places: fresh.length,
    packages: fresh.length * TIERS.length * SIZES.length,
    forSale: all.reduce((sum, { forSale }) => sum + forSale, 0),
    soldOut: all.reduce((sum, { soldOut }) => sum + soldOut, 0),
    first: all.toSorted((a, b) => b.soldOut - a.soldOut).slice(0, NEWLY_BACKED_SHOWN),
  }
}

/**
 * Finds which packages (`vip-20`) a place's leads fill at least once, with current bonus leads. A lead whose property
 * was sold earlier may be worth less than its tier allows. Few places without a pool have any, so they count as new
 * here.
 */
async function servingOf(ctx: PlatformContext, places: readonly Place[]): Promise<(place: Place) => Set<string>> {
  const bonusLeads = await bonusLeadsOf(
    ctx,
    promiseLeads,
    places.flatMap(({ place_no }) => poolsOfPlace(place_no)),
  )
  const { saleCaps } = ctx.config
  return (place) => {
    const leads = leadsByTier(place)
    const pools = poolsOfPlace(place.place_no)
    const served = TIERS.flatMap((tier, tierIndex) => {
      const byPlaces = Array.from({ length: saleCaps[tier] }, (_, index) =>
        index === saleCaps[tier] - 1 ? (leads[tierIndex] ?? 0) : 0,
      )
      const bonus = bonusLeads.get(pools[tierIndex] ?? '') ?? []
      return SIZES.filter((size, index) => unitsOf(byPlaces, size + (bonus[index] ?? 0)) > 0).map(
        (size) => `${tier}-${size}`,
      )
    })
    return new Set(served)
  }
}
