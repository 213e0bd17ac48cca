/** SQL for administrators who step in. As in queries.ts, count and movement change together, rows lock in id order. */
import { COUNTED_MAX, LEAD_TYPES, LOW_STOCK_MAX, TIERS } from '#contract/catalogue/catalogue.ts'
import { statement } from '#server/platform/database/statement.ts'
import * as stockChanges from './stock-changes.ts'

export const releaseFromCart = statement('stock.release_from_cart')`
  with ended as (
    update holds set state = 'released', ended_at = $now, released_by = $releasedBy
    where hold_id = $holdId and state = 'live' and owner_kind in ('cart', 'user')
    returning hold_id, package_id, took_unit, has_leads
  ), counted as (
    update packages p set available = p.available + 1 from ended where ended.took_unit and p.package_id = ended.package_id
  ), moved as (
    insert into stock_movements (package_id, delta, reason, cause, note, moved_at)
    select package_id, 1, 'release', $releasedBy, $note, $now from ended where took_unit
  )
  select package_id, has_leads, pg_notify('catalogue_changed', ${stockChanges.fipsOfId('package_id')}) as notified from ended`

export const findHold = statement('stock.find_hold')`
  select package_id, owner_id, owner_kind, state from holds where hold_id = $holdId`

export const listReleasedFromCart = statement('stock.list_released_from_cart')`
  select hold_id, package_id, ended_at from holds
  where owner_id = $ownerId and released_by is not null and ended_at >= $endedAt order by ended_at desc limit $limit`

/** Marks packages above 10. Without order: no lock waits here, and sorting would fetch every row by the index. */
export const armLowNews = statement('stock.arm_low_news')`
  with risen as (
    update packages set is_low_news = true where package_id in (
      select package_id from packages p where not is_low_news and (${stockChanges.isUnlimited('p')} or ${stockChanges.unitsLeft('p')} > ${LOW_STOCK_MAX})
      limit $limit for update skip locked)
    returning 1
  )
  select count(*)::int as rows from risen`

export const takeLowCrossings = statement('stock.take_low_crossings')`
  update packages set is_low_news = false where package_id in (
    select package_id from packages p where is_low_news and not ${stockChanges.isUnlimited('p')} and ${stockChanges.unitsLeft('p')} <= ${LOW_STOCK_MAX}
    limit $limit for update skip locked)
  returning package_id, ${stockChanges.unitsLeft('packages')} as available`

export const countPoolLeads = statement('stock.count_pool_leads')`
  select pool_id, (select coalesce(sum(leads), 0)::int from unnest(places) as leads) as leads
  from lead_pools where pool_id = any($poolIds::text[]) and is_backed`

/** Counties that one notice names; beyond that, everything counts as changed (a payload holds 8,000 bytes). */
const COUNTIES_NOTIFIED_MAX = 1_000

const CHOSEN =
  'p.fips = any($fips::text[]) and p.lead_type = any($leadTypes::text[]) and p.tier = any($tiers::text[]) and p.size = any($sizes::int[])'

/**
 * What a package shows after `$changeKind` by `$amount`. Adding never goes below 0 or to unlimited, and unlimited
 * packages stay so. Packages that follow from leads stay as they are.
 */
const NEXT = (p: string) => `case
     when ${p}.lead_units is not null then ${stockChanges.shownUnits(p)}
     when $changeKind::text = 'set' then $amount::int
     when $changeKind::text = 'at_least' then greatest(${stockChanges.shownUnits(p)}, $amount::int)
     else case when ${p}.is_unlimited then ${p}.unlimited_shown
       else greatest(0, least(${COUNTED_MAX}, ${stockChanges.countedUnits(p)} + $amount::int)) end end`

/**
 * Writes the new counts of `changing` (shown units `before` and `after`, and `counted_after`, the count underneath)
 * with their movements, and collects their counties as `touched`.
 */
const WRITE_CHANGES = ({ who, why, now }: { who: string; why: string; now: string }) =>
  `counted as (
     update packages p set
       ${stockChanges.assignCount('changing.after', 'changing.counted_after')},
       edits = changing.edits + 1,
       is_low_news = p.is_low_news or changing.after > ${LOW_STOCK_MAX}
     from changing where p.package_id = changing.package_id
   ), moved as (
     insert into stock_movements (package_id, delta, reason, cause, note, moved_at, shown_before, shown_after)
     select package_id, counted_after - available, 'set', ${who}, ${why}, ${now}, before, after from changing
   ), touched as (
     select case when count(*) > ${COUNTIES_NOTIFIED_MAX} then '*' else string_agg(fips, ',') end as counties
     from (select distinct fips from changing) one
   )`

const NOTIFY_TOUCHED = `(select pg_notify('catalogue_changed', counties) from touched where counties is not null)`

