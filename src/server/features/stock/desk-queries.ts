/** The SQL by which administrators step in: a stuck hold, packages whose falling low is news, pools. As in queries.ts. */
import { LOW_STOCK_MAX } from '#contract/catalogue/catalogue.ts'
import { statement } from '#server/platform/statement.ts'
import { fipsOfId, isUnlimited, unitsLeft } from './shown-units.ts'
import type { HoldState, OwnerKind } from './tables.ts'

/**
 * Takes a live hold out of its cart and gives the unit back: `note` why. Only carts' holds: what an order or a payment link
 * holds is promised. No row: it is none of these any more.
 */
export const releaseFromCart = statement<
  { holdId: string; now: Date; releasedBy: string; note: string },
  { package_id: string; has_leads: boolean }
>(
  'inventory.release_from_cart',
  `with ended as (
     update holds set state = 'released', ended_at = $now, released_by = $releasedBy
     where hold_id = $holdId and state = 'live' and owner_kind in ('cart', 'user')
     returning hold_id, package_id, took_unit, has_leads
   ), counted as (
     update packages p set available = p.available + 1 from ended where ended.took_unit and p.package_id = ended.package_id
   ), moved as (
     insert into stock_movements (package_id, delta, reason, cause, note, moved_at)
     select package_id, 1, 'release', $releasedBy, $note, $now from ended where took_unit
   )
   select package_id, has_leads, pg_notify('catalogue_changed', ${fipsOfId('package_id')}) as notified from ended`,
)

export const findHold = statement<
  { holdId: string },
  {
    package_id: string
    owner_id: string
    owner_kind: OwnerKind
    state: HoldState
  }
>('inventory.find_hold', 'select package_id, owner_id, owner_kind, state from holds where hold_id = $holdId')

/** What administrators took out of a cart since `endedAt`, newest first: `limit` how many. */
export const listReleasedFromCart = statement<
  { ownerId: string; endedAt: Date; limit: number },
  { hold_id: string; package_id: string; ended_at: Date }
>(
  'inventory.list_released_from_cart',
  `select hold_id, package_id, ended_at from holds
   where owner_id = $ownerId and released_by is not null and ended_at >= $endedAt order by ended_at desc limit $limit`,
)

/**
 * Notes which packages stand above 10, so that their falling will be news; `limit` at most, those that nobody is busy with. In
 * no order: a lock that is never waited for needs none, and an ordered look would fetch every row through the index.
 */
export const armLowNews = statement<{ limit: number }, { rows: number }>(
  'inventory.arm_low_news',
  `with risen as (
     update packages set is_low_news = true where package_id in (
       select package_id from packages p where not is_low_news and (${isUnlimited('p')} or ${unitsLeft('p')} > ${LOW_STOCK_MAX})
       limit $limit for update skip locked)
     returning 1
   )
   select count(*)::int as rows from risen`,
)

/** Packages that stood above 10 and fell, each once until it stands above again; `limit` at most. */
export const takeLowCrossings = statement<{ limit: number }, { package_id: string; available: number }>(
  'inventory.take_low_crossings',
  `update packages set is_low_news = false where package_id in (
     select package_id from packages p where is_low_news and not ${isUnlimited('p')} and ${unitsLeft('p')} <= ${LOW_STOCK_MAX}
     limit $limit for update skip locked)
   returning package_id, ${unitsLeft('packages')} as available`,
)

/** Those of the pools `poolIds` whose packages follow from leads, each with how many leads have places left. */
export const countPoolLeads = statement<{ poolIds: readonly string[] }, { pool_id: string; leads: number }>(
  'inventory.count_pool_leads',
  `select pool_id, (select coalesce(sum(leads), 0)::int from unnest(places) as leads) as leads
   from lead_pools where pool_id = any($poolIds::text[]) and is_backed`,
)
