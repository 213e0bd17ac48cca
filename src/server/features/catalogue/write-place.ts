import { LEAD_TYPES } from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import type { Context } from '#server/gateways/context.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { loadPlaces } from './places.ts'

/**
 * Writes what a leads page says about its place before the bundle runs: the county's name, and its own address, to
 * which links add a view. Both come from the catalogue, never from the address that was asked for.
 *
 * @param query as in the address, without `?`
 * @returns HTML, safe as it is; without the place if it is unknown or the catalogue cannot be read
 */
export async function writePlace(ctx: Context, query: string): Promise<{ placeName: string; leadsAddress: string }> {
  const asked = new URLSearchParams(query)
  const [state, county] = [asked.get('state') ?? '', asked.get('county')]
  const type = LEAD_TYPES.find((one) => one === asked.get('type'))
  const kept = type === undefined ? {} : { type }
  try {
    const places = await loadPlaces(ctx)
    if (!places.states.includes(state)) return { placeName: '', leadsAddress: addressOf(kept) }
    if (!county) return { placeName: '', leadsAddress: addressOf({ state, ...kept }) }
    const { fips } = places.county(state, county)
    return {
      placeName: escapeHtml(countyName({ state, county, fips })),
      leadsAddress: addressOf({ state, county, ...kept }),
    }
  } catch (error) {
    if (!(error instanceof Refusal))
      ctx.node.warn(ctx.log, { reason: String(error) }, 'a county page goes out without its name')
    return { placeName: '', leadsAddress: addressOf(kept) }
  }
}

/** Up to the next parameter, as text of an attribute. */
function addressOf(parameters: Record<string, string>): string {
  const query = String(new URLSearchParams(parameters))
  return escapeHtml(`/leads?${query}${query === '' ? '' : '&'}`)
}