export const previewMany = statement('stock.preview_many')`
  with planned as (
    select ${stockChanges.shownUnits('p')} as before, ${NEXT('p')} as after, p.edits, p.lead_units from packages p where ${CHOSEN}
  ), held as (
    select h.package_id, count(*)::int as holds from holds h join packages p using (package_id)
    where h.state = 'live' and h.ended_at is null and ${CHOSEN} group by h.package_id
  )
  select count(*)::int as packages, (count(*) filter (where before <> after))::int as changed,
    ${stockChanges.sumOfUnits('before')} as units_before, ${stockChanges.sumOfUnits('after')} as units_after, coalesce(sum(edits), 0)::bigint as edits,
    (count(*) filter (where lead_units is not null))::int as from_leads,
    (select count(*)::int from held) as held_packages, (select coalesce(sum(holds), 0)::int from held) as holds
  from planned`

/** A page of those that `setMany` would change, by county, in the order of price tables. */
export const listMany = statement('stock.list_many')`
  select package_id, before, after from (
    select p.package_id, p.fips, p.lead_type, p.tier, p.size, ${stockChanges.shownUnits('p')} as before, ${NEXT('p')} as after from packages p where ${CHOSEN}
  ) planned where before <> after
  order by fips, array_position(array['${LEAD_TYPES.join("', '")}'], lead_type), array_position(array['${TIERS.join("', '")}'], tier), size
  offset $from limit $limit`

/**
 * Makes the change of all packages or none: if `edits` is not what the preview saw, someone has set one of them since,
 * and nothing is written. The new count comes from the locked row, as in place_holds. The locks last until the commit:
 * buyers wait and are not refused (decision 29 says how long).
 */
export const setMany = statement('stock.set_many')`
  with locked as materialized (
    select p.package_id, p.fips, p.available, p.is_unlimited, p.unlimited_shown, p.lead_units, p.edits
    from packages p where ${CHOSEN} order by p.package_id for update
  ), planned as materialized (
    select locked.*, ${stockChanges.shownUnits('locked')} as before, ${NEXT('locked')} as after from locked
  ), summed as materialized (
    select count(*)::int as packages, (count(*) filter (where before <> after))::int as changed,
      ${stockChanges.sumOfUnits('before')} as units_before, ${stockChanges.sumOfUnits('after')} as units_after, coalesce(sum(edits), 0)::bigint as edits
    from planned
  ), changing as materialized (
    select planned.*, case when ${stockChanges.isAboveCounted('after')} then planned.available else after end as counted_after
    from planned join summed on summed.edits = $edits::bigint where before <> after
  ), ${WRITE_CHANGES({ who: '$cause', why: '$note?', now: '$now' })}
  select summed.*, ${NOTIFY_TOUCHED} as notified from summed`

/** As every change of many does, in id order. */
export const lockMany = statement('stock.lock_many')`
  select count(*)::int as packages from (select from packages p where ${CHOSEN} order by p.package_id for update) locked`

/**
 * Takes back what the change by `cause` at `movedAt` did to each package that nobody has set since: its movement is the
 * last of an administrator. The counts between 0 and 999 move by as much as they did then.
 */
export const unsetMany = statement('stock.unset_many')`
  with planned as materialized (
    select p.package_id, p.fips, p.available, p.edits, p.lead_units, ${stockChanges.shownUnits('p')} as before,
      case when ${stockChanges.isAboveCounted('m.shown_before')} or ${stockChanges.isAboveCounted('m.shown_after')} then m.shown_before
        else greatest(0, least(${stockChanges.shownUnits('p')} + m.shown_before - m.shown_after, ${COUNTED_MAX})) end as after
    from packages p, lateral (
      select * from stock_movements m where m.package_id = p.package_id and m.reason = 'set' order by m.movement_id desc limit 1
    ) m
    where ${CHOSEN} and p.lead_units is null and m.cause = $cause and m.moved_at = $movedAt
  ), changing as materialized (
    select planned.*, case when ${stockChanges.isAboveCounted('after')} then available else after end as counted_after from planned where before <> after
  ), ${WRITE_CHANGES({ who: '$memberId', why: '$note', now: '$now' })}
  select count(*)::int as packages, count(*)::int as changed, ${stockChanges.sumOfUnits('before')} as units_before, ${stockChanges.sumOfUnits('after')} as units_after,
    ${NOTIFY_TOUCHED} as notified
  from changing`

/** Skips packages that were edited since the administrator looked (`seens`) or that follow from leads. */
export const setEach = statement('stock.set_each')`
  with wanted as (
    select * from unnest($packageIds::text[], $afters::int[], $seens::int[]) as w (package_id, after, seen)
  ), locked as materialized (
    select p.package_id, p.fips, p.available, p.is_unlimited, p.unlimited_shown, p.lead_units, p.edits, w.after, w.seen
    from packages p join wanted w using (package_id) order by p.package_id for update of p
  ), changing as materialized (
    select locked.*, shown.before, case when ${stockChanges.isAboveCounted('after')} then available else after end as counted_after
    from locked, lateral (select ${stockChanges.shownUnits('locked')} as before) shown
    where edits = seen and lead_units is null and shown.before <> after
  ), ${WRITE_CHANGES({ who: '$memberId', why: '$note', now: '$now' })}
  select (select count(*)::int from locked) as packages, (select count(*)::int from changing) as changed,
    (select counties from touched) as counties, ${NOTIFY_TOUCHED} as notified`.as<{ counties: string | null }>()
