/** Leads for tests, put into a store's pools like an import would, without a file. */
import { type PackageId, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import { changePools, MISSING_ARE_MADE, type PlacesMoved, type PoolId, poolIdOf } from '#server/features/stock/pools.ts'
import { tierAt } from '#server/features/stock/tiers.ts'
import { updateBonusLeads } from '#server/features/stock/update-bonus-leads.ts'
import { type Clock, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'

const KEYS = `select lpad(property::text, 32, '0')::uuid from unnest($properties::int[]) property`

const POOLS = statement<{ properties: readonly number[] }, { pool_id: PoolId }>('testing.pools_of_properties')`
  select distinct pool_id from leads where pool_id is not null and not is_withheld and property_key in (${KEYS})`

/** Like an import: a newer lead displaces the property's lead that is for sale. No one holds it. */
const DISPLACE = statement<{ properties: readonly number[] }, { pool_id: PoolId; places: number }>(
  'testing.displace_leads',
)`
  with was as materialized (
     select lead_id, pool_id, places from leads where pool_id is not null and not is_withheld and property_key in (${KEYS})
   ), gone as (
     update leads set pool_id = null, ages_at = null from was where leads.lead_id = was.lead_id
   )
   select pool_id, places from was`

/** A lead whose property is identified by a number; the same number is the same property. */
export interface TestLead {
  property: number
  ageDays: number
}

const INSERT = statement<{
  fips: string
  leadType: string
  poolIds: readonly string[]
  properties: readonly number[]
  acquiredAts: readonly Date[]
  untils: readonly (Date | null)[]
  caps: readonly number[]
}>('testing.insert_leads')`
  insert into leads (fips, lead_type, pool_id, property_key, owner_key, acquired_at, ages_at, tier_cap)
   select $fips, $leadType, pool_id, lpad(property::text, 32, '0')::uuid, lpad(property::text, 32, '0')::uuid, acquired_at, ages_at, cap
   from unnest($poolIds::text[], $properties::int[], $acquiredAts::timestamptz[], $untils::timestamptz[], $caps::smallint[]) as l (pool_id, property, acquired_at, ages_at, cap)`

/**
 * Adds leads for a package's county and lead type, in pools according to their age. @param store a test app, or the
 * part of one that this needs
 */
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
  const properties = rows.map(({ property }) => property)
  const known = await store.ctx.database.run(POOLS, { properties })
  await inTransaction(store.ctx, (tx) =>
    changePools(
      tx,
      [...poolIds, ...known.map(({ pool_id }) => pool_id)],
      async (pools) => {
        const gone = await tx.run(DISPLACE, { properties })
        await tx.run(INSERT, {
          fips,
          leadType,
          poolIds: rows.map((row) => row.poolId),
          properties,
          acquiredAts: rows.map((row) => row.acquiredAt),
          untils: rows.map((row) => row.until),
          caps: rows.map((row) => row.cap),
        })
        return {
          pools: [...pools.values()].map((pool) => ({
            ...pool,
            isBacked: pool.isBacked || poolIds.includes(pool.poolId),
          })),
          moved: [
            ...gone.map(({ pool_id, places }): PlacesMoved => ({ pool_id, before: places, after: 0, leads: 1 })),
            ...rows.map((row): PlacesMoved => ({ pool_id: row.poolId, before: 0, after: row.cap, leads: 1 })),
          ],
        }
      },
      MISSING_ARE_MADE,
    ),
  )
  await updateBonusLeads(store.ctx, promiseLeads)
}
