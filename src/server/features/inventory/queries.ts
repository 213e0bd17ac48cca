/**
 * All SQL of stock. Every statement that changes a count writes the movement and the count together, locks package rows
 * in the order of their ids, and tells the other nodes with its commit. Locks are taken holds before packages.
 */
import { LOW_STOCK_MAX } from '#contract/catalogue.ts'
import { statement } from '#server/platform/database.ts'
import { shownUnits } from './shown-units.ts'

const NOTIFY = (source: string) =>
  `(select pg_notify('catalogue_changed', string_agg(distinct left(package_id, 5), ',')) from ${source} having count(*) > 0)`

/** Returns the units of the holds in `ended` to stock, with their movements; `now` is given as SQL. */
const GIVE_BACK = (reason: 'expire' | 'release' | 'refund', now: string) =>
  `units as (
     select package_id, count(*)::int as units from ended where took_unit group by package_id
   ), locked as materialized (
     select package_id from packages where package_id in (select package_id from units) order by package_id for update
   ), counted as (
     update packages p set available = p.available + units.units
     from units join locked using (package_id) where p.package_id = units.package_id
   ), moved as (
     insert into stock_movements (package_id, delta, reason, cause, moved_at)
     select package_id, 1, '${reason}', hold_id, ${now} from ended where took_unit
   )`

export interface PlacedRow {
  /** `from_leads`: the package is not counted, see `placeLeadHold`. */
  verdict: 'granted' | 'from_leads' | 'unknown_package' | 'cart_full' | 'too_many_holds' | 'out_of_stock'
  available: number
}

/**
 * Places a batch of holds, first come first served within it; one row per asked hold, in their order.
 * $1 hold ids, $2 package ids, $3 owners, $4 address keys (null: not counted), $5 placed at, $6 expires at,
 * $7 lines a cart may hold, $8 holds an address may have (null: no maximum), $9 bonus leads, $10 by which offers (JSON).
 *
 * The new count comes from the locked row, never from `p`: where stock rose since the statement began, PostgreSQL first
 * holds the check constraint against the count of the older row, and would refuse the whole batch.
 */
export const placeHolds = statement<PlacedRow>(
  'inventory.place_holds',
  `with asked as (
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $9::int[], $10::jsonb[])
       with ordinality as a (hold_id, package_id, owner_id, address_key, placed_at, expires_at, bonus_leads, bonus_offers, place)
   ), locked as materialized (
     select package_id, available, is_unlimited, unlimited_shown from packages
     where package_id = any($2::text[]) and lead_units is null order by package_id for update
   ), ranked as (
     select asked.*, locked.available, locked.is_unlimited, locked.unlimited_shown,
       (select count(*) from (select from holds h where h.owner_id = asked.owner_id and h.state = 'live' limit $7 + 1) owned)
         + row_number() over (partition by asked.owner_id order by place) as owner_place,
       case when $8::int is null or address_key is null then 0 else
         (select count(*) from (select from holds h where h.address_key = asked.address_key and h.state = 'live' limit $8 + 1) near)
           + row_number() over (partition by asked.address_key order by place) end as address_place
     from asked left join locked using (package_id)
   ), admitted as (
     select *, row_number() over (partition by package_id order by place) as unit_place
     from ranked where available is not null and owner_place <= $7 and address_place <= coalesce($8::int, address_place)
   ), granted as (
     select * from admitted where is_unlimited or unit_place <= available
   ), held as (
     insert into holds (hold_id, package_id, owner_id, address_key, took_unit, placed_at, expires_at, bonus_leads, bonus_offers)
     select hold_id, package_id, owner_id, address_key, not is_unlimited, placed_at, expires_at, bonus_leads, bonus_offers
     from granted
   ), moved as (
     insert into stock_movements (package_id, delta, reason, cause, moved_at)
     select package_id, -1, 'hold', hold_id, placed_at from granted where not is_unlimited
   ), taken as (
     select package_id, count(*)::int as units from granted where not is_unlimited group by package_id
   ), counted as (
     update packages p set available = locked.available - taken.units
     from taken join locked using (package_id) where p.package_id = taken.package_id
   )
   select case
       when ranked.available is null then
         case when exists (select from packages p where p.package_id = ranked.package_id) then 'from_leads' else 'unknown_package' end
       when ranked.owner_place > $7 then 'cart_full'
       when ranked.address_place > coalesce($8::int, ranked.address_place) then 'too_many_holds'
       when granted.hold_id is null then 'out_of_stock'
       else 'granted' end as verdict,
     case when ranked.is_unlimited then ranked.unlimited_shown
       else least(ranked.available - coalesce(taken.units, 0), 999) end as available,
     ${NOTIFY('granted')} as notified
   from ranked left join granted using (hold_id) left join taken on taken.package_id = ranked.package_id
   order by ranked.place`,
)

