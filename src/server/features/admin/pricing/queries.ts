import type { PriceLevel } from '#contract/admin/price-areas.ts'
import { PRICES_SHOWN_MAX } from '#contract/admin/pricing.ts'
import { LEAD_TYPES, type LeadType, type Size, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

/** Locks the 48 national prices in one order until the transaction ends, so changes happen one after another. */
export const lockPrices = statement('pricing.lock_prices')`
  select from prices order by lead_type, tier, size for update`

/** Counties that one notice names; beyond that, everything counts as changed (a payload holds 8,000 bytes). */
const COUNTIES_NOTIFIED_MAX = 1_000

/**
 * Sets the prices of areas (empty: the national ones), removes an area's own where `ownCents` is null, and notifies all
 * nodes. `changedBy` is null for the store.
 */
export const setPrices = statement('pricing.set_prices')`
  with asked as materialized (
    select * from unnest($areas::text[], $leadTypes::text[], $tiers::text[], $sizes::int[], $ownCents::int[]) as n (area, lead_type, tier, size, cents)
  ), national as (
    update prices p set price_cents = n.cents, changed_at = $now, changed_by = $changedBy? from asked n
    where n.area = '' and p.lead_type = n.lead_type and p.tier = n.tier and p.size = n.size
  ), removed as (
    delete from area_prices a using asked n
    where a.area = n.area and a.lead_type = n.lead_type and a.tier = n.tier and a.size = n.size and n.cents is null
  ), written as (
    insert into area_prices (area, lead_type, tier, size, price_cents, changed_at, changed_by)
    select area, lead_type, tier, size, cents, $now, $changedBy from asked where area <> '' and cents is not null
    on conflict (area, lead_type, tier, size) do update
      set price_cents = excluded.price_cents, changed_at = excluded.changed_at, changed_by = excluded.changed_by
  ), touched as (
    select fips from counties where left(fips, 2) in (select area from asked) or fips in (select area from asked)
  )
  select pg_notify('catalogue_changed', case when count(*) between 1 and ${COUNTIES_NOTIFIED_MAX} then string_agg(fips, ',') else '*' end) as notified from touched`

/** Lists the states and counties with own prices, in no particular order. */
export const listOwnAreas = statement('pricing.list_own_areas')`
  select area, count(*)::int as prices from area_prices group by area`

/**
 * What a change of prices of `areas` (empty: everywhere) touches: the packages there that keep a more specific price,
 * and the cart lines that do not. Each county sells every kind of package.
 */
export const countReach = statement('pricing.count_reach')`
  with asked as materialized (
    select * from unnest($areas::text[], $leadTypes::text[], $tiers::text[], $sizes::int[]) as n (area, lead_type, tier, size)
  ), kept as materialized (
    select k.area, k.lead_type, k.tier, k.size from area_prices k
    join (select * from asked where length(area) < 5) n using (lead_type, tier, size)
    where length(k.area) > length(n.area) and n.area in ('', left(k.area, 2))
  )
  select (
    select count(*)::int from (
      select c.fips, k.lead_type, k.tier, k.size from kept k join counties c on c.fips = k.area
      union select c.fips, k.lead_type, k.tier, k.size from kept k join counties c on left(c.fips, 2) = k.area
    ) keeping) as kept_packages, (
    select count(*)::int from holds h join packages p using (package_id) join asked n using (lead_type, tier, size)
    where h.state = 'live' and h.expires_at > $now and h.owner_kind in ('cart', 'user') and n.area in ('', left(p.fips, 2), p.fips)
      and not exists (
        select from kept k where k.area in (left(p.fips, 2), p.fips)
          and k.lead_type = p.lead_type and k.tier = p.tier and k.size = p.size)) as cart_lines`

/** The `area` of a change of several: only its rows say which. No state has this code, so older nodes leave it alone. */
export const SEVERAL_AREAS = '00'

export const insertChange = statement('pricing.insert_change')`
  with change as (
    insert into price_changes (change_id, state, created_at, created_by, starts_at, applied_at, note, attempt_id, undoes_id, area)
    values ($changeId, $state, $now, $createdBy, $startsAt?, $appliedAt?, $note?, $attemptId?, $undoesId?, $area?) returning change_id
  )
  insert into price_change_rows (change_id, area, lead_type, tier, size, before_cents, before_level, after_cents, after_level)
  select change_id, n.* from change, unnest($areas::text[], $leadTypes::text[], $tiers::text[], $sizes::int[],
    $befores::int[], $beforeLevels::text[], $afters::int[], $afterLevels::text[]) as n`

/** What PostgreSQL does not know of a change: its areas and prices, and what may be missing. */
interface ChangeColumns {
  undoes_id: string | null
  undone_by: string | null
  /** Their codes, in order; none: everywhere. */
  areas: string[] | null
  rows: {
    area: string | null
    lead_type: LeadType
    tier: Tier
    size: Size
    before_cents: number
    before_level: PriceLevel
    after_cents: number
    after_level: PriceLevel
  }[]
}

/** Rows from before there were changes of several areas have theirs in the change; null: everywhere. */
const AREA = `coalesce(nullif(r.area, ''), c.area)`

const placeIn = (values: readonly string[], column: string): string =>
  `array_position(array['${values.join("', '")}'], ${column})`

/**
 * A change with its rows, by area and in the order of price tables. `is_standing`: each of its areas still has that price
 * of its own, or still none; prices above it may have changed.
 */
const changeWith = (rowsMax: number | 'all') =>
  `c.change_id, c.state, c.created_at, c.created_by, c.starts_at, c.applied_at, c.note, c.undoes_id,
  (select u.change_id from price_changes u where u.undoes_id = c.change_id) as undone_by,
  (select count(*)::int from price_change_rows r where r.change_id = c.change_id) as prices,
  (select array_agg(distinct ${AREA}) filter (where ${AREA} is not null) from price_change_rows r where r.change_id = c.change_id) as areas,
  (select jsonb_agg(to_jsonb(shown) order by place) from (
     select ${AREA} as area, lead_type, tier, size, before_cents, before_level, after_cents, after_level, row_number() over (
       order by ${AREA}, ${placeIn(LEAD_TYPES, 'lead_type')}, ${placeIn(TIERS, 'tier')}, size) as place
     from price_change_rows r where r.change_id = c.change_id order by place limit ${rowsMax}) shown) as rows,
  not exists (
    select from price_change_rows r
    left join prices n on ${AREA} is null and n.lead_type = r.lead_type and n.tier = r.tier and n.size = r.size
    left join area_prices a on a.area = ${AREA} and a.lead_type = r.lead_type and a.tier = r.tier and a.size = r.size
    where r.change_id = c.change_id and coalesce(n.price_cents, a.price_cents) is distinct from case
      when r.after_level = case length(${AREA}) when 5 then 'county' when 2 then 'state' else 'national' end then r.after_cents end
  ) as is_standing`

/** Of a change of many prices, the screens and programs get the first. */
const SHOWN = changeWith(PRICES_SHOWN_MAX)
const WHOLE = changeWith('all')

export const findChange = statement('pricing.find_change')`
  select ${SHOWN} from price_changes c where c.change_id = $changeId`.as<ChangeColumns>()
export type ChangeRow = RowOf<typeof findChange>

export const lockChange = statement('pricing.lock_change')`
  select ${WHOLE} from price_changes c where c.change_id = $changeId for update of c`.as<ChangeColumns>()

export const findAttempt = statement('pricing.find_attempt')`
  select ${SHOWN} from price_changes c where c.attempt_id = $attemptId`.as<ChangeColumns>()

export const listChanges = statement('pricing.list_changes')`
  select ${SHOWN} from price_changes c where (c.created_at, c.change_id) < ($afterCreatedAt::timestamptz, $afterChangeId)
    and ($state?::text is null or c.state = $state)
  order by c.created_at desc, c.change_id desc limit $limit`.as<ChangeColumns>()

/** Whether a planned change is due. It runs every second, so without a transaction. */
export const isChangeDue = statement('pricing.is_change_due')`
  select exists (select from price_changes where state = 'scheduled' and starts_at <= $now) as is_due`

/** Takes the planned change that was due first, on one node. */
export const takeDueChange = statement('pricing.take_due_change')`
  select ${WHOLE} from price_changes c where c.state = 'scheduled' and c.starts_at <= $now
  order by c.starts_at, c.change_id limit 1 for update of c skip locked`.as<ChangeColumns>()

/** Records the prices that a planned change replaced, and those that areas inherited by then. */
export const recordApplied = statement('pricing.note_applied')`
  with c as (
    update price_changes set state = 'applied', applied_at = $now where change_id = $changeId returning change_id, area
  )
  update price_change_rows r
  set before_cents = n.before, before_level = n.before_level, after_cents = n.after, after_level = n.after_level
  from c, unnest($areas::text[], $leadTypes::text[], $tiers::text[], $sizes::int[],
    $befores::int[], $beforeLevels::text[], $afters::int[], $afterLevels::text[])
    as n (area, lead_type, tier, size, before, before_level, after, after_level)
  where r.change_id = c.change_id and coalesce(${AREA}, '') = n.area
    and r.lead_type = n.lead_type and r.tier = n.tier and r.size = n.size`

export const cancelChange = statement('pricing.cancel_change')`
  update price_changes set state = 'cancelled' where change_id = $changeId and state = 'scheduled'`
