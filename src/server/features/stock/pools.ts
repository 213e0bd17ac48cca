/** Leads that are on sale change only here, under the lock of their pools, whose packages then show what is left. */
import { fipsOf, type LeadType, type PackageId, packageKeyOf, SIZES, type Tier } from '#contract/catalogue/catalogue.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { invariant } from '#server/platform/errors.ts'
import { OWN_LISTS, type OwnListsRow } from './own-list-queries.ts'
import { countPoolLeads as countPoolLeadsStatement } from './screen-queries.ts'
import { fipsOfId } from './stock-changes.ts'

/** `<fips>-<leadType>-<tier>`: what its four packages have in common, and where their leads are picked. */
export type PoolId = string & { readonly __pool?: never }

/** The pool that the leads of a package are picked from. */
export function poolOf(packageId: PackageId): PoolId {
  const { fips, leadType, tier } = packageKeyOf(packageId)
  return poolIdOf(fips, leadType, tier)
}

export const poolIdOf = (fips: string, leadType: LeadType | string, tier: Tier): PoolId => `${fips}-${leadType}-${tier}`

/** A lead's position in the order of picking: held by fewest first, then least sold, then freshest. */
export interface PickedTo {
  heldBy: number
  unsold: number
  /** As PostgreSQL writes it, to the microsecond. */
  acquiredAt: string
  leadId: string
}

/**
 * How many packages of `needed` leads each can be filled, no lead twice in one: the largest k with `sum over leads of
 * min(places left, k) >= k * needed`. That is enough, because each buyer gets the leads with the most places left, and
 * what remains then fills k - 1 (the argument of Havel and Hakimi); and necessary, because k packages take a lead at
 * most k times.
 * @param places how many leads have 1, 2, 3 … places left
 */
export function unitsOf(places: readonly number[], needed: number): number {
  const servedBy = (k: number) => places.reduce((sum, leads, index) => sum + leads * Math.min(index + 1, k), 0)
  const unbounded = Math.floor(servedBy(places.length) / needed)
  if (unbounded >= places.length) return unbounded
  for (let k = Math.min(unbounded, places.length); k > 0; k -= 1) if (servedBy(k) >= k * needed) return k
  return 0
}

/**
 * Whether it does not matter which `count` leads are picked next: whichever go, each size up to `needed` can be filled
 * as often as the places left allow, because no lead has more places than there are packages left to fill.
 */
export function isAmple(places: readonly number[], count: number, needed: number): boolean {
  const total = places.reduce((sum, leads, index) => sum + leads * (index + 1), 0)
  return Math.floor((total - count) / needed) >= places.length
}

export interface PlacesMoved {
  pool_id: PoolId | null
  before: number
  after: number
  leads: number
}

/** Returns a pool's places after some of its leads changed. */
export function movePlaces(places: readonly number[], moved: readonly Omit<PlacesMoved, 'pool_id'>[]): number[] {
  const result = [...places]
  const add = (count: number, leads: number) => {
    if (count < 1) return
    while (result.length < count) result.push(0)
    result[count - 1] = (result[count - 1] ?? 0) + leads
  }
  for (const { before, after, leads } of moved) {
    add(before, -leads)
    add(after, leads)
  }
  return result
}

/* The SQL that lets packages follow their leads. Locks are taken on pools before leads and packages, in id order. */

/** A pool that never had a lead has no row. */
export const lockPools = statement('stock.lock_pools')`
  select pool_id, places, bonus_leads, picked_to, is_backed from lead_pools where pool_id = any($poolIds::text[]) order by pool_id for update`.as<{
  picked_to: PickedTo | null
}>()

export type PoolRow = RowOf<typeof lockPools>

/** Creates missing pools. They are backed from their first lead on. */
export const makePools = statement('stock.make_pools')`
  insert into lead_pools (pool_id, is_backed) select pool_id, true from unnest($poolIds::text[]) as p (pool_id) order by 1
  on conflict do nothing`

/** Writes what locked pools have now, and what their packages can fill (`pools`; null: counted). Most are JSON. */
export const savePools = statement('stock.save_pools')`
  with pools as (
    update lead_pools l set
      places = array(select jsonb_array_elements_text(now.places)::int),
      bonus_leads = array(select jsonb_array_elements_text(now.bonus_leads)::int),
      picked_to = now.picked_to,
      is_backed = now.is_backed
    from unnest($poolIds::text[], $places::jsonb[], $bonusLeads::jsonb[], $pickedTos::jsonb[], $isBackeds::boolean[])
      as now (pool_id, places, bonus_leads, picked_to, is_backed)
    where l.pool_id = now.pool_id
  ), shown as (
    update packages p set lead_units = now.units
    from unnest($packageIds::text[], $pools::int[]) as now (package_id, units)
    where p.package_id = now.package_id and p.lead_units is distinct from now.units
    returning p.package_id
  )
  select pg_notify('catalogue_changed', string_agg(distinct ${fipsOfId('package_id')}, ',')) from shown having count(*) > 0`

