/** Leads for tests: put into a store's pools as an import would, without a file. */
import { type PackageId, packageKeyOf } from '#contract/catalogue.ts'
import { changePools } from '#server/features/inventory/change-pools.ts'
import { followBonusLeads } from '#server/features/inventory/follow-bonus-leads.ts'
import { type PoolId, poolIdOf } from '#server/features/leads/pools.ts'
import { tierAt } from '#server/features/leads/tiers.ts'
import { promiseLeads } from '#server/features/offers/promise-leads.ts'
import { type Clock, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'

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
  await inTransaction(store.ctx, (tx) =>
    changePools(tx, poolIds, async (pools) => {
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
        pools: [...pools.values()].map((pool) => ({ ...pool, isBacked: true })),
        moved: rows.map((row): { poolId: PoolId; before: number; after: number; leads: number } => ({
          poolId: row.poolId,
          before: 0,
          after: row.cap,
          leads: 1,
        })),
      }
    }),
  )
  await followBonusLeads(store.ctx, promiseLeads)
}
