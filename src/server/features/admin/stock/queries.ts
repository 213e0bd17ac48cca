/** Only `stock` writes counts. */

import type { PackageScope } from '#contract/admin/price-areas.ts'
import { LOW_STOCK_MAX, SIZES } from '#contract/catalogue/catalogue.ts'
import { countedUnits, isFromLeads, isUnlimited, poolOf, unitsLeft } from '#server/features/stock/stock-changes.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

/** A second call with the same attempt waits for the first, then gets no row. */
export const claimAttempt = statement('stock_screen.claim_attempt')`
  insert into stock_changes (change_id, attempt_id, created_at, created_by, packages, changed, units_before, units_after, scope, undoes_id)
  values ($changeId, $attemptId, $now, $createdBy, 0, 0, 0, 0, $scope::jsonb, $undoesId?) on conflict (attempt_id) do nothing returning change_id`

export const recordChange = statement('stock_screen.note_change')`
  update stock_changes set packages = $packages, changed = $changed, units_before = $unitsBefore, units_after = $unitsAfter where change_id = $changeId`

const CHANGE = `select change_id, packages, changed, units_before::int, units_after::int, created_at, created_by, scope, undoes_id from stock_changes`

type ChangeColumns = { scope: PackageScope | null; undoes_id: string | null }

export const findAttempt = statement('stock_screen.find_attempt')`
  ${CHANGE} where attempt_id = $attemptId`.as<ChangeColumns>()
export type ChangeRow = RowOf<typeof findAttempt>

export const lockChange = statement('stock_screen.lock_change')`
  ${CHANGE} where change_id = $changeId for update`.as<ChangeColumns>()

export const findUndo = statement('stock_screen.find_undo')`
  ${CHANGE} where undoes_id = $changeId`.as<ChangeColumns>()

/** Reads all live holds of the store, because an index of holds by package would cost every buyer an entry. */
export const readPackageStock = statement('stock_screen.read_package_stock')`
  with moved as (
    select coalesce(sum(delta) filter (where reason in ('set', 'refund')), 0)::int as placed,
      coalesce(sum(delta) filter (where reason = 'refund'), 0)::int as refunded
    from stock_movements where package_id = $packageId
  ), held as (
    select count(*)::int as live_holds, (count(*) filter (where took_unit))::int as held
    from holds where state = 'live' and ended_at is null and package_id = $packageId
  )
  select ${countedUnits('p')} as shown, p.available, p.is_unlimited, moved.placed, moved.refunded, held.held, held.live_holds
  from packages p, moved, held where p.package_id = $packageId`

/** Columns for a hold's owner; `h` is its row. Each looks up one row by its key. */
const PARTY = `h.owner_kind, h.owner_key,
  (select o.reference from orders o where o.order_id = h.order_id) as sold_reference,
  (select o.reference from orders o where o.order_id = h.owner_key and h.owner_kind = 'order') as order_reference,
  (select o.reference from orders o where o.order_id = (
     select r.order_id from payment_requests r
     where r.payment_request_id = h.owner_key and h.owner_kind = 'request')) as link_reference,
  (select r.rep_id from payment_requests r
   where r.payment_request_id = h.owner_key and h.owner_kind = 'request') as link_rep_id`

interface PartyColumns {
  sold_reference: string | null
  order_reference: string | null
  link_reference: string | null
  link_rep_id: string | null
}

/** Newest first. The page is selected before anything is looked up for its rows. */
export const listMovements = statement('stock_screen.list_movements')`
  select m.*, h.state as hold_state, ${PARTY}
  from (
    select m.movement_id::text, m.delta, m.reason, m.cause, m.note, m.moved_at, m.shown_before, m.shown_after, p.available
    from stock_movements m join packages p using (package_id)
    where m.package_id = $packageId and m.movement_id < $movementId::bigint order by m.movement_id desc limit $limit
  ) m left join lateral (select * from holds where hold_id = m.cause limit 1) h on true
  order by m.movement_id::bigint desc`.as<PartyColumns>()
export type MovementRow = RowOf<typeof listMovements>
export type PartyRow = Pick<MovementRow, keyof PartyColumns | 'owner_kind' | 'owner_key'>

export const listHolds = statement('stock_screen.list_holds')`
  select h.hold_id, h.took_unit, h.placed_at, h.expires_at, ${PARTY}
  from (
    select * from holds where state = 'live' and ended_at is null and package_id = $packageId
      and (placed_at, hold_id) > ($afterPlacedAt::timestamptz, $afterHoldId) order by placed_at, hold_id limit $limit
  ) h order by h.placed_at, h.hold_id`.as<PartyColumns>()
export type HoldRow = RowOf<typeof listHolds>

