/** How much can be bought where. Counted from the packages: a sum that every hold updates would cost buyers more. */
import { TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/stock/stock.ts'
import { poolIdOf } from '#server/features/stock/pools.ts'
import { HAS_UNSOLD, UNSOLD } from '#server/features/stock/stock-changes.ts'
import { seconds } from '#server/platform/clock.ts'
import { type PlatformContext, perNode } from '#server/platform/context.ts'
import { statement } from '#server/platform/database/statement.ts'
import { CachedJson } from '#server/platform/http/cached-json.ts'
import { loadPlaces } from './places.ts'
import { countCountyStock, countStateStock } from './queries.ts'

/** Counting all packages takes tens of milliseconds of the database, so a node does it at most this often. */
const MAP_AGE_MAX_MS = seconds(5)

export interface KeptCount {
  json: Promise<CachedJson>
  countedAt: number
}

/** By state (or '' for all of them), lead type and tier: at most 52 × 4 × 5. */
const stockMaps = perNode(() => new Map<string, KeptCount>())

/** Returns the last count by a name, or one in progress, unless it is older than `ageMaxMs`; then counts again. */
export function keepCount(
  { clock }: Pick<PlatformContext, 'clock'>,
  kept: Map<string, KeptCount>,
  { name, ageMaxMs, count }: { name: string; ageMaxMs: number; count: () => Promise<unknown> },
): Promise<CachedJson> {
  const isCurrent = (countedAt: number) => {
    const age = clock.now().getTime() - countedAt
    return age >= 0 && age < ageMaxMs
  }
  const known = kept.get(name)
  if (known && isCurrent(known.countedAt)) return known.json
  const countedAt = clock.now().getTime()
  const json = count().then((reply) => new CachedJson(JSON.stringify(reply), () => isCurrent(countedAt)))
  kept.set(name, { json, countedAt })
  json.catch(() => kept.delete(name))
  return json
}

const keep = (ctx: PlatformContext, { state, leadType, tier }: Asked, count: () => Promise<unknown>) =>
  keepCount(ctx, stockMaps(ctx), { name: [state, leadType, tier].join(), ageMaxMs: MAP_AGE_MAX_MS, count })

interface Asked extends endpoints.StockFilter {
  state: string
}

/** Counts all states by name, including those where nothing can be bought. */
export function listStateStock(ctx: PlatformContext, { leadType, tier }: endpoints.StockFilter): Promise<CachedJson> {
  return keep(ctx, { state: '', leadType, tier }, async (): Promise<ReplyOf<typeof endpoints.listStateStock>> => {
    const places = await loadPlaces(ctx)
    const rows = await ctx.database.run(countStateStock, { leadType: leadType ?? null, tier: tier ?? null })
    const byFips = new Map(rows.map((row) => [row.state_fips, row]))
    return places.states.map((state) => {
      const counties = places.countiesOf(state)
      const fips = counties[0]?.fips.slice(0, 2) ?? ''
      const row = byFips.get(fips)
      return {
        state,
        fips,
        counties: counties.length,
        countiesInStock: row?.counties_in_stock ?? 0,
        packagesInStock: row?.packages_in_stock ?? 0,
      }
    })
  })
}

/** Counts all counties of a state by name, also those where nothing can be bought. @throws Refusal `unknown_state` */
export async function listCountyStock(ctx: PlatformContext, asked: Asked): Promise<CachedJson> {
  const { state, leadType = null, tier = null } = asked
  const counties = (await loadPlaces(ctx)).countiesOf(state)
  return keep(ctx, asked, async (): Promise<ReplyOf<typeof endpoints.listCountyStock>> => {
    const rows = await ctx.database.run(countCountyStock, { fips: counties.map(({ fips }) => fips), leadType, tier })
    const byFips = new Map(rows.map((row) => [row.fips, row]))
    return counties.map(({ name, fips }) => {
      const row = byFips.get(fips)
      return { county: name, fips, packagesInStock: row?.packages_in_stock ?? 0, units: row?.units ?? 0 }
    })
  })
}

const share = (has: string) => `100 * count(*) filter (where ${has}) / count(*)`

/** Reads at most 200 leads of each pool, whatever is on sale, so it costs a few milliseconds. None of a pool with few. */
export const countLeadFacts = statement('catalogue.count_lead_facts')`
  select split_part(p.pool_id, '-', 3) as tier, count(*)::int as leads, jsonb_build_object(
    'phone', ${share('jsonb_array_length(d.phones) > 0')}, 'secondPhone', ${share('jsonb_array_length(d.phones) > 1')},
    'email', ${share(`d.emails <> '{}'`)}, 'value', ${share(`d.facts->'valueCents' is not null`)},
    'equity', ${share(`d.facts->'equityPercent' is not null`)}, 'home', ${share(`d.facts->'yearBuilt' is not null`)}) as shares
  from unnest($poolIds::text[]) as p (pool_id) cross join lateral (
    select lead_id from leads where pool_id = p.pool_id and ${HAS_UNSOLD}
    order by (${UNSOLD}) desc nulls last, acquired_at desc, lead_id limit 200
  ) l join lead_details d using (lead_id) group by p.pool_id having count(*) >= 20`.as<{
  tier: Tier
  shares: Record<endpoints.LeadFact, number>
}>()

/** Counts which facts the leads of a county have, by tier. @throws Refusal `unknown_state`, `unknown_county` */
export async function listLeadFacts(
  ctx: PlatformContext,
  { state, county, leadType }: { state: string; county: string } & QueryOf<typeof endpoints.listLeadFacts>,
) {
  const { fips } = (await loadPlaces(ctx)).county(state, county)
  return ctx.database.run(countLeadFacts, { poolIds: TIERS.map((tier) => poolIdOf(fips, leadType, tier)) })
}