export interface EndedRow {
  hold_id: string
  package_id: string
  available: number
  has_leads: boolean
}

/**
 * Releases one live hold of an owner: $1 owner, $2 package, $3 hold (null: the newest), $4 now. No row when there is none.
 * Two releases at once never end the same hold: the second waits and then takes the next, or none.
 */
export const releaseHold = statement<EndedRow>(
  'inventory.release_hold',
  `with ended as (
     update holds set state = 'released', ended_at = $4
     where hold_id = (select hold_id from holds
                      where owner_id = $1 and package_id = $2 and state = 'live' and ($3::text is null or hold_id = $3)
                      order by placed_at desc, hold_id desc limit 1 for update)
     returning hold_id, package_id, took_unit, has_leads
   ), counted as (
     update packages p set available = p.available + 1 from ended where ended.took_unit and p.package_id = ended.package_id
     returning p.package_id, p.available, p.is_unlimited, p.unlimited_shown, p.lead_units
   ), moved as (
     insert into stock_movements (package_id, delta, reason, cause, moved_at)
     select package_id, 1, 'release', hold_id, $4 from ended where took_unit
   )
   select ended.hold_id, ended.package_id, ended.has_leads,
     coalesce((select ${shownUnits('counted')} from counted), (select ${shownUnits('p')} from packages p where p.package_id = $2)) as available,
     ${NOTIFY('ended')} as notified
   from ended`,
)

/** What the package $1 shows. */
export const findShown = statement<{ available: number }>(
  'inventory.find_shown',
  `select ${shownUnits('p')} as available from packages p where p.package_id = $1`,
)

/** Ends up to $2 holds that ran out by $1 (now), oldest first; leaves those another node or a sale is busy with. */
export const expireHolds = statement<{ package_id: string; has_leads: boolean }>(
  'inventory.expire_holds',
  `with due as (
     select hold_id from holds where state = 'live' and ended_at is null and expires_at <= $1
     order by expires_at limit $2 for update skip locked
   ), ended as (
     update holds set state = 'expired', ended_at = $1 from due where holds.hold_id = due.hold_id
     returning holds.hold_id, holds.package_id, holds.took_unit, holds.has_leads
   ), ${GIVE_BACK('expire', '$1')}
   select package_id, has_leads, ${NOTIFY('ended')} as notified from ended`,
)

/**
 * Gives an owner's live holds a fresh time: $1 owner, $2 now, $3 expires at, $4 the most a hold may live (interval).
 * A hold never gets shorter, and one that ran out already stays as it is.
 */
export const renewHolds = statement<{ hold_id: string }>(
  'inventory.renew_holds',
  `update holds set expires_at = greatest(expires_at, least($3::timestamptz, placed_at + $4::interval))
   where hold_id in (select hold_id from holds where owner_id = $1 and state = 'live' and expires_at > $2
                     order by hold_id for update)
   returning hold_id`,
)

/** Turns live holds into sold ones: $1 hold ids, $2 order, $3 now. Returns those that were live. */
export const sellHolds = statement<{ hold_id: string; package_id: string; bonus_leads: number; has_leads: boolean }>(
  'inventory.sell_holds',
  `update holds set state = 'sold', ended_at = $3, order_id = $2
   where hold_id in (select hold_id from holds where hold_id = any($1::text[]) and state = 'live' order by hold_id for update)
   returning hold_id, package_id, bonus_leads, has_leads`,
)

/**
 * Sets a package's sellable stock: $1 package, $2 count (above 999: unlimited), $3 expected shown count or null,
 * $4 who, $5 why, $6 now. No row: unknown package. `is_agreed` false: the expected count no longer stood, nothing is written;
 * `is_repeat`: it is another because this very count was set already, so a retry is no edit under somebody's.
 */
