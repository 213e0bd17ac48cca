/**
 * All SQL of stock. Every statement that changes a count writes movement and count together, locks package rows in id
 * order, and notifies the other nodes when it commits. Holds are locked before packages.
 */
import { LOW_STOCK_MAX } from '#contract/catalogue/catalogue.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { assignCount, countedUnits, fipsOfId, isAboveCounted, shownUnits } from './stock-changes.ts'

const NOTIFY = (source: string) =>
  `(select pg_notify('catalogue_changed', string_agg(distinct ${fipsOfId('package_id')}, ',')) from ${source} having count(*) > 0)`

/** Returns the units of the holds in `ended` to stock, with their movements; `now` is SQL. */
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

/**
 * Places a batch of holds, first come, first served; one row per hold, in order. One without an address key does not
 * count against `perAddressMax` (null: no limit). The new count comes from the locked row, never from `p`: if stock
 * rose after the statement began, PostgreSQL first checks the constraint against the count of the older row, and would
 * refuse the whole batch. `from_leads`: the package is not counted, see `placeLeadHold`.
 */
export const placeHolds = statement('stock.place_holds')`
  with asked as (
    select * from unnest($holdIds::text[], $packageIds::text[], $ownerIds::text[], $addressKeys::text[], $placedAts::timestamptz[], $expiresAts::timestamptz[], $bonusLeads::int[], $bonusOffers::jsonb[])
      with ordinality as a (hold_id, package_id, owner_id, address_key, placed_at, expires_at, bonus_leads, bonus_offers, place)
  ), locked as materialized (
    select package_id, available, is_unlimited, unlimited_shown from packages
    where package_id = any($packageIds::text[]) and lead_units is null order by package_id for update
  ), ranked as (
    select asked.*, locked.available, locked.is_unlimited, locked.unlimited_shown,
      (select count(*) from (select from holds h where h.owner_id = asked.owner_id and h.state = 'live' limit $linesMax + 1) owned)
        + row_number() over (partition by asked.owner_id order by place) as owner_place,
      case when $perAddressMax?::int is null or address_key is null then 0 else
        (select count(*) from (select from holds h where h.address_key = asked.address_key and h.state = 'live' limit $perAddressMax + 1) near)
          + row_number() over (partition by asked.address_key order by place) end as address_place
    from asked left join locked using (package_id)
  ), admitted as (
    select *, row_number() over (partition by package_id order by place) as unit_place
    from ranked where available is not null and owner_place <= $linesMax and address_place <= coalesce($perAddressMax::int, address_place)
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
    select package_id, available - count(*)::int as left_over, count(*)::int as units
    from granted where not is_unlimited group by package_id, available
  ), counted as (
    update packages p set available = taken.left_over from taken where p.package_id = taken.package_id
  )
  select case
      when ranked.available is null then
        case when exists (select from packages p where p.package_id = ranked.package_id) then 'from_leads' else 'unknown_package' end
      when ranked.owner_place > $linesMax then 'cart_full'
      when ranked.address_place > coalesce($perAddressMax::int, ranked.address_place) then 'too_many_holds'
      when granted.hold_id is null then 'out_of_stock'
      else 'granted' end as verdict,
    ${countedUnits('ranked', 'ranked.available - coalesce(taken.units, 0)')} as available,
    ${NOTIFY('granted')} as notified
  from ranked left join granted using (hold_id) left join taken on taken.package_id = ranked.package_id
  order by ranked.place`.as<{
  verdict: 'granted' | 'from_leads' | 'unknown_package' | 'cart_full' | 'too_many_holds' | 'out_of_stock'
}>()
export type PlacedRow = RowOf<typeof placeHolds>

/** Without `holdId`, the newest. Two at once never end the same one: the second waits, then takes the next. */
export const releaseHold = statement('stock.release_hold')`
  with ended as (
    update holds set state = 'released', ended_at = $now
    where hold_id = (select hold_id from holds
                     where owner_id = $ownerId and package_id = $packageId and state = 'live' and ($holdId?::text is null or hold_id = $holdId)
                     order by placed_at desc, hold_id desc limit 1 for update)
    returning hold_id, package_id, took_unit, has_leads
  ), counted as (
    update packages p set available = p.available + 1 from ended where ended.took_unit and p.package_id = ended.package_id
    returning p.package_id, p.available, p.is_unlimited, p.unlimited_shown, p.lead_units
  ), moved as (
    insert into stock_movements (package_id, delta, reason, cause, moved_at)
    select package_id, 1, 'release', hold_id, $now from ended where took_unit
  )
  select ended.hold_id, ended.package_id, ended.has_leads,
    coalesce((select ${shownUnits('counted')} from counted), (select ${shownUnits('p')} from packages p where p.package_id = $packageId)) as available,
    ${NOTIFY('ended')} as notified
  from ended`

export const findShown = statement('stock.find_shown')`
  select ${shownUnits('p')} as available from packages p where p.package_id = $packageId`

