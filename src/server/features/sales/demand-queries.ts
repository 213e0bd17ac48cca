/** All SQL of demand. */
import { isInStock } from '#server/features/stock/shown-units.ts'
import { type NoParameters, statement } from '#server/platform/statement.ts'
import { FIGURES_NOW } from './tables.ts'

/** `fips` counties. In one order, so that two nodes never wait in a circle. */
export const addCounts = statement<{
  day: string
  fips: readonly string[]
  views: readonly number[]
  holds: readonly number[]
  sellOuts: readonly number[]
}>(
  'demand.add_counts',
  `insert into county_demand (day, fips, views, holds, sell_outs)
   select $day::date, * from unnest($fips::text[], $views::int[], $holds::int[], $sellOuts::int[]) as n (fips, views, holds, sell_outs) order by fips
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
 * All counties that were asked for or sold between two days, both included, in no particular order. Reads one row for each
 * county and day of both figures, however many orders there are.
 */
export const sumCounties = statement<{ from: string; to: string }, CountyRow>(
  'demand.sum_counties',
  `with asked as (
     select fips, sum(views)::int as views, sum(holds)::int as holds, sum(sell_outs)::int as sell_outs
     from county_demand where day between $from::date and $to::date group by fips
   ), sold as (
     select value as fips, sum(packages)::int as sales, sum(sold_cents - refunded_cents) as cents
     from ${FIGURES_NOW} f where dimension = 'county' and day between $from::date and $to::date group by value
   )
   select fips, coalesce(views, 0) as views, coalesce(holds, 0) as holds, coalesce(sell_outs, 0) as sell_outs,
     coalesce(sales, 0) as sales, coalesce(cents, 0)::text as revenue_cents
   from asked full join sold using (fips)`,
)

/** The first day that was counted; one row, null before. */
export const findFirstDay = statement<NoParameters, { day: string | null }>(
  'demand.find_first_day',
  'select min(day)::text as day from county_demand',
)

/** How many packages of each of the counties `fips` can be bought now; those without any are left out. */
export const countInStock = statement<{ fips: readonly string[] }, { fips: string; packages: number }>(
  'demand.count_in_stock',
  `select fips, count(*)::int as packages from packages
   where fips = any($fips::text[]) and ${isInStock('packages')} group by fips`,
)

/** Deletes up to `limit` rows of days before `first`, the oldest first. Returns how many. */
export const forgetDays = statement<{ first: string; limit: number }, { rows: number }>(
  'demand.forget_days',
  `with gone as (
     delete from county_demand where (day, fips) in (
       select day, fips from county_demand where day < $first::date order by day, fips limit $limit for update skip locked)
     returning 1
   )
   select count(*)::int as rows from gone`,
)
