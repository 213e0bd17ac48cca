/** SQL for the public figures. One statement counts each part, so that all its numbers are from the same moment. */
import { FIGURE_MONTHS } from '#contract/proof/figures.ts'
import { statement } from '#server/platform/statement.ts'

/** The months that are over, from `first` up to `ends`. What is counted in them can no longer change. */
const SPAN = `span as (
     select (this_month - interval '${FIGURE_MONTHS} months') at time zone $timeZone::text as first,
       this_month at time zone $timeZone::text as ends
     from (select date_trunc('month', $now::timestamptz at time zone $timeZone::text) as this_month) today
   )`

const monthOf = (instant: string): string => `to_char(${instant} at time zone $timeZone::text, 'YYYY-MM')`

/** The line of a paid order, with its state. */
const LINE = `join orders o using (order_id)
       join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = own.line_number`

export interface StockCounts {
  state: string
  kind: string
  placed: number
  available: number
  held: number
  sold: number
}

/**
 * What became of everything on sale, by state. Each of the four numbers comes from a separate record. `packages`: units
 * placed by movements, available on the package, held and sold by holds; packages without a count, or whose stock
 * follows from leads, are left out. `leads`: places, as the leads count them; held and sold as holds and orders have
 * them.
 */
export const countStock = statement(
  'trust.count_stock',
  `with moved as (
     select package_id, sum(delta) as placed from stock_movements where reason in ('set', 'refund') group by package_id
   ), taken as (
     select package_id, count(*) filter (where state = 'live') as held, count(*) filter (where state = 'sold') as sold
     from holds where took_unit and state in ('live', 'sold') group by package_id
   ), places as (
     select fips, sum(places + held + sold) as placed, sum(places) as available from leads group by fips
   ), held_places as (
     select l.fips, count(*) as held from hold_leads h join leads l using (lead_id) group by l.fips
   ), sold_places as (
     select l.fips, count(*) as sold from order_leads s join leads l using (lead_id)
     where s.returned_at is null group by l.fips
   ), counted as (
     select fips, 'packages' as kind, moved.placed, p.available, taken.held, taken.sold
     from packages p left join moved using (package_id) left join taken using (package_id)
     where p.lead_units is null and not p.is_unlimited
     union all
     select fips, 'leads', p.placed, p.available, held_places.held, sold_places.sold
     from places p left join held_places using (fips) left join sold_places using (fips)
   )
   select c.state, kind, coalesce(sum(placed), 0)::float8 as placed, coalesce(sum(available), 0)::float8 as available,
     coalesce(sum(held), 0)::float8 as held, coalesce(sum(sold), 0)::float8 as sold
   from counted join counties c using (fips) group by c.state, kind
   having sum(placed) <> 0 or sum(available) <> 0 or sum(held) <> 0 or sum(sold) <> 0
   order by c.state collate "C", kind desc`,
)

export interface DeliveryCounts {
  month: string
  state: string
  due: number
  in_time: number
  credits: number
  credit_cents: number
}

/**
 * Packages by the month in which they were due, and the credits of that month for late ones. Sent first, or handed over
 * by a person, decides; a package whose money went back before it was due was never late.
 */
export const countDeliveries = statement(
  'trust.count_deliveries',
  `with ${SPAN}, counted as (
     select ${monthOf('own.due_at')} as month, l.state, 1 as due,
       (coalesce(least(own.sent_at, own.delivered_at) <= own.due_at, false))::int as in_time, 0 as credits, 0 as cents
     from deliveries own cross join span ${LINE}
     where own.due_at >= span.first and own.due_at < span.ends
       and (own.cancelled_at is null or own.cancelled_at > own.due_at or own.sent_at is not null or own.delivered_at is not null)
     union all
     select ${monthOf('own.made_at')}, l.state, 0, 0, 1, own.cents
     from credit_entries own cross join span ${LINE}
     where own.reason = 'late' and own.made_at >= span.first and own.made_at < span.ends
   )
   select month, state, sum(due)::float8 as due, sum(in_time)::float8 as in_time, sum(credits)::float8 as credits,
     sum(cents)::float8 as credit_cents
   from counted group by month, state order by month desc, state collate "C"`,
)

export interface ClaimCounts {
  month: string
  reason: string
  answered: number
  granted: number
}

/** Claims by the month in which they were answered: granted or denied. */
export const countClaims = statement(
  'trust.count_claims',
  `with ${SPAN}
   select ${monthOf('answered_at')} as month, reason, count(*)::float8 as answered,
     (count(*) filter (where state = 'granted'))::float8 as granted
   from claims cross join span where answered_at >= span.first and answered_at < span.ends
   group by 1, reason order by 1 desc, reason`,
)

export interface OptOutCounts {
  month: string
  honored: number
  median_seconds: number
  percentile_95_seconds: number
}

/** Owners' requests by the month in which their leads were taken out, and how long that took. */
export const countOptOuts = statement(
  'trust.count_opt_outs',
  `with ${SPAN}, counted as (
     select ${monthOf('withdrawn_at')} as month, extract(epoch from withdrawn_at - suppressed_at)::float8 as seconds
     from suppressions cross join span where withdrawn_at >= span.first and withdrawn_at < span.ends
   )
   select month, count(*)::float8 as honored, percentile_cont(0.5) within group (order by seconds) as median_seconds,
     percentile_cont(0.95) within group (order by seconds) as percentile_95_seconds
   from counted group by month order by month desc`,
)

/** The kind of the statement about a day, before the day. */
export const SAID = 'figures '

/** Writes a day's figures, unless it has some. Returns its row if it was written now. */
export const writeFigures = statement(
  'trust.write_figures',
  `insert into public_figures (day, figures, checksum, made_at) values ($day, $figures, $checksum, $now)
   on conflict (day) do nothing returning day`,
)

export interface FiguresRow {
  day: string
  figures: string
  checksum: string
}

/** The figures of a day; of the latest day for null. */
export const findFigures = statement(
  'trust.find_figures',
  `select day, figures, checksum from public_figures
   where day = coalesce($day?::text, (select max(day) from public_figures))`,
)

/** The same with the latest `limit` days that have figures, latest first, and where the log is: all that a visit reads. */
export const showFigures = statement(
  'trust.show_figures',
  `select f.day, figures, checksum,
     array(select day from public_figures order by day desc limit $limit) as days,
     s.statement_no is not null as is_said, coalesce(s.log_index < l.published_size, false) as is_published
   from public_figures f left join log_statements s on s.kind = '${SAID}' || f.day left join logs l using (log_no)
   where f.day = coalesce($day?::text, (select max(day) from public_figures))`,
)
