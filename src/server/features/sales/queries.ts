import { lineCostSql } from '#server/features/orders/price-anew.ts'
import { isInStock } from '#server/features/stock/stock-changes.ts'
import { COMMIT_SOON, type RowOf, statement } from '#server/platform/database/statement.ts'
import { changedBy, FIGURES_NOW } from './tables.ts'

const BPS = 10_000

/** SQL: cents, rounded half up. Numeric: a large line times its rate overflows an integer. */
export const commissionSql = (leftCents: string): string => `round((${leftCents})::numeric * commission_bps / ${BPS}.0)`

/**
 * Writes the missing entries of paid orders, the changes that must be added to the figures, and what they change about
 * offers' figures. Orders already recorded change nothing. A refund counts unless it failed. Each entry is the
 * difference from what was written before, so a refund that fails adds the line's money back, and one that is sent
 * again takes it off again. Commission is rounded on what is left of the line after each refund (see `commissionSql`).
 * It only inserts rows, so no sale waits for another here. Each order and its lines are looked up by key, whatever the
 * planner thinks of the tables' size (`offset 0`). Lines are selected by a negative condition, because otherwise the
 * planner would walk an index of all sold lines from end to end.
 */
export const recordOrders = statement('sales_ledger.record_orders')`
  with sold as (
    select o.order_id, l.line_number, o.paid_at, coalesce(o.rep_id, '') as rep_id, o.commission_bps,
      case when o.payment_request_id is not null then 'link' when o.rep_id is not null then 'team' else 'storefront' end as channel,
      l.package_id, l.lead_type, l.tier, l.size, l.state, l.size + l.bonus_leads as leads, ${lineCostSql('l')} as cents
    from unnest($orderIds::text[]) as asked (order_id)
    cross join lateral (select * from orders where order_id = asked.order_id and paid_at is not null offset 0) o
    cross join lateral (
      select * from order_lines where order_id = o.order_id and revision = o.revision and outcome not in ('open', 'refunded') offset 0
    ) l
  ), refunded as (
    select s.*, r.refund_id, r.created_at, was.entries, (r.state <> 'failed')::int * rl.amount_cents + was.cents as more_cents,
      (r.state <> 'failed')::int * rl.is_returned::int + was.packages as more_packages
    from sold s
    cross join lateral (select * from refunds where order_id = s.order_id offset 0) r
    cross join lateral (select * from refund_lines where refund_id = r.refund_id and line_number = s.line_number offset 0) rl
    cross join lateral (
      select count(*) as entries, coalesce(sum(amount_cents), 0)::int as cents, coalesce(sum(packages), 0)::int as packages from sale_entries
      where order_id = s.order_id and line_number = s.line_number and base_refund_id = r.refund_id
    ) was
  ), changed as (
    select c.*, c.cents + (
        select coalesce(sum(amount_cents), 0) from sale_entries
        where order_id = c.order_id and line_number = c.line_number and refund_id <> ''
      ) - sum(more_cents) over (partition by order_id, line_number order by created_at, refund_id) as left_cents,
      c.refund_id || case when entries > 0 then '.' || entries else '' end as entry_id,
      case when entries = 0 then created_at else $now::timestamptz end as changed_at
    from refunded c where more_cents <> 0 or more_packages <> 0
  ), written as (
    insert into sale_entries (order_id, line_number, refund_id, at, day, rep_id, channel, package_id, lead_type, tier, size,
      state, packages, leads, amount_cents, commission_cents)
    select order_id, line_number, '', paid_at, (paid_at at time zone $timeZone)::date, rep_id, channel, package_id, lead_type, tier,
      size, state, 1, leads, cents, ${commissionSql('cents')}
    from sold
    union all
    select order_id, line_number, entry_id, changed_at, (changed_at at time zone $timeZone)::date, rep_id, channel, package_id,
      lead_type, tier, size, state, -more_packages, -more_packages * leads, -more_cents,
      ${commissionSql('left_cents')} - ${commissionSql('left_cents + more_cents')}
    from changed
    on conflict do nothing
    returning *
  ), offered as (
    select o."offerId" as offer_id, count(distinct w.order_id) filter (where w.refund_id = '') as orders, sum(w.packages * o.cents) as cents,
      sum(w.packages * o.leads) as leads, sum(w.packages * round(o.leads * l.price_cents / l.size::numeric)) as worth_cents
    from written w
    cross join lateral (select revision from orders where order_id = w.order_id offset 0) r
    cross join lateral (
      select * from order_lines where order_id = w.order_id and revision = r.revision and line_number = w.line_number offset 0
    ) l
    cross join lateral jsonb_to_recordset(l.offers) as o ("offerId" text, cents int, leads int)
    where w.packages <> 0
    group by o."offerId"
  ), offers_changed as (
    insert into offer_figure_changes (offer_id, orders, discount_cents, bonus_leads, bonus_worth_cents)
    select * from offered
  )
  insert into sales_to_add (order_id, line_numbers, refund_ids)
  select order_id, array_agg(line_number), array_agg(refund_id) from written group by order_id`

