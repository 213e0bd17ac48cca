/** States and counties by name. They never change once loaded, so each node reads them once. */
import { findCounty, findState } from '#contract/catalogue/find-place.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { invariant } from '#server/platform/invariant.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listCountyRows } from './queries.ts'

export interface County {
  fips: string
  state: string
  name: string
}

export interface Places {
  /** Sorted by name. */
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
  const byState = new Map<string, County[]>()
  const byFips = new Map<string, County>()
  const byPlace = new Map<string, County>()
  for (const county of rows) {
    byFips.set(county.fips, county)
    byPlace.set(`${county.state}/${county.name}`, county)
    const counties = byState.get(county.state)
    if (counties) counties.push(county)
    else byState.set(county.state, [county])
  }
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

declare module '#server/platform/context.ts' {
  interface NodeState {
    places: Promise<Places> | null
  }
}

/** Returns the places of this store. Read from the database at the first call; an empty catalogue is not cached. */
export function loadPlaces({ database, node }: Pick<PlatformContext, 'database' | 'node'>): Promise<Places> {
  if (node.places) return node.places
  const forget = () => {
    node.places = null
  }
  node.places = database.run(listCountyRows).then((rows) => {
    const places = makePlaces(rows)
    if (rows.length === 0) forget()
    return places
  })
  node.places.catch(forget)
  return node.places
}

/**
 * Returns the address with the catalogue's own names for a leads page that was asked for by others: `TX` for Texas,
 * `Travis County` for Travis. Null if the address is right as it is, or if the place is unknown.
 *
 * @param query as in the address, without `?`
 */
export async function properAddress(
  ctx: Pick<PlatformContext, 'database' | 'node'>,
  path: string,
  query: string,
): Promise<string | null> {
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
