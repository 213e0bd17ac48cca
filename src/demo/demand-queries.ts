/** SQL for the demo's demand: what buyers would have viewed and added to carts, had there been any. */
import { statement } from '#server/platform/statement.ts'

/** A pseudorandom number from 0 to 1, derived from a text, so it is the same at every start. */
const draw = (text: string) => `('x' || substr(md5(${text}), 1, 6))::bit(24)::int / 16777216.0`

/**
 * Adds views, units in carts and sell-outs for every county and day, in line with its sales: for each sold package
 * about ten views around its day, plus a few counties that are viewed though nothing is bought. Both days are included.
 */
export const insertDemand = statement<{ from: string; today: string }>(
  'demo.insert_demand',
  `with popular as (
     select c.fips, coalesce(s.packages, 0) / ($today::date - $from::date + 1.0) * 10 + 4 * power(${draw(`c.fips || 'p'`)}, 14) as looks_a_day
     from counties c left join (
       select value, sum(packages) as packages from sale_figures
       where dimension = 'county' and day between $from::date and $today::date group by value
     ) s on s.value = c.fips
   ), days as (
     select $from::date + n as day, case when extract(isodow from $from::date + n) > 5 then 0.6 else 1.1 end as bustle
     from generate_series(0, $today::date - $from::date) as n
   ), drawn as (
     select p.fips, d.day, floor(looks_a_day * bustle * 2 * ${draw(`p.fips || d.day || 'v'`)} + 2 * coalesce(f.packages, 0))::int as views,
       coalesce(f.packages, 0) as sold, ${draw(`p.fips || d.day || 'h'`)} as luck
     from popular p cross join days d
     left join sale_figures f on f.dimension = 'county' and f.value = p.fips and f.day = d.day
   ), placed as (
     select *, greatest(sold, 0) + floor(views * 0.22 * luck)::int as holds from drawn where views > 0
   )
   insert into county_demand (day, fips, views, holds, sell_outs)
   select day, fips, views, holds, floor(holds * 0.3 * luck * luck)::int from placed order by day, fips
   on conflict do nothing`,
)