/** Adds the oldest `limit` changes. Nodes share the work without deadlocks, as figures are updated in one order. */
export const addUp = statement('sales_ledger.add_up')`
  with taken as (
    delete from sales_to_add where change_id = any(array(
      select change_id from sales_to_add order by change_id limit $limit for update skip locked))
    returning *
  ), offers_taken as (
    delete from offer_figure_changes where change_id = any(array(
      select change_id from offer_figure_changes order by change_id limit $limit for update skip locked))
    returning *
  ), offers_added as (
    insert into offer_figures (offer_id, orders, discount_cents, bonus_leads, bonus_worth_cents)
    select offer_id, sum(orders), sum(discount_cents), sum(bonus_leads), sum(bonus_worth_cents)
    from offers_taken group by offer_id order by offer_id
    on conflict (offer_id) do update set orders = offer_figures.orders + excluded.orders,
      discount_cents = offer_figures.discount_cents + excluded.discount_cents,
      bonus_leads = offer_figures.bonus_leads + excluded.bonus_leads,
      bonus_worth_cents = offer_figures.bonus_worth_cents + excluded.bonus_worth_cents
  ), added as (
    insert into sale_figures (dimension, value, day, orders, packages, leads, sold_cents, refunded_cents)
    select dimension, value, day, sum(orders), sum(packages), sum(leads), sum(sold_cents), sum(refunded_cents)
    from (${changedBy('taken')}) changes group by dimension, value, day order by dimension, value, day
    on conflict (dimension, value, day) do update set orders = sale_figures.orders + excluded.orders,
      packages = sale_figures.packages + excluded.packages, leads = sale_figures.leads + excluded.leads,
      sold_cents = sale_figures.sold_cents + excluded.sold_cents,
      refunded_cents = sale_figures.refunded_cents + excluded.refunded_cents
  )
  select greatest((select count(*) from taken), (select count(*) from offers_taken))::int as changes`

const SUMS = `coalesce(sum(orders), 0)::int as orders, coalesce(sum(packages), 0)::int as packages,
  coalesce(sum(leads), 0)::int as leads, coalesce(sum(sold_cents), 0)::text as sold_cents,
  coalesce(sum(refunded_cents), 0)::text as refunded_cents`

export const sumFigures = statement('sales_ledger.sum_figures')`
  select ${SUMS} from ${FIGURES_NOW} f where dimension = $dimension and value = $value and day between $from::date and $to::date`

export type FiguresRow = RowOf<typeof sumFigures>

export const listDays = statement('sales_ledger.list_days')`
  select day::text, ${SUMS} from ${FIGURES_NOW} f
  where dimension = $dimension and value = $value and day between $from::date and $to::date group by f.day order by f.day`

export const findFirstSale = statement('sales_ledger.find_first_sale')`
  select min(day)::text as day from ${FIGURES_NOW} f where dimension = 'all' and value = '' and day > '-infinity'`.as<{
  day: string | null
}>()

export const listParts = statement('sales_ledger.list_parts')`
  select value, ${SUMS} from ${FIGURES_NOW} f where dimension = $dimension and day between $from::date and $to::date
  group by value order by sum(sold_cents - refunded_cents) desc, value limit $limit`