/**
 * Writes a hold without its leads, if `lines` per cart and `limit` per address (null: no limit) allow it. `beside`: the
 * owner's other live holds that have leads; `beside_of_pool`: those in the same pool (county, lead type, tier).
 */
export const admitLeadHold = statement('inventory.admit_lead_hold')`
  with own as materialized (
    select hold_id, has_leads, package_id from holds where owner_id = $ownerId and state = 'live'
  ), near as (
    select count(*) as holds from (select from holds h where h.address_key = $addressKey? and h.state = 'live' limit $limit + 1) at_address
  ), judged as (
    select case
      when (select count(*) from own) >= $lines then 'cart_full'
      when $limit?::int is not null and $addressKey::text is not null and near.holds >= $limit then 'too_many_holds'
      else 'granted' end as verdict from near
  ), held as (
    insert into holds (hold_id, package_id, owner_id, address_key, took_unit, has_leads, placed_at, expires_at, bonus_leads, bonus_offers)
    select $holdId, $packageId, $ownerId, $addressKey, false, true, $placedAt::timestamptz, $expiresAt::timestamptz, $bonusLeads::int, $bonusOffers::jsonb from judged where verdict = 'granted'
  )
  select verdict, array(select hold_id from own where has_leads) as beside,
    array(select hold_id from own where has_leads and regexp_replace(package_id, '-[0-9]+$', '') = regexp_replace($packageId, '-[0-9]+$', '')) as beside_of_pool,
    ${OWN_LISTS}
  from judged`.as<Pick<OwnListsRow, 'phone_lists'> & { verdict: 'granted' | 'cart_full' | 'too_many_holds' }>()

export const findHoldsToFree = statement('stock.find_holds_to_free')`
  select hold_id from holds where has_leads and state in ('released', 'expired')
  order by ended_at limit $limit for update skip locked`

/** Waits for a node that is giving their leads back. */
export const lockHoldsToFree = statement('stock.lock_holds_to_free')`
  select hold_id from holds where hold_id = any($holdIds::text[]) and has_leads and state in ('released', 'expired')
  order by hold_id for update`

export const findHoldsWithLeads = statement('stock.find_holds_with_leads')`
  select hold_id from holds where hold_id = any($holdIds::text[]) and state = 'live' and has_leads`

export const lockLiveHolds = statement('stock.lock_live_holds')`
  select hold_id, package_id, has_leads from holds
  where hold_id = any($holdIds::text[]) and owner_id = any($ownerIds::text[]) and state = 'live' order by hold_id for update`

export const replaceHolds = statement('stock.replace_holds')`
  with was as (
    select given.new_id, h.* from holds h join unnest($holdIds::text[], $newIds::text[]) as given (hold_id, new_id) using (hold_id)
  ), ended as (
    update holds h set state = 'released', ended_at = $now, has_leads = false, took_unit = false
    from was where h.hold_id = was.hold_id
  ), placed as (
    insert into holds (hold_id, package_id, owner_id, took_unit, has_leads, placed_at, expires_at, bonus_leads, bonus_offers)
    select new_id, package_id, $ownerId, took_unit, has_leads, $now, $expiresAt, bonus_leads, bonus_offers from was
  ), moved as (
    insert into stock_movements (package_id, delta, reason, cause, moved_at)
    select package_id, delta, reason, cause, $now from was, (values (1, 'release'), (-1, 'hold')) as m (delta, reason)
      cross join lateral (select case when m.delta > 0 then hold_id else new_id end as cause) c
    where took_unit
  )
  update hold_leads set hold_id = was.new_id from was where hold_leads.hold_id = was.hold_id`

export const recordFreed = statement('stock.note_freed')`
  update holds set has_leads = false where hold_id = any($holdIds::text[])`

/** Turns holds that this same transaction sold into released ones, because their buyer cannot have their leads. */
export const unsellHolds = statement('stock.unsell_holds')`
  update holds set state = 'released', order_id = null, ended_at = $now where hold_id = any($holdIds::text[]) and state = 'sold'`

/** Lets a transaction undo an attempt that failed, and release the locks that it took. */
export const beforeTry = statement('stock.before_try')`savepoint before_try`
export const undoTry = statement('stock.undo_try')`rollback to savepoint before_try`

export const listBackedPools = statement('stock.list_backed_pools')`
  select pool_id, bonus_leads from lead_pools where is_backed`

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
