/** The one way to change leads that are for sale: under the lock of their pools, whose packages then show what is left. */
import { fipsOf, type PackageId, packageIdOf, packageKeyOf, SIZES } from '#contract/catalogue/catalogue.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { countPoolLeads as countPoolLeadsStatement } from './desk-queries.ts'
import { lockPools, makePools, type PoolRow, savePools } from './pool-queries.ts'
import { movePlaces, type PickedTo, type PlacesMoved, type PoolId, unitsOf } from './pools.ts'

/** A lead that moves to another pool between looking and locking is looked for again; more often than this it is no accident. */
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
 * For whoever brings leads into pools: those that had no lead before are made, as backed ones. Anybody else leaves them be, for
 * their packages are counted.
 */
export const MISSING_ARE_MADE = { isMaking: true } as const

/** Locks the pools in the order of their ids. */
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

/** What a pool's four packages can serve now, in the order of the sizes; null where they are counted. */
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
 * Changes leads of some pools inside a transaction and keeps what the pools and their packages say in step.
 *
 * @param poolIds every pool that a lead may leave or enter
 * @param change runs under their locks, and is given those that there are; what it says it moved must be all it moved
 * @param options `MISSING_ARE_MADE` where a lead may enter a pool that is not there
 * @returns the pools as they are now; their counties are to be announced once the transaction is committed
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
 * How many leads can be sold from each of these pools: what its four packages share, so it counts once. Pools whose packages are
 * counted, or that never had a lead, are not in the answer.
 */
export async function countPoolLeads(
  ctx: PlatformContext,
  poolIds: readonly PoolId[],
): Promise<ReadonlyMap<PoolId, number>> {
  const rows = await ctx.database.run(countPoolLeadsStatement, { poolIds })
  return new Map(rows.map((row) => [row.pool_id, row.leads]))
}