export const expireHolds = statement('stock.expire_holds')`
  with due as (
    select hold_id from holds where state = 'live' and ended_at is null and expires_at <= $now
    order by expires_at limit $limit for update skip locked
  ), ended as (
    update holds set state = 'expired', ended_at = $now from due where holds.hold_id = due.hold_id
    returning holds.hold_id, holds.package_id, holds.took_unit, holds.has_leads
  ), ${GIVE_BACK('expire', '$now')}
  select package_id, has_leads, ${NOTIFY('ended')} as notified from ended`

/** Extends an owner's live holds, at most to an age of `mostHold`. Never shortens one; one that ran out stays so. */
export const renewHolds = statement('stock.renew_holds')`
  update holds set expires_at = greatest(expires_at, least($expiresAt::timestamptz, placed_at + $mostHold::interval))
  where hold_id in (select hold_id from holds where owner_id = $ownerId and state = 'live' and expires_at > $now
                    order by hold_id for update)
  returning hold_id`

export const sellHolds = statement('stock.sell_holds')`
  with asked as (
    select * from unnest($holdIds::text[], $orderIds::text[]) as a (hold_id, order_id)
  ), live as materialized (
    select hold_id from holds where hold_id = any($holdIds::text[]) and state = 'live' order by hold_id for update
  )
  update holds h set state = 'sold', ended_at = $now, order_id = asked.order_id
  from live join asked on asked.hold_id = live.hold_id where h.hold_id = live.hold_id
  returning h.hold_id, h.order_id, h.package_id, h.bonus_leads, h.has_leads`

/**
 * Above 999, unlimited. `expected`: the shown count that the administrator saw (null: no matter which). `is_agreed`
 * false: another was shown, nothing was written. `is_repeat`: it was `units` already, so a retry is not a new edit.
 */
export const setStock = statement('stock.set_stock')`
  with locked as materialized (
    select * from packages where package_id = $packageId for update
  ), agreed as (
    select * from locked where lead_units is null and ($expected?::int is null or $expected = ${shownUnits('locked')})
  ), counted as (
    update packages p set
      ${assignCount('$units', `case when ${isAboveCounted('$units')} then p.available else $units end`)},
      edits = p.edits + 1,
      is_low_news = p.is_low_news or $units > ${LOW_STOCK_MAX}
    from agreed where p.package_id = agreed.package_id
  ), moved as (
    insert into stock_movements (package_id, delta, reason, cause, note, moved_at, shown_before, shown_after)
    select package_id, case when ${isAboveCounted('$units')} then 0 else $units - available end, 'set', $cause, $note?, $now, ${shownUnits('agreed')}, $units
    from agreed
  )
  select agreed.package_id is not null as is_agreed, locked.lead_units is not null as is_from_leads,
    agreed.package_id is null and ${shownUnits('locked')} = $units as is_repeat,
    case when agreed.package_id is not null then $units else ${shownUnits('locked')} end as available,
    ${shownUnits('locked')} as available_before, ${NOTIFY('agreed')} as notified
  from locked left join agreed using (package_id)`

export const moveHolds = statement('stock.move_holds')`
  update holds set owner_id = $ownerId, expires_at = greatest(expires_at, least($expiresAt::timestamptz, placed_at + $mostHold::interval))
  where hold_id in (select hold_id from holds where hold_id = any($holdIds::text[]) and state = 'live' order by hold_id for update)
  returning hold_id`

/** Hands an owner's live holds whose time is not over to another. With `mayShorten`, that may only get shorter. */
export const handOverHolds = statement('stock.hand_over_holds')`
  update holds set owner_id = $to, expires_at = case when $mayShorten::boolean then least(expires_at, $until) else $until end
  where hold_id in (select hold_id from holds
                    where hold_id = any($holdIds::text[]) and owner_id = $ownerId and state = 'live' and expires_at > $now
                    order by hold_id for update)
  returning hold_id`

export const releaseHolds = statement('stock.release_holds')`
  with ended as (
    update holds set state = 'released', ended_at = $now
    where hold_id in (select hold_id from holds where hold_id = any($holdIds::text[]) and owner_id = $ownerId and state = 'live'
                      order by hold_id for update)
    returning hold_id, package_id, took_unit, has_leads
  ), ${GIVE_BACK('release', '$now')}
  select hold_id, package_id, has_leads, ${NOTIFY('ended')} as notified from ended`

export const countLiveHolds = statement('stock.count_live_holds')`
  select count(*)::int as live from holds where hold_id = any($holdIds::text[]) and owner_id = $ownerId and state = 'live'`

/** An unlimited package has none to put back; holds with leads are only listed. */
export const returnUnits = statement('stock.return_units')`
  with ended as (
    select hold_id, package_id, took_unit, has_leads from holds where hold_id = any($holdIds::text[]) and state = 'sold'
  ), ${GIVE_BACK('refund', '$now')}
  select hold_id, package_id, has_leads, ${NOTIFY('ended')} as notified from ended where took_unit or has_leads`
