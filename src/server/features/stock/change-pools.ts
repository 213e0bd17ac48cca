/** The only way to change leads that are on sale: under the lock of their pools, whose packages then show what is left. */
import { fipsOf, type PackageId, packageIdOf, packageKeyOf, SIZES } from '#contract/catalogue/catalogue.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
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

/** How often we look again if leads move to another pool between looking and locking. More often than this is no accident. */
export const POOL_TRIES_MAX = 10

/** A locked pool, as it was before the change. */
export interface Pool {
  readonly poolId: PoolId
  /** How many of its leads have 1, 2, 3 … places left. */
  readonly places: readonly number[]
  readonly bonusLeads: readonly number[]
  readonly pickedTo: PickedTo | null
  readonly isBacked: boolean
}

/** What a change did to leads, and to the pools themselves. */
interface PoolChange {
  readonly moved: readonly PlacesMoved[]
  readonly pools?: readonly Pool[]
}

const packagesOf = (poolId: PoolId): PackageId[] => {
  const key = packageKeyOf(`${poolId}-20` as PackageId)
  return SIZES.map((size) => packageIdOf({ ...key, size }))
}

/**
 * For callers that bring leads into pools: a pool that never had a lead is created, as a backed one. Other callers
 * leave missing pools alone, because their packages are counted.
 */
export const MISSING_ARE_MADE = { isMaking: true } as const

/** Locks the pools in id order. */
async function lock(tx: Transaction, poolIds: readonly PoolId[], isMaking: boolean): Promise<Map<PoolId, Pool>> {
  const wanted = [...new Set(poolIds)].sort()
  let rows = await tx.run(lockPools, { poolIds: wanted })
  if (isMaking && rows.length < wanted.length) {
    await tx.run(makePools, { poolIds: wanted })
    rows = await tx.run(lockPools, { poolIds: wanted })
  }
  return new Map(rows.map((row) => [row.pool_id, poolOfRow(row)]))
}

const poolOfRow = (row: PoolRow): Pool => ({
  poolId: row.pool_id,
  places: row.places,
  bonusLeads: row.bonus_leads,
  pickedTo: row.picked_to,
  isBacked: row.is_backed,
})

/** How many leads each of a pool's four packages needs now, in the order of the sizes. */
export const neededBy = ({ bonusLeads }: Pool): number[] => SIZES.map((size, index) => size + (bonusLeads[index] ?? 0))

/**
 * How many units of each of a pool's four packages its leads can fill now, in the order of the sizes; null if they are
 * counted.
 */
export const unitsOfPool = (pool: Pool): (number | null)[] =>
  neededBy(pool).map((needed) => (pool.isBacked ? unitsOf(pool.places, needed) : null))

function save(tx: Transaction, pools: readonly Pool[]): void {
  const json = (numbers: readonly number[]) => JSON.stringify(numbers)
  tx.send(savePools, {
    poolIds: pools.map((pool) => pool.poolId),
    places: pools.map((pool) => json(pool.places)),
    bonusLeads: pools.map((pool) => json(pool.bonusLeads)),
    pickedTos: pools.map(({ pickedTo }) => pickedTo && JSON.stringify(pickedTo)),
    isBackeds: pools.map((pool) => pool.isBacked),
    packageIds: pools.flatMap((pool) => packagesOf(pool.poolId)),
    pools: pools.flatMap(unitsOfPool),
  })
}

/**
 * Changes leads of some pools inside a transaction, and keeps pools and their packages consistent.
 *
 * @param poolIds every pool that a lead may leave or enter
 * @param change runs under their locks and gets the pools that exist; it must report every lead that it moved
 * @param options `MISSING_ARE_MADE` if a lead may enter a pool that does not exist yet
 * @returns the pools as they are now; announce their counties once the transaction is committed
 */
export async function changePools(
  tx: Transaction,
  poolIds: readonly PoolId[],
  change: (pools: ReadonlyMap<PoolId, Pool>) => Promise<PoolChange>,
  { isMaking }: { isMaking: boolean } = { isMaking: false },
): Promise<ReadonlyMap<PoolId, Pool>> {
  if (poolIds.length === 0) return new Map()
  const locked = await lock(tx, poolIds, isMaking)
  const { moved, pools = [] } = await change(locked)
  const now = new Map([...locked, ...pools.map((pool) => [pool.poolId, pool] as const)])
  const movedByPool = Map.groupBy(moved, ({ pool_id }) => pool_id)
  for (const [poolId, its] of movedByPool) {
    if (poolId === null) continue
    const pool = now.get(poolId)
    invariant(pool, `pool ${poolId} was changed without its lock`)
    const isAnyBack = its.some(({ before, after }) => after > before)
    now.set(poolId, {
      ...pool,
      places: movePlaces(pool.places, its),
      pickedTo: isAnyBack ? null : pool.pickedTo,
    })
  }
  const changed = [...now].filter(([poolId, pool]) => pool !== locked.get(poolId)).map(([, pool]) => pool)
  if (changed.length > 0) save(tx, changed)
  return now
}

/** The counties of pools, for `announceStockChange`. */
export const countiesOf = (poolIds: Iterable<PoolId>): Set<string> =>
  new Set([...poolIds].map((poolId) => fipsOf(poolId)))

/**
 * Counts how many leads can be sold from each of these pools. Its four packages share them, so each lead counts once.
 * Leaves out pools whose packages are counted, or that never had a lead.
 */
export async function countPoolLeads(
  ctx: PlatformContext,
  poolIds: readonly PoolId[],
): Promise<ReadonlyMap<PoolId, number>> {
  const rows = await ctx.database.run(countPoolLeadsStatement, { poolIds })
  return new Map(rows.map((row) => [row.pool_id, row.leads]))
}
