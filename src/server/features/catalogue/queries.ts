/** All SQL of places and prices. */
import { UNLIMITED_UNITS } from '#contract/stock.ts'
import { isInStock, poolOf, shownUnits, wasNeverStocked } from '#server/features/inventory/shown-units.ts'
import { statement } from '#server/platform/database.ts'

/** One transaction at a time fills the catalogue; the second finds it filled. */
export const lockCatalogue = statement('catalogue.lock', 'select pg_advisory_xact_lock(7305102)')

export const countCounties = statement<{ counties: number }>(
  'catalogue.count_counties',
  'select count(*)::int as counties from counties',
)

/** $1 fips, $2 states, $3 names. */
export const insertCounties = statement(
  'catalogue.insert_counties',
  'insert into counties (fips, state, name) select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing',
)

/** $1 lead types, $2 tiers, $3 sizes, $4 cents, $5 now. */
export const insertPrices = statement(
  'catalogue.insert_prices',
  `insert into prices (lead_type, tier, size, price_cents, changed_at)
   select *, $5::timestamptz from unnest($1::text[], $2::text[], $3::int[], $4::int[]) on conflict do nothing`,
)

/** A package for every county and price, with no stock. */
export const insertPackages = statement(
  'catalogue.insert_packages',
  `insert into packages (package_id, fips, lead_type, tier, size)
   select concat_ws('-', c.fips, p.lead_type, p.tier, p.size), c.fips, p.lead_type, p.tier, p.size
   from counties c cross join prices p order by c.fips on conflict do nothing`,
)

/** All counties by state and name; the order people expect ("De Soto" beside "DeSoto") is made by the reader. */
export const listCountyRows = statement<{ fips: string; state: string; name: string }>(
  'catalogue.list_counties',
  'select fips, state, name from counties',
)

export interface PackageRow {
  package_id: string
  lead_type: string
  tier: string
  size: number
  price_cents: number
  /** As shown: an unlimited package its entered number, a counted one at most 999. */
  available: number
  was_never_stocked: boolean
}

/** The packages of a county ($1 fips) with today's prices, in no particular order. */
export const listPackageRows = statement<PackageRow>(
  'catalogue.list_packages',
  `select p.package_id, p.lead_type, p.tier, p.size, r.price_cents,
     ${shownUnits('p')} as available, ${wasNeverStocked('p')} as was_never_stocked
   from packages p join prices r on r.lead_type = p.lead_type and r.tier = p.tier and r.size = p.size
   where p.fips = $1`,
)

export interface PriceRow {
  lead_type: string
  tier: string
  size: number
  price_cents: number
}

/** The 48 prices, in no particular order. */
export const listPriceRows = statement<PriceRow>(
  'catalogue.list_prices',
  'select lead_type, tier, size, price_cents from prices',
)
/**
 * What can be bought in each state, states without anything left out; in no particular order. Reads all packages: an
 * index of those in stock would have to change with every hold.
 */
export const countStateStock = statement<{ state_fips: string; counties_in_stock: number; packages_in_stock: number }>(
  'catalogue.count_state_stock',
  `select left(fips, 2) as state_fips, count(*)::int as counties_in_stock, sum(packages)::int as packages_in_stock
   from (select fips, count(*) as packages from packages p where ${isInStock('p')} group by fips) counties
   group by 1`,
)

/**
 * What can be bought in each of the counties $1, those without anything left out; in no particular order. Units as shown,
 * an unlimited package as 1000; of sizes that share their leads as many as can be bought together at most.
 */
export const countCountyStock = statement<{ fips: string; packages_in_stock: number; units: number }>(
  'catalogue.count_county_stock',
  `select fips, sum(packages)::int as packages_in_stock, sum(units)::int as units
   from (
     select fips, count(*) as packages, case when ${poolOf('p')} is null
       then sum(case when is_unlimited then ${UNLIMITED_UNITS} else ${shownUnits('p')} end) else max(${shownUnits('p')}) end as units
     from packages p where fips = any($1::text[]) and ${isInStock('p')} group by fips, ${poolOf('p')}
   ) pools group by fips`,
)
