/** All SQL of demand. */
import { isInStock } from '#server/features/inventory/shown-units.ts'
import { FIGURES_NOW } from '#server/features/sales-ledger/figures-now.ts'
import { statement } from '#server/platform/database.ts'

/** $1 day, $2 counties, $3 views, $4 holds, $5 sell-outs. In one order, so that two nodes never wait in a circle. */
export const addCounts = statement(
  'demand.add_counts',
  `insert into county_demand (day, fips, views, holds, sell_outs)
   select $1::date, * from unnest($2::text[], $3::int[], $4::int[], $5::int[]) as n (fips, views, holds, sell_outs) order by fips
   on conflict (day, fips) do update set views = county_demand.views + excluded.views,
     holds = county_demand.holds + excluded.holds, sell_outs = county_demand.sell_outs + excluded.sell_outs`,
)

export interface CountyRow {
  fips: string
  views: number
  holds: number
  sell_outs: number
  sales: number
  /** PostgreSQL's bigint comes as text. */
  revenue_cents: string
}

/**
 * All counties that were asked for or sold between two days, both included, in no particular order: $1 from, $2 to. Reads
 * one row for each county and day of both figures, however many orders there are.
 */
export const sumCounties = statement<CountyRow>(
  'demand.sum_counties',
  `with asked as (
     select fips, sum(views)::int as views, sum(holds)::int as holds, sum(sell_outs)::int as sell_outs
     from county_demand where day between $1::date and $2::date group by fips
   ), sold as (
     select value as fips, sum(packages)::int as sales, sum(sold_cents - refunded_cents) as cents
     from ${FIGURES_NOW} f where dimension = 'county' and day between $1::date and $2::date group by value
   )
   select fips, coalesce(views, 0) as views, coalesce(holds, 0) as holds, coalesce(sell_outs, 0) as sell_outs,
     coalesce(sales, 0) as sales, coalesce(cents, 0)::text as revenue_cents
   from asked full join sold using (fips)`,
)

/** The first day that was counted; one row, null before. */
export const findFirstDay = statement<{ day: string | null }>(
  'demand.find_first_day',
  'select min(day)::text as day from county_demand',
)

/** How many packages of each of the counties $1 can be bought now; those without any are left out. */
export const countInStock = statement<{ fips: string; packages: number }>(
  'demand.count_in_stock',
  `select fips, count(*)::int as packages from packages
   where fips = any($1::text[]) and ${isInStock('packages')} group by fips`,
)

/** Deletes up to $2 rows of days before $1, the oldest first. Returns how many. */
export const forgetDays = statement<{ rows: number }>(
  'demand.forget_days',
  `with gone as (
     delete from county_demand where (day, fips) in (
       select day, fips from county_demand where day < $1::date order by day, fips limit $2 for update skip locked)
     returning 1
   )
   select count(*)::int as rows from gone`,
)
