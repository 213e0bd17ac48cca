import type { PriceLevel } from '#contract/admin/price-areas.ts'
import type { LeadType, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

/** Locks the 48 national prices in one order until the transaction ends, so changes happen one after another. */
export const lockPrices = statement('pricing.lock_prices')`
  select from prices order by lead_type, tier, size for update`

/** Sets national prices and notifies all nodes. `changedBy` is null for the store. */
export const setPrices = statement('pricing.set_prices')`
  with changed as (
    update prices p set price_cents = n.cents, changed_at = $now, changed_by = $changedBy?
    from unnest($leadTypes::text[], $tiers::text[], $sizes::int[], $cents::int[]) as n (lead_type, tier, size, cents)
    where p.lead_type = n.lead_type and p.tier = n.tier and p.size = n.size returning 1
  )
  select pg_notify('catalogue_changed', '*') as notified from changed limit 1`

/** Own prices of a state or county, removed where `ownCents` is null. Notifies all nodes of its counties. */
export const setAreaPrices = statement('pricing.set_area_prices')`
  with asked as (
    select * from unnest($leadTypes::text[], $tiers::text[], $sizes::int[], $ownCents::int[]) as n (lead_type, tier, size, cents)
  ), removed as (
    delete from area_prices a using asked n
    where a.area = $area and a.lead_type = n.lead_type and a.tier = n.tier and a.size = n.size and n.cents is null
  ), written as (
    insert into area_prices (area, lead_type, tier, size, price_cents, changed_at, changed_by)
    select $area, lead_type, tier, size, cents, $now, $changedBy? from asked where cents is not null
    on conflict (area, lead_type, tier, size) do update
      set price_cents = excluded.price_cents, changed_at = excluded.changed_at, changed_by = excluded.changed_by
  )
  select pg_notify('catalogue_changed', string_agg(fips, ',')) as notified from counties where starts_with(fips, $area)`

/** Lists the states and counties with own prices, in no particular order. */
export const listOwnAreas = statement('pricing.list_own_areas')`
  select distinct on (area) area, (count(*) over (partition by area))::int as prices, changed_at, changed_by
  from area_prices order by area, changed_at desc`

/**
 * What a change of prices of `area` (empty: everywhere) touches: its counties, each of which sells every kind of
 * package; the packages there that keep a more specific price; and the cart lines that do not.
 */
export const countReach = statement('pricing.count_reach')`
  with asked as (
    select * from unnest($leadTypes::text[], $tiers::text[], $sizes::int[]) as n (lead_type, tier, size)
  ), kept as materialized (
    select area, lead_type, tier, size from area_prices join asked using (lead_type, tier, size)
    where length(area) > length($area) and starts_with(area, $area)
  )
  select (select count(*)::int from counties where starts_with(fips, $area)) as counties, (
    select count(*)::int from (
      select distinct c.fips, k.lead_type, k.tier, k.size from kept k join counties c on c.fips = k.area or left(c.fips, 2) = k.area
    ) keeping) as kept_packages, (
    select count(*)::int from holds h join packages p using (package_id) join asked using (lead_type, tier, size)
    where h.state = 'live' and h.expires_at > $now and h.owner_kind in ('cart', 'user') and starts_with(p.fips, $area)
      and not exists (
        select from kept k where k.area in (left(p.fips, 2), p.fips)
          and k.lead_type = p.lead_type and k.tier = p.tier and k.size = p.size)) as cart_lines`

export const insertChange = statement('pricing.insert_change')`
  with change as (
    insert into price_changes (change_id, state, created_at, created_by, starts_at, applied_at, note, attempt_id, undoes_id, area)
    values ($changeId, $state, $now, $createdBy, $startsAt?, $appliedAt?, $note?, $attemptId?, $undoesId?, $area?) returning change_id
  )
  insert into price_change_rows (change_id, lead_type, tier, size, before_cents, before_level, after_cents, after_level)
  select change_id, n.* from change, unnest($leadTypes::text[], $tiers::text[], $sizes::int[],
    $befores::int[], $beforeLevels::text[], $afters::int[], $afterLevels::text[]) as n`

/** What PostgreSQL does not know of a change: its prices, and what may be missing. */
interface ChangeColumns {
  undoes_id: string | null
  undone_by: string | null
  rows: {
    lead_type: LeadType
    tier: Tier
    size: Size
    before_cents: number
    before_level: PriceLevel
    after_cents: number
    after_level: PriceLevel
  }[]
}

const CHANGE = `c.change_id, c.state, c.created_at, c.created_by, c.starts_at, c.applied_at, c.note, c.undoes_id, c.area,
  (select u.change_id from price_changes u where u.undoes_id = c.change_id) as undone_by,
  (select jsonb_agg(to_jsonb(r) order by r.lead_type, r.tier, r.size) from price_change_rows r where r.change_id = c.change_id) as rows`

export const findChange = statement('pricing.find_change')`
  select ${CHANGE} from price_changes c where c.change_id = $changeId`.as<ChangeColumns>()
export type ChangeRow = RowOf<typeof findChange>

export const lockChange = statement('pricing.lock_change')`
  select ${CHANGE} from price_changes c where c.change_id = $changeId for update of c`.as<ChangeColumns>()

export const findAttempt = statement('pricing.find_attempt')`
  select ${CHANGE} from price_changes c where c.attempt_id = $attemptId`.as<ChangeColumns>()

export const listChanges = statement('pricing.list_changes')`
  select ${CHANGE} from price_changes c where (c.created_at, c.change_id) < ($afterCreatedAt::timestamptz, $afterChangeId)
    and ($state?::text is null or c.state = $state)
  order by c.created_at desc, c.change_id desc limit $limit`.as<ChangeColumns>()

/** Whether a planned change is due. It runs every second, so without a transaction. */
export const isChangeDue = statement('pricing.is_change_due')`
  select exists (select from price_changes where state = 'scheduled' and starts_at <= $now) as is_due`

/** Takes the planned change that was due first, on one node. */
export const takeDueChange = statement('pricing.take_due_change')`
  select ${CHANGE} from price_changes c where c.state = 'scheduled' and c.starts_at <= $now
  order by c.starts_at, c.change_id limit 1 for update of c skip locked`.as<ChangeColumns>()

/** Records the prices that a planned change replaced, and those that areas inherited by then. */
export const recordApplied = statement('pricing.note_applied')`
  with applied as (
    update price_changes set state = 'applied', applied_at = $now where change_id = $changeId returning change_id
  )
  update price_change_rows r
  set before_cents = n.before, before_level = n.before_level, after_cents = n.after, after_level = n.after_level
  from applied, unnest($leadTypes::text[], $tiers::text[], $sizes::int[],
    $befores::int[], $beforeLevels::text[], $afters::int[], $afterLevels::text[])
    as n (lead_type, tier, size, before, before_level, after, after_level)
  where r.change_id = applied.change_id and r.lead_type = n.lead_type and r.tier = n.tier and r.size = n.size`

export const cancelChange = statement('pricing.cancel_change')`
  update price_changes set state = 'cancelled' where change_id = $changeId and state = 'scheduled'`
