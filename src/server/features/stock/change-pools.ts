/** The only way to change leads that are on sale: under the lock of their pools, whose packages then show what is left. */
import { fipsOf, SIZES } from '#contract/catalogue/catalogue.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/errors.ts'
import {
  lockPools,
  makePools,
  movePlaces,
  type PickedTo,
  type PlacesMoved,
  type PoolId,
  type PoolRow,
  savePools,
  unitsOf,
} from './pools.ts'
import { countPoolLeads as countPoolLeadsStatement } from './screen-queries.ts'

/** How often we look again if leads change pools between looking and locking. More often is no accident. */
export const POOL_TRIES_MAX = 10

export interface Pool {
  readonly poolId: PoolId
  /** How many of its leads have 1, 2, 3 … places left. */
  readonly places: readonly number[]
  readonly bonusLeads: readonly number[]
  readonly pickedTo: PickedTo | null
  readonly isBacked: boolean
}

/** For callers that bring leads in: a missing pool is made, as a backed one. To others, missing means counted. */
export const MISSING_ARE_MADE = { isMaking: true } as const

async function lock(tx: Transaction, poolIds: readonly PoolId[], isMaking: boolean): Promise<Map<PoolId, Pool>> {
  const wanted = [...new Set(poolIds)].sort()
  let rows = await tx.run(lockPools, { poolIds: wanted })
  if (isMaking && rows.length < wanted.length) {
    await tx.run(makePools, { poolIds: wanted })
    rows = await tx.run(lockPools, { poolIds: wanted })
  }
  return new Map(rows.map((row) => [row.pool_id, poolOfRow(row)]))
}

function poolOfRow({ pool_id, places, bonus_leads, picked_to, is_backed }: PoolRow): Pool {
  return { poolId: pool_id, places, bonusLeads: bonus_leads, pickedTo: picked_to, isBacked: is_backed }
}

export const neededBy = ({ bonusLeads }: Pool): number[] => SIZES.map((size, index) => size + (bonusLeads[index] ?? 0))

/** How many units its leads can fill now, for each of a pool's four packages by size; null if they are counted. */
export const unitsOfPool = (pool: Pool): (number | null)[] =>
  neededBy(pool).map((needed) => (pool.isBacked ? unitsOf(pool.places, needed) : null))

function save(tx: Transaction, pools: readonly Pool[]): void {
  tx.send(savePools, {
    poolIds: pools.map((pool) => pool.poolId),
    places: pools.map((pool) => JSON.stringify(pool.places)),
    bonusLeads: pools.map((pool) => JSON.stringify(pool.bonusLeads)),
    pickedTos: pools.map(({ pickedTo }) => pickedTo && JSON.stringify(pickedTo)),
    isBackeds: pools.map((pool) => pool.isBacked),
    packageIds: pools.flatMap((pool) => SIZES.map((size) => `${pool.poolId}-${size}`)),
    pools: pools.flatMap(unitsOfPool),
  })
}

/**
 * Changes leads of pools (every pool that one may leave or enter), and keeps these and their packages consistent.
 * @param change runs under their locks with the pools that exist; it must report every lead that it moved
 * @returns the pools as they are now; announce their counties once the transaction is committed
 */
export async function changePools(
  tx: Transaction,
  poolIds: readonly PoolId[],
  change: (pools: ReadonlyMap<PoolId, Pool>) => Promise<{ moved: readonly PlacesMoved[]; pools?: readonly Pool[] }>,
  { isMaking } = { isMaking: false },
): Promise<ReadonlyMap<PoolId, Pool>> {
  if (poolIds.length === 0) return new Map()
  const locked = await lock(tx, poolIds, isMaking)
  const { moved, pools = [] } = await change(locked)
  const now = new Map([...locked, ...pools.map((pool) => [pool.poolId, pool] as const)])
  for (const [poolId, its] of Map.groupBy(moved, ({ pool_id }) => pool_id)) {
    if (poolId === null) continue
    const pool = now.get(poolId)
    invariant(pool, `pool ${poolId} was changed without its lock`)
    const isAnyBack = its.some(({ before, after }) => after > before)
    now.set(poolId, { ...pool, places: movePlaces(pool.places, its), pickedTo: isAnyBack ? null : pool.pickedTo })
  }
  const changed = [...now].filter(([poolId, pool]) => pool !== locked.get(poolId)).map(([, pool]) => pool)
  if (changed.length > 0) save(tx, changed)
  return now
}

/** Pools of which leads were sold: these move in the order of picking, and no one holds them now, so it starts anew. */
export const pickedAnew = (pools: ReadonlyMap<PoolId, Pool>): Pool[] =>
  [...pools.values()].filter((pool) => pool.pickedTo).map((pool) => ({ ...pool, pickedTo: null }))

/** The counties of pools, for `announceStockChange`. */
export const countiesOf = (poolIds: Iterable<PoolId>): Set<string> => new Set([...poolIds].map(fipsOf))

/** Counts the leads that each of these pools can sell. Leaves out counted and missing ones. */
export async function countPoolLeads(ctx: PlatformContext, poolIds: readonly PoolId[]): Promise<Map<PoolId, number>> {
  return new Map((await ctx.database.run(countPoolLeadsStatement, { poolIds })).map((row) => [row.pool_id, row.leads]))
}
