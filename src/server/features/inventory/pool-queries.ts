/** The SQL by which packages follow their leads. Locks are taken pools before leads and packages, in the order of their ids. */
import { statement } from '#server/platform/database.ts'

export interface PoolRow {
  pool_id: string
  places: number[]
  bonus_leads: number[]
  is_backed: boolean
}

/** Locks the pools $1; a pool that never had a lead has no row. */
export const lockPools = statement<PoolRow>(
  'inventory.lock_pools',
  'select pool_id, places, bonus_leads, is_backed from lead_pools where pool_id = any($1::text[]) order by pool_id for update',
)

/** Makes those of the pools $1 that are missing. They are backed from their first lead on. */
export const makePools = statement(
  'inventory.make_pools',
  `insert into lead_pools (pool_id, is_backed) select pool_id, true from unnest($1::text[]) as p (pool_id) order by 1
   on conflict do nothing`,
)

/**
 * Writes what locked pools have now, and what their packages can serve: $1 pool ids, $2 places (JSON), $3 bonus leads (JSON),
 * $4 whether they are backed, $5 package ids, $6 units (null: counted).
 */
export const savePools = statement(
  'inventory.save_pools',
  `with pools as (
     update lead_pools l set
       places = array(select jsonb_array_elements_text(now.places)::int),
       bonus_leads = array(select jsonb_array_elements_text(now.bonus_leads)::int),
       is_backed = now.is_backed
     from unnest($1::text[], $2::jsonb[], $3::jsonb[], $4::boolean[]) as now (pool_id, places, bonus_leads, is_backed)
     where l.pool_id = now.pool_id
   ), shown as (
     update packages p set lead_units = now.units
     from unnest($5::text[], $6::int[]) as now (package_id, units)
     where p.package_id = now.package_id and p.lead_units is distinct from now.units
     returning p.package_id
   )
   select pg_notify('catalogue_changed', string_agg(distinct left(package_id, 5), ',')) from shown having count(*) > 0`,
)

export interface AdmittedRow {
  verdict: 'granted' | 'cart_full' | 'too_many_holds'
  /** Other live holds of the owner that have leads. */
  beside: string[]
  /** Whether one of them is of the same list: county, lead type and tier. */
  has_list: boolean
}

/**
 * Writes a hold that leads are about to be set aside for: $1 hold, $2 package, $3 owner, $4 address key (null: not
 * counted), $5 placed at, $6 expires at, $7 lines a cart may hold, $8 holds an address may have (null: no maximum),
 * $9 bonus leads, $10 by which offers (JSON).
 */
export const admitLeadHold = statement<AdmittedRow>(
  'inventory.admit_lead_hold',
  `with own as materialized (
     select hold_id, has_leads, package_id from holds where owner_id = $3 and state = 'live'
   ), near as (
     select count(*) as holds from (select from holds h where h.address_key = $4 and h.state = 'live' limit $8 + 1) at_address
   ), judged as (
     select case
       when (select count(*) from own) >= $7 then 'cart_full'
       when $8::int is not null and $4::text is not null and near.holds >= $8 then 'too_many_holds'
       else 'granted' end as verdict from near
   ), held as (
     insert into holds (hold_id, package_id, owner_id, address_key, took_unit, has_leads, placed_at, expires_at, bonus_leads, bonus_offers)
     select $1, $2, $3, $4, false, true, $5::timestamptz, $6::timestamptz, $9::int, $10::jsonb from judged where verdict = 'granted'
   )
   select verdict, array(select hold_id from own where has_leads) as beside,
     exists(select from own where has_leads and regexp_replace(package_id, '-[0-9]+$', '') = regexp_replace($2, '-[0-9]+$', '')) as has_list
   from judged`,
)

/**
 * Up to $1 ended holds whose leads were not given back yet, those that ended first; leaves those that another node is busy
 * with.
 */
export const findHoldsToFree = statement<{ hold_id: string }>(
  'inventory.find_holds_to_free',
  `select hold_id from holds where has_leads and state in ('released', 'expired')
   order by ended_at limit $1 for update skip locked`,
)

/** Those of the holds $1 that ended and have not given their leads back yet; waits for a node that is doing that. */
export const lockHoldsToFree = statement<{ hold_id: string }>(
  'inventory.lock_holds_to_free',
  `select hold_id from holds where hold_id = any($1::text[]) and has_leads and state in ('released', 'expired')
   order by hold_id for update`,
)

/** Those of the holds $1 that are live and have leads. */
export const findHoldsWithLeads = statement<{ hold_id: string }>(
  'inventory.find_holds_with_leads',
  `select hold_id from holds where hold_id = any($1::text[]) and state = 'live' and has_leads`,
)

/** Those of the holds $1 that are live and belong to one of $2. */
export const lockLiveHolds = statement<{ hold_id: string; package_id: string; has_leads: boolean }>(
  'inventory.lock_live_holds',
  `select hold_id, package_id, has_leads from holds
   where hold_id = any($1::text[]) and owner_id = any($2::text[]) and state = 'live' order by hold_id for update`,
)

/** Ends the holds $1 and places the holds $2 with their units or leads: $3 owner, $4 now, $5 expires at. */
export const replaceHolds = statement(
  'inventory.replace_holds',
  `with was as (
     select given.new_id, h.* from holds h join unnest($1::text[], $2::text[]) as given (hold_id, new_id) using (hold_id)
   ), ended as (
     update holds h set state = 'released', ended_at = $4, has_leads = false, took_unit = false
     from was where h.hold_id = was.hold_id
   ), placed as (
     insert into holds (hold_id, package_id, owner_id, took_unit, has_leads, placed_at, expires_at, bonus_leads, bonus_offers)
     select new_id, package_id, $3, took_unit, has_leads, $4, $5, bonus_leads, bonus_offers from was
   ), moved as (
     insert into stock_movements (package_id, delta, reason, cause, moved_at)
     select package_id, delta, reason, cause, $4 from was, (values (1, 'release'), (-1, 'hold')) as m (delta, reason)
       cross join lateral (select case when m.delta > 0 then hold_id else new_id end as cause) c
     where took_unit
   )
   update hold_leads set hold_id = was.new_id from was where hold_leads.hold_id = was.hold_id`,
)

/** Notes that the holds $1 have no leads any more. */
export const noteFreed = statement(
  'inventory.note_freed',
  'update holds set has_leads = false where hold_id = any($1::text[])',
)

/** Lets holds $1 that this very transaction sold have been released at $2: their leads cannot be their buyer's. */
export const unsellHolds = statement(
  'inventory.unsell_holds',
  `update holds set state = 'released', order_id = null, ended_at = $2 where hold_id = any($1::text[]) and state = 'sold'`,
)

/** Where a transaction goes back to, with the locks it took since, when what it tried under them cannot be had. */
export const beforeTry = statement('inventory.before_try', 'savepoint before_try')
export const undoTry = statement('inventory.undo_try', 'rollback to savepoint before_try')

/** What the pools think that their packages promise on top of their sizes. */
export const listBackedPools = statement<{ pool_id: string; bonus_leads: number[] }>(
  'inventory.list_backed_pools',
  'select pool_id, bonus_leads from lead_pools where is_backed',
)
