/**
 * How much can be bought where, for the map. Counted from the packages themselves, because a sum that every hold had to
 * update would cost each buyer more than it saves the map.
 */
import type { ReplyOf } from '#contract/endpoint.ts'
import type {
  listCountyStock as listCountyStockEndpoint,
  listStateStock as listStateStockEndpoint,
  StockFilter,
} from '#contract/stock/stock.ts'
import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { CachedJson } from '#server/platform/http/cached-json.ts'
import { loadPlaces } from './places.ts'
import { countCountyStock, countStateStock } from './queries.ts'

/** Counting all packages takes tens of milliseconds of the database, so a node does it at most this often. */
const MAP_AGE_MAX_MS = seconds(5)

export interface StockMap {
  json: Promise<CachedJson>
  countedAt: number
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** By state (or '' for all of them), lead type and tier: at most 52 × 4 × 5. */
    readonly stockMaps: Map<string, StockMap>
  }
}

interface Asked extends StockFilter {
  state: string
}

/** Returns a count from the last few seconds or one in progress. Callers in the meantime wait for the same count. */
function keep(ctx: PlatformContext, asked: Asked, count: () => Promise<unknown>): Promise<CachedJson> {
  const {
    clock,
    node: { stockMaps: maps },
  } = ctx
  const name = [asked.state, asked.leadType, asked.tier].join()
  const isCurrent = (countedAt: number) => {
    const age = clock.now().getTime() - countedAt
    return age >= 0 && age < MAP_AGE_MAX_MS
  }
  const known = maps.get(name)
  if (known && isCurrent(known.countedAt)) return known.json
  const countedAt = clock.now().getTime()
  const json = count().then((reply) => new CachedJson(JSON.stringify(reply), () => isCurrent(countedAt)))
  maps.set(name, { json, countedAt })
  json.catch(() => maps.delete(name))
  return json
}

/** Counts all states by name, including those where nothing can be bought. */
export function listStateStock(ctx: PlatformContext, { leadType, tier }: StockFilter): Promise<CachedJson> {
  return keep(ctx, { state: '', leadType, tier }, async (): Promise<ReplyOf<typeof listStateStockEndpoint>> => {
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

/**
 * Counts all counties of a state by name, including those where nothing can be bought.
 *
 * @throws Refusal `unknown_state`
 */
export async function listCountyStock(ctx: PlatformContext, asked: Asked): Promise<CachedJson> {
  const { state, leadType = null, tier = null } = asked
  const counties = (await loadPlaces(ctx)).countiesOf(state)
  return keep(ctx, asked, async (): Promise<ReplyOf<typeof listCountyStockEndpoint>> => {
    const rows = await ctx.database.run(countCountyStock, { fips: counties.map(({ fips }) => fips), leadType, tier })
    const byFips = new Map(rows.map((row) => [row.fips, row]))
    return counties.map(({ name, fips }) => {
      const row = byFips.get(fips)
      return { county: name, fips, packagesInStock: row?.packages_in_stock ?? 0, units: row?.units ?? 0 }
    })
  })
}
