import type { LeadType, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { UNLIMITED_UNITS } from '#contract/stock/stock.ts'
import { isInStock, poolOf, shownUnits, wasNeverStocked } from '#server/features/stock/stock-changes.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { EFFECTIVE_CENTS, joinPrices } from './effective-price.ts'

/** Lets only one transaction at a time fill the catalogue; the second finds it filled. */
export const lockCatalogue = statement('catalogue.lock')`select pg_advisory_xact_lock(7305102)`

export const countCounties = statement('catalogue.count_counties')`select count(*)::int as counties from counties`

export const insertCounties = statement('catalogue.insert_counties')`
  insert into counties (fips, state, name) select * from unnest($fips::text[], $states::text[], $names::text[]) on conflict do nothing`

export const insertPrices = statement('catalogue.insert_prices')`
  insert into prices (lead_type, tier, size, price_cents, changed_at)
  select *, $now::timestamptz from unnest($leadTypes::text[], $tiers::text[], $sizes::int[], $priceCents::int[]) on conflict do nothing`

/** Inserts a package for every county and price, without stock. */
export const insertPackages = statement('catalogue.insert_packages')`
  insert into packages (package_id, fips, lead_type, tier, size)
  select concat_ws('-', c.fips, p.lead_type, p.tier, p.size), c.fips, p.lead_type, p.tier, p.size
  from counties c cross join prices p order by c.fips on conflict do nothing`

/** Lists all counties by state and name. The caller sorts them in the order people expect ("De Soto" beside "DeSoto"). */
export const listCountyRows = statement('catalogue.list_counties')`select fips, state, name from counties`

export interface ListingRow {
  fips: string
  packages: number
  /** Today's 48 national ones, by lead type, tier and size as in a package's id (`collate "C"`). The same in every row. */
  price_cents: string
  /** What its state or it has instead, by the ends of packages' ids; its own come last and win. Null: nothing. */
  own_prices: Readonly<Record<string, number>> | null
  /** Of the packages in id order: the entered number if unlimited, at most 999 if counted, nothing if never on sale. */
  shown_units: string
}

/**
 * Reads what the counties `fips` have for sale, one row each, in no particular order. Lists are texts of numbers with a
 * space between, because they are only taken apart to be shown. By county, because PostgreSQL sorts 48 rows at a time
 * faster than all of them.
 */
export const readListings = statement('catalogue.read_listings')`
  select c.fips, listing.packages, listing.shown_units,
    (select json_object_agg('-' || lead_type || '-' || tier || '-' || size, price_cents order by length(area))
     from area_prices where area in (left(c.fips, 2), c.fips)) as own_prices,
    (select string_agg(price_cents::text, ' ' order by concat_ws('-', lead_type, tier, size) collate "C") from prices) as price_cents
  from unnest($fips::text[]) as c(fips) cross join lateral (
    select count(*)::int as packages, string_agg(units, ' ') as shown_units
    from (
      select case when ${wasNeverStocked('p')} then '' else (${shownUnits('p')})::text end as units
      from packages p where p.fips = c.fips order by p.package_id collate "C"
    ) as sorted
  ) as listing`.as<{ own_prices: Readonly<Record<string, number>> | null }>()

/** Lists the 48 national prices and the own ones of the states and counties `areas`, in no particular order. */
export const listStandingRows = statement('catalogue.list_standing_prices')`
  select '' as area, lead_type, tier, size, price_cents from prices
  union all select area, lead_type, tier, size, price_cents from area_prices where area = any($areas::text[])`.as<{
  lead_type: LeadType
  tier: Tier
  size: Size
}>()

/** `area` as in `area_prices`; empty for the national price. */
export type StandingRow = RowOf<typeof listStandingRows>

/** Reads what the packages `packageIds` cost today, before offers, in no particular order. */
export const listPackageCents = statement('catalogue.list_package_prices')`
  select p.package_id, ${EFFECTIVE_CENTS} as price_cents from packages p ${joinPrices('p')}
  where p.package_id = any($packageIds::text[])`

/** Packages in stock, of a lead type and a tier if they are given. */
const isCounted = `${isInStock('p')} and ($leadType?::text is null or lead_type = $leadType) and ($tier?::text is null or tier = $tier)`

/**
 * Counts what can be bought in each state, without states that have nothing; in no particular order. Reads all
 * packages, because an index of those in stock would have to change with every hold.
 */
export const countStateStock = statement('catalogue.count_state_stock')`
  select left(fips, 2) as state_fips, count(*)::int as counties_in_stock, sum(packages)::int as packages_in_stock
  from (select fips, count(*) as packages from packages p where ${isCounted} group by fips) counties
  group by 1`

/**
 * Counts what can be bought in each of the counties `fips`, without those that have nothing; in no particular order.
 * Units as shown, an unlimited package as 1000. Of sizes that share their leads, it counts as many as can be bought
 * together at most.
 */
export const countCountyStock = statement('catalogue.count_county_stock')`
  select fips, sum(packages)::int as packages_in_stock, sum(units)::int as units
  from (
    select fips, count(*) as packages, case when ${poolOf('p')} is null
      then sum(case when is_unlimited then ${UNLIMITED_UNITS} else ${shownUnits('p')} end) else max(${shownUnits('p')}) end as units
    from packages p where fips = any($fips::text[]) and ${isCounted} group by fips, ${poolOf('p')}
  ) pools group by fips`
