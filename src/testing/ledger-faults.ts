/** Invariants of the sales ledger: it agrees with orders and refunds, to the cent. */
import type pg from 'pg'
import { FIGURES_NOW } from '#server/features/sales/tables.ts'
import { findFaults } from './credit-faults.ts'

/** The expected revenue of every sold line and every line of a refund, computed from the orders alone. */
const EXPECTED = `
  select o.order_id, l.line_number, '' as refund_id, l.price_cents - l.discount_cents as cents, 1 as packages,
    l.size + l.bonus_leads as leads, coalesce(o.rep_id, '') as rep_id
  from orders o join order_lines l using (order_id, revision) where o.paid_at is not null and l.outcome = 'sold'
  union all
  select o.order_id, l.line_number, r.refund_id, -rl.amount_cents, case when rl.is_returned then -1 else 0 end,
    case when rl.is_returned then -(l.size + l.bonus_leads) else 0 end, coalesce(o.rep_id, '')
  from refunds r join refund_lines rl using (refund_id) join orders o using (order_id)
  join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = rl.line_number
  where o.paid_at is not null and l.outcome = 'sold' and r.state <> 'failed'`

/** What was recorded for each line: for a refund that failed and was sent again, the sum of its entries. */
const WRITTEN = `
  select order_id, line_number, base_refund_id as refund_id, sum(amount_cents)::int as amount_cents,
    sum(packages)::int as packages, sum(leads)::int as leads, rep_id
  from sale_entries group by 1, 2, 3, rep_id having base_refund_id = '' or sum(amount_cents) <> 0 or sum(packages) <> 0`

const ENTRIES = `
  with expected as (${EXPECTED}), written as (${WRITTEN})
  select coalesce(e.order_id, x.order_id) as order_id, coalesce(e.line_number, x.line_number) as line_number, x.refund_id,
    x.cents as expected_cents, e.amount_cents, x.packages as expected_packages, e.packages
  from expected x full join written e
    on e.order_id = x.order_id and e.line_number = x.line_number and e.refund_id = x.refund_id
  where x.cents is distinct from e.amount_cents or x.packages is distinct from e.packages
    or x.leads is distinct from e.leads or x.rep_id is distinct from e.rep_id`

/** A commission is the rate on what is left of a line, however it was refunded. */
const COMMISSIONS = `
  select e.order_id, e.line_number, sum(e.commission_cents) as commission_cents, sum(e.amount_cents) as left_cents
  from sale_entries e join orders o using (order_id) group by e.order_id, e.line_number, o.commission_bps
  having sum(e.commission_cents) <> round(sum(e.amount_cents) * o.commission_bps / 10000.0)`

const DIMENSIONS = `values ('all'), ('lead_type'), ('tier'), ('state'), ('county'), ('rep'), ('channel'), ('package'), ('storefront')`

const FIGURES = `
  with expected as (
    select d.dimension, case d.dimension when 'all' then '' when 'lead_type' then lead_type when 'tier' then tier
        when 'state' then state when 'county' then left(package_id, 5) when 'storefront' then left(package_id, 5) when 'rep' then rep_id when 'channel' then channel
        else substr(package_id, 7) end as value,
      kept.day, count(distinct case when refund_id = '' then order_id end) as orders, sum(packages) as packages,
      sum(leads) as leads, sum(case when refund_id = '' then amount_cents else 0 end) as sold_cents,
      -sum(case when refund_id = '' then 0 else amount_cents end) as refunded_cents
    from sale_entries e cross join (${DIMENSIONS}) as d (dimension)
    cross join lateral (values (e.day), ('-infinity'::date)) as kept (day)
    where (kept.day = e.day or d.dimension in ('all', 'package')) and (d.dimension <> 'storefront' or channel = 'storefront')
    group by 1, 2, 3
  ), now as (
    select dimension, value, day, sum(orders) as orders, sum(packages) as packages, sum(leads) as leads,
      sum(sold_cents) as sold_cents, sum(refunded_cents) as refunded_cents
    from ${FIGURES_NOW} each group by dimension, value, day
  )
  select coalesce(x.dimension, f.dimension) as dimension, coalesce(x.value, f.value) as value, coalesce(x.day, f.day)::text as day,
    x.orders as expected_orders, f.orders, x.sold_cents as expected_cents, f.sold_cents
  from expected x full join now f using (dimension, value, day)
  where x.orders is distinct from f.orders or x.packages is distinct from f.packages or x.leads is distinct from f.leads
    or x.sold_cents is distinct from f.sold_cents or x.refunded_cents is distinct from f.refunded_cents`

/** @returns the rows that disagree, with both numbers */
export const findLedgerFaults = (pool: Pick<pg.Pool, 'query'>) => findFaults(pool, ENTRIES, COMMISSIONS, FIGURES)