export const setStock = statement<{
  is_agreed: boolean
  is_repeat: boolean
  /** Its stock follows from leads: nothing is written. */
  is_from_leads: boolean
  available: number
  available_before: number
}>(
  'inventory.set_stock',
  `with locked as materialized (
     select * from packages where package_id = $1 for update
   ), agreed as (
     select * from locked where lead_units is null and ($3::int is null or $3 = ${shownUnits('locked')})
   ), counted as (
     update packages p set
       available = case when $2 > 999 then p.available else $2 end,
       is_unlimited = $2 > 999,
       unlimited_shown = case when $2 > 999 then $2 else 0 end,
       edits = p.edits + 1,
       is_low_news = p.is_low_news or $2 > ${LOW_STOCK_MAX}
     from agreed where p.package_id = agreed.package_id
   ), moved as (
     insert into stock_movements (package_id, delta, reason, cause, note, moved_at, shown_before, shown_after)
     select package_id, case when $2 > 999 then 0 else $2 - available end, 'set', $4, $5, $6, ${shownUnits('agreed')}, $2
     from agreed
   )
   select agreed.package_id is not null as is_agreed, locked.lead_units is not null as is_from_leads,
     agreed.package_id is null and ${shownUnits('locked')} = $2 as is_repeat,
     case when agreed.package_id is not null then $2 else ${shownUnits('locked')} end as available,
     ${shownUnits('locked')} as available_before, ${NOTIFY('agreed')} as notified
   from locked left join agreed using (package_id)`,
)

/**
 * Moves live holds to another owner and gives them time: $1 hold ids, $2 new owner, $3 expires at, $4 the most a hold may
 * live (interval). A hold never gets shorter.
 */
export const moveHolds = statement<{ hold_id: string }>(
  'inventory.move_holds',
  `update holds set owner_id = $2, expires_at = greatest(expires_at, least($3::timestamptz, placed_at + $4::interval))
   where hold_id in (select hold_id from holds where hold_id = any($1::text[]) and state = 'live' order by hold_id for update)
   returning hold_id`,
)

/**
 * Hands an owner's live holds whose time is not over to another owner, until a given moment: $1 hold ids, $2 from whom,
 * $3 to whom, $4 now, $5 until when, $6 whether that may only shorten what each has left.
 */
export const handOverHolds = statement<{ hold_id: string }>(
  'inventory.hand_over_holds',
  `update holds set owner_id = $3, expires_at = case when $6::boolean then least(expires_at, $5) else $5 end
   where hold_id in (select hold_id from holds
                     where hold_id = any($1::text[]) and owner_id = $2 and state = 'live' and expires_at > $4
                     order by hold_id for update)
   returning hold_id`,
)

/** Releases those of the holds $1 that are live and belong to $2 and returns their units; $3 now. */
export const releaseHolds = statement<{ hold_id: string; package_id: string; has_leads: boolean }>(
  'inventory.release_holds',
  `with ended as (
     update holds set state = 'released', ended_at = $3
     where hold_id in (select hold_id from holds where hold_id = any($1::text[]) and owner_id = $2 and state = 'live'
                       order by hold_id for update)
     returning hold_id, package_id, took_unit, has_leads
   ), ${GIVE_BACK('release', '$3')}
   select hold_id, package_id, has_leads, ${NOTIFY('ended')} as notified from ended`,
)

/** How many of the holds $1 are live and belong to $2. */
export const countLiveHolds = statement<{ live: number }>(
  'inventory.count_live_holds',
  `select count(*)::int as live from holds where hold_id = any($1::text[]) and owner_id = $2 and state = 'live'`,
)

/**
 * Puts the units of sold holds back on sale: $1 hold ids, $2 now. An unlimited package has none to put back; those with leads
 * are only named.
 */
export const returnUnits = statement<{ hold_id: string; package_id: string; has_leads: boolean }>(
  'inventory.return_units',
  `with ended as (
     select hold_id, package_id, took_unit, has_leads from holds where hold_id = any($1::text[]) and state = 'sold'
   ), ${GIVE_BACK('refund', '$2')}
   select hold_id, package_id, has_leads, ${NOTIFY('ended')} as notified from ended where took_unit or has_leads`,
)