export const findReportMail = statement('sales_ledger.find_report_mail')`
  select u.username, u.email, (select m.state from messages m where m.message_id = $messageId) as state
  from users u where u.user_id = $userId and u.disabled_at is null`.as<{
  state: 'waiting' | 'sent' | 'failed' | null
}>()

/** In one order, so two nodes never deadlock. */
export const addCounts = statement('demand.add_counts')`
  with ${COMMIT_SOON}
  insert into county_demand (day, fips, views, holds, sell_outs)
  select $day::date, n.* from soon, unnest($fips::text[], $views::int[], $holds::int[], $sellOuts::int[]) as n (fips, views, holds, sell_outs) order by fips
  on conflict (day, fips) do update set views = county_demand.views + excluded.views,
    holds = county_demand.holds + excluded.holds, sell_outs = county_demand.sell_outs + excluded.sell_outs`

/** Reads one row per county and day of both tables, however many orders there are. */
export const sumCounties = statement('demand.sum_counties')`
  with asked as (
    select fips, sum(views)::int as views, sum(holds)::int as holds, sum(sell_outs)::int as sell_outs
    from county_demand where day between $from::date and $to::date group by fips
  ), sold as (
    select value as fips, coalesce(sum(packages) filter (where dimension = 'county'), 0)::int as sales,
      sum(sold_cents - refunded_cents) filter (where dimension = 'county') as cents,
      coalesce(sum(orders) filter (where dimension = 'storefront' and day >= (select min(day) from county_demand)), 0)::int as orders
    from ${FIGURES_NOW} f
    where dimension in ('county', 'storefront') and day between $from::date and $to::date group by value
  )
  select fips, coalesce(views, 0) as views, coalesce(holds, 0) as holds, coalesce(sell_outs, 0) as sell_outs,
    coalesce(sales, 0) as sales, coalesce(orders, 0) as storefront_orders, coalesce(cents, 0)::text as revenue_cents
  from asked full join sold using (fips)`

export const findFirstDay = statement('demand.find_first_day')`select min(day)::text as day from county_demand`.as<{
  day: string | null
}>()

export const countInStock = statement('demand.count_in_stock')`
  select fips, count(*)::int as packages from packages
  where fips = any($fips::text[]) and ${isInStock('packages')} group by fips`

export const forgetDays = statement('demand.forget_days')`
  with gone as (
    delete from county_demand where (day, fips) in (
      select day, fips from county_demand where day < $first::date order by day, fips limit $limit for update skip locked)
    returning 1
  )
  select count(*)::int as rows from gone`

/**
 * On a day `daysBack` before today, after the time of day that it is now. Refunds are looked up by when they were made,
 * so later changes of one, such as that it failed, are left out.
 */
export const sumRestOfDay = statement('sales_ledger.sum_rest_of_day')`
  select (count(distinct order_id) filter (where refund_id = ''))::int as orders, coalesce(sum(packages), 0)::int as packages,
    coalesce(sum(leads), 0)::int as leads, coalesce(sum(amount_cents) filter (where refund_id = ''), 0)::text as sold_cents,
    coalesce(-sum(amount_cents) filter (where refund_id <> ''), 0)::text as refunded_cents
  from (
    select * from sale_entries where channel in ('storefront', 'link', 'team') and refund_id = ''
    union all
    select e.* from refunds r
    cross join lateral (select * from sale_entries where order_id = r.order_id and refund_id = r.refund_id offset 0) e
    where r.created_at between $today::date - $daysBack::int - 1 and $today::date - $daysBack::int + 2
  ) entries
  where day = $today::date - $daysBack::int
    and at > (($now::timestamptz at time zone $timeZone::text) - make_interval(days => $daysBack)) at time zone $timeZone`

/** On a day `daysBack` before today, until the time of day that it is now. Bigint arrives as text. */
export const sumDaySoFar = statement('sales_ledger.sum_day_so_far')`
  select count(distinct order_id)::int as orders, coalesce(sum(amount_cents), 0)::text as paid_cents, coalesce(sum(leads), 0)::int as leads
  from sale_entries
  where channel in ('storefront', 'link', 'team') and refund_id = '' and day = $today::date - $daysBack::int
    and at <= (($now::timestamptz at time zone $timeZone::text) - make_interval(days => $daysBack)) at time zone $timeZone`