/**
 * The counties that sold most first, and their lowest package first. Reads all 150,816 packages, because an index of
 * the few with low stock would change with every hold.
 */
const low = (where: string) => `
  select package_id, ${unitsLeft('p')} as available, ${isFromLeads('p')} as is_from_leads, s.sold from packages p
  left join (select value as fips, sum(packages) as packages from sale_figures
             where dimension = 'county' and day > $soldAfter::date group by value) f using (fips)
  cross join lateral (select greatest(0, coalesce(f.packages, 0))::int as sold) s
  where ${where} and not ${isUnlimited('p')} and ${unitsLeft('p')} between $least and $most
    and (-s.sold, fips, ${unitsLeft('p')}, package_id) > ($afterSold::int, $afterFips, $afterAvailable::int, $afterPackageId)
  order by -s.sold, fips, ${unitsLeft('p')}, package_id limit $limit`

export const listLow = statement('stock_screen.list_low')`${low('true')}`
export type LowRow = RowOf<typeof listLow>

export const listLowOfState = statement('stock_screen.list_low_of_state')`${low('fips = any($fips::text[])')}`

/**
 * Sizes that share leads are one piece of news: if another size was reported and is still low, this one counts as
 * reported by the same email.
 */
export const recordFallen = statement('stock_screen.note_fallen')`
  insert into low_stock_notices (package_id, available, noted_at, mail_id)
  select f.package_id, f.available, $now::timestamptz, told.mail_id
  from unnest($packageIds::text[], $availables::int[]) as f (package_id, available) left join packages p using (package_id)
  left join lateral (
    select n.mail_id from unnest(array[${SIZES.join()}]) as sizes (leads)
    join packages s on s.package_id = ${poolOf('p')} || '-' || sizes.leads
    join low_stock_notices n on n.package_id = s.package_id
    where p.lead_units is not null and not s.is_low_news and s.package_id <> all($packageIds::text[])
    order by n.noted_at desc limit 1
  ) told on true
  on conflict do nothing`

/** Whether there is unreported news, and whether an email went out recently, with at least the id `mailId`. */
export const isNewsWaiting = statement('stock_screen.is_news_waiting')`
  select exists (select from low_stock_notices where mail_id is null) as is_waiting,
    exists (select from low_stock_notices where mail_id >= $mailId) as was_told`

/** Puts all waiting news into one email. A second caller finds none. */
export const gatherNews = statement('stock_screen.gather_news')`
  with gathered as (
    update low_stock_notices set mail_id = $mailId where (package_id, noted_at) in (
      select package_id, noted_at from low_stock_notices where mail_id is null for update skip locked)
    returning 1
  )
  select count(*)::int as packages from gathered`

/** `pool_id`: the pool that its stock follows; null: counted. */
export type FallenRow = Omit<RowOf<typeof listFallen>, 'waiting'>

/** Lowest first. Sizes that share leads are one row, the one with the fewest left. */
export const listNews = statement('stock_screen.list_news')`
  with told as materialized (
    select distinct on (coalesce(${poolOf('p')}, n.package_id)) n.package_id, n.available, ${poolOf('p')} as pool_id
    from low_stock_notices n left join packages p using (package_id) where n.mail_id = $mailId
    order by coalesce(${poolOf('p')}, n.package_id), n.available, n.package_id
  )
  select t.*, (select count(*)::int from told where pool_id is null) as packages,
    (select count(*)::int from told where pool_id is not null) as pools
  from told t order by t.available, t.package_id limit $limit`.as<{ pool_id: string | null }>()

/** How many of the latest falls are checked: each costs a look at its package. */
const FALLEN_MAX = 1000

/** Sizes that share leads are one row. It reads the notices, which are kept 30 days, and does not scan all packages. */
export const listFallen = statement('stock_screen.list_fallen')`
  with fallen as materialized (
    select package_id from low_stock_notices order by noted_at desc limit ${FALLEN_MAX}
  ), low as materialized (
    select distinct on (coalesce(${poolOf('p')}, p.package_id)) p.package_id, ${unitsLeft('p')} as available, ${poolOf('p')} as pool_id
    from (select distinct package_id from fallen) f join packages p on p.package_id = f.package_id
    where not ${isUnlimited('p')} and ${unitsLeft('p')} <= ${LOW_STOCK_MAX}
    order by coalesce(${poolOf('p')}, p.package_id), ${unitsLeft('p')}, p.package_id
  )
  select l.*, (select count(*)::int from low) as waiting from low l order by l.available, l.package_id limit $limit`.as<{
  pool_id: string | null
}>()

export const forgetNotices = statement('stock_screen.forget_notices')`
  delete from low_stock_notices where (package_id, noted_at) in (
    select package_id, noted_at from low_stock_notices where noted_at < $notedAt order by noted_at limit $limit)`
