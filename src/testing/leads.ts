/** Leads for tests: put into a store's pools as an import would, without a file. */
import { type PackageId, packageKeyOf } from '#contract/catalogue.ts'
import { changePools, MISSING_ARE_MADE } from '#server/features/inventory/change-pools.ts'
import { followBonusLeads } from '#server/features/inventory/follow-bonus-leads.ts'
import { type PlacesMoved, poolIdOf } from '#server/features/leads/pools.ts'
import { tierAt } from '#server/features/leads/tiers.ts'
import { promiseLeads } from '#server/features/offers/promise-leads.ts'
import { type Clock, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'

const KEYS = `select lpad(property::text, 32, '0')::uuid from unnest($1::int[]) property`

const POOLS = {
  name: 'testing.pools_of_properties',
  text: `select distinct pool_id from leads where pool_id is not null and not is_withheld and property_key in (${KEYS})`,
}

/** As an import does: a property that is for sale already leaves sale in the place of its newer lead. Nobody holds it. */
const DISPLACE = {
  name: 'testing.displace_leads',
  text: `with was as materialized (
      select lead_id, pool_id, places from leads where pool_id is not null and not is_withheld and property_key in (${KEYS})
    ), gone as (
      update leads set pool_id = null, ages_at = null from was where leads.lead_id = was.lead_id
    )
    select pool_id, places from was`,
}

/** A lead whose property is told by a number; the same number is the same property. */
export interface TestLead {
  property: number
  ageDays: number
}

const INSERT = {
  name: 'testing.insert_leads',
  text: `insert into leads (fips, lead_type, pool_id, property_key, owner_key, acquired_at, ages_at, tier_cap)
    select $1, $2, pool_id, lpad(property::text, 32, '0')::uuid, lpad(property::text, 32, '0')::uuid, acquired_at, ages_at, cap
    from unnest($3::text[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::smallint[]) as l (pool_id, property, acquired_at, ages_at, cap)`,
}

/** Adds leads of a package's county and lead type, in the pools that their ages say. @param store a test app, or as much of one */
export async function addLeads(
  store: { clock: Clock; ctx: PlatformContext },
  packageId: string,
  leads: readonly TestLead[],
): Promise<void> {
  const { fips, leadType } = packageKeyOf(packageId as PackageId)
  const { saleCaps } = store.ctx.config
  const now = store.clock.now()
  const rows = leads.map(({ property, ageDays }) => {
    const acquiredAt = new Date(now.getTime() - days(ageDays))
    const place = tierAt(acquiredAt, now)
    if (!place) throw new Error(`a lead of ${ageDays} days is in no pool`)
    return { ...place, property, acquiredAt, poolId: poolIdOf(fips, leadType, place.tier), cap: saleCaps[place.tier] }
  })
  const poolIds = (['vip', 'premier', 'premium', 'standard'] as const).map((tier) => poolIdOf(fips, leadType, tier))
  const properties = [rows.map(({ property }) => property)]
  const known = await store.ctx.database.run<{ pool_id: string }>(POOLS, properties)
  await inTransaction(store.ctx, (tx) =>
    changePools(
      tx,
      [...poolIds, ...known.map(({ pool_id }) => pool_id)],
      async (pools) => {
        const gone = await tx.run<{ pool_id: string; places: number }>(DISPLACE, properties)
        await tx.run(INSERT, [
          fips,
          leadType,
          rows.map((row) => row.poolId),
          rows.map((row) => row.property),
          rows.map((row) => row.acquiredAt),
          rows.map((row) => row.until),
          rows.map((row) => row.cap),
        ])
        return {
          pools: [...pools.values()].map((pool) => ({
            ...pool,
            isBacked: pool.isBacked || poolIds.includes(pool.poolId),
          })),
          moved: [
            ...gone.map(
              ({ pool_id, places }): PlacesMoved => ({ poolId: pool_id, before: places, after: 0, leads: 1 }),
            ),
            ...rows.map((row): PlacesMoved => ({ poolId: row.poolId, before: 0, after: row.cap, leads: 1 })),
          ],
        }
      },
      MISSING_ARE_MADE,
    ),
  )
  await followBonusLeads(store.ctx, promiseLeads)
}
