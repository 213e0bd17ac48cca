/** States and counties by name. They never change once loaded, so each node reads them once. */
import { LEAD_TYPES } from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { findCounty, findState } from '#contract/catalogue/find-place.ts'
import type { Context } from '#server/gateways/context.ts'
import { type PlatformContext, perNode } from '#server/platform/context.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { listCountyRows } from './queries.ts'

export interface County {
  fips: string
  state: string
  name: string
}

export interface Places {
  readonly states: readonly string[]
  /** @throws Refusal `unknown_state` */
  countiesOf(state: string): readonly County[]
  /** @throws Refusal `unknown_state`, `unknown_county` */
  county(state: string, name: string): County
  countyByFips(fips: string): County
  /** Finds a county by a code that has not been checked yet; null if no county has it. */
  findByFips(fips: string): County | null
}

const byName = new Intl.Collator('en').compare

function makePlaces(rows: readonly County[]): Places {
  const byState = Map.groupBy(rows, ({ state }) => state)
  const byFips = new Map(rows.map((county) => [county.fips, county]))
  const byPlace = new Map(rows.map((county) => [`${county.state}/${county.name}`, county]))
  for (const counties of byState.values()) counties.sort((a, b) => byName(a.name, b.name))
  const countiesOf = (state: string) => {
    const counties = byState.get(state)
    if (!counties) throw new Refusal('unknown_state')
    return counties
  }
  return {
    states: [...byState.keys()].sort(byName),
    countiesOf,
    county(state, name) {
      const county = byPlace.get(`${state}/${name}`)
      if (county) return county
      throw new Refusal(byState.has(state) ? 'unknown_county' : 'unknown_state')
    },
    findByFips: (fips) => byFips.get(fips) ?? null,
    countyByFips(fips) {
      const county = byFips.get(fips)
      invariant(county, `a package names a county that is not in the catalogue: ${fips}`)
      return county
    },
  }
}

const cacheOf = perNode(() => ({ places: null as Promise<Places> | null }))

/** Returns the places of this store. Read from the database at the first call; an empty catalogue is not cached. */
export function loadPlaces(ctx: Pick<PlatformContext, 'database' | 'node'>): Promise<Places> {
  const kept = cacheOf(ctx)
  if (kept.places) return kept.places
  const forget = () => {
    kept.places = null
  }
  kept.places = ctx.database.run(listCountyRows).then((rows) => {
    if (rows.length === 0) forget()
    return makePlaces(rows)
  })
  kept.places.catch(forget)
  return kept.places
}

/**
 * Returns the address with the catalogue's own names for a leads page that was asked for by others: `TX` for Texas,
 * `Travis County` for Travis. Null if the address is right as it is, or if the place is unknown.
 */
export async function properAddress(ctx: Pick<PlatformContext, 'database' | 'node'>, path: string, query: string) {
  if (path.replace(/\/$/, '') !== '/leads') return null
  const asked = new URLSearchParams(query)
  const [state, county] = [asked.get('state'), asked.get('county')]
  const properState = state ? findState(state) : undefined
  if (!properState) return null
  // Without the database, the page is sent as requested.
  const places = await loadPlaces(ctx).catch(() => null)
  if (!places?.states.includes(properState)) return null
  const names = places.countiesOf(properState).map(({ name }) => name)
  const properCounty = county && (findCounty(names, county) ?? county)
  if (properState === state && properCounty === county) return null
  asked.set('state', properState)
  if (properCounty) asked.set('county', properCounty)
  return `/leads?${asked}`
}

/**
 * Writes what a leads page says about its place before the bundle runs, as safe HTML: the county's name, and its own
 * address, to which links add a view. Both come from the catalogue, never from the address that was asked for.
 */
export async function writePlace(ctx: Context, query: string): Promise<{ placeName: string; leadsAddress: string }> {
  const asked = new URLSearchParams(query)
  const [state, county] = [asked.get('state') ?? '', asked.get('county')]
  const type = LEAD_TYPES.find((one) => one === asked.get('type'))
  const kept = type === undefined ? {} : { type }
  const unknown = { placeName: '', leadsAddress: addressOf(kept) }
  try {
    const places = await loadPlaces(ctx)
    if (!places.states.includes(state)) return unknown
    if (!county) return { placeName: '', leadsAddress: addressOf({ state, ...kept }) }
    const name = countyName({ state, county, fips: places.county(state, county).fips })
    return { placeName: escapeHtml(name), leadsAddress: addressOf({ state, county, ...kept }) }
  } catch (error) {
    if (!(error instanceof Refusal))
      ctx.node.warn(ctx.log, { reason: String(error) }, 'a county page goes out without its name')
    return unknown
  }
}

/** Up to the next parameter, as text of an attribute. */
function addressOf(parameters: Record<string, string>): string {
  const query = String(new URLSearchParams(parameters))
  return escapeHtml(`/leads?${query}${query === '' ? '' : '&'}`)
}
