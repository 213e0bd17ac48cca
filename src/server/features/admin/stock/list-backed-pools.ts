import type { BackedPool } from '#contract/admin/stock-lists.ts'
import { LEAD_TYPES, TIERS } from '#contract/catalogue/catalogue.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { countPoolLeads } from '#server/features/stock/change-pools.ts'
import { poolIdOf } from '#server/features/stock/pools.ts'
import type { PlatformContext } from '#server/platform/context.ts'

/**
 * Lists the lead types and tiers of a county whose stock follows leads, in the usual order.
 *
 * @throws Refusal `unknown_state`, `unknown_county`
 */
export async function listBackedPools(
  ctx: PlatformContext,
  place: { state: string; county: string },
): Promise<BackedPool[]> {
  const { fips } = (await loadPlaces(ctx)).county(place.state, place.county)
  const pools = LEAD_TYPES.flatMap((leadType) =>
    TIERS.map((tier) => ({ leadType, tier, poolId: poolIdOf(fips, leadType, tier) })),
  )
  const leads = await countPoolLeads(
    ctx,
    pools.map(({ poolId }) => poolId),
  )
  return pools.flatMap(({ poolId, ...pool }) => {
    const its = leads.get(poolId)
    return its === undefined ? [] : [{ ...pool, leads: its }]
  })
}
