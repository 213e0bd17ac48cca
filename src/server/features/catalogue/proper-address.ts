import { findCounty, findState } from '#contract/catalogue/find-place.ts'
import type { Context } from '#server/gateways/context.ts'
import { loadPlaces } from './places.ts'

/**
 * Returns the address with the catalogue's own names for a leads page that was asked for by others: `TX` for Texas,
 * `Travis County` for Travis. Null if the address is right as it is, or nothing of it is known.
 *
 * @param query as in the address, without `?`
 */
export async function properAddress(ctx: Context, path: string, query: string): Promise<string | null> {
  if (path.replace(/\/$/, '') !== '/leads') return null
  const asked = new URLSearchParams(query)
  const [state, county] = [asked.get('state'), asked.get('county')]
  const properState = state ? findState(state) : undefined
  if (!properState) return null
  // Without the database, the page goes out as it was asked for.
  const places = await loadPlaces(ctx).catch(() => null)
  if (!places?.states.includes(properState)) return null
  const names = places.countiesOf(properState).map(({ name }) => name)
  const properCounty = county && (findCounty(names, county) ?? county)
  if (properState === state && properCounty === county) return null
  asked.set('state', properState)
  if (properCounty) asked.set('county', properCounty)
  return `/leads?${asked}`
}
