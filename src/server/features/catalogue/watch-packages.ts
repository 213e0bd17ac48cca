import { onCountyChanged } from '#server/features/stock/stock-changes.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { LiveSource } from '#server/platform/http/event-stream.ts'
import { listPackages } from './list-packages.ts'
import { loadPlaces } from './places.ts'

/**
 * The packages of a county as they change: what is read is the very page that `listPackages` answers.
 *
 * @throws Refusal `unknown_state`, `unknown_county`
 */
export async function watchPackages(
  { clock, database, node }: PlatformContext,
  place: { state: string; county: string },
): Promise<LiveSource> {
  const { fips } = (await loadPlaces({ database, node })).county(place.state, place.county)
  // Only what outlives the request: the first who watches gives the source to all who come later.
  return {
    key: fips,
    read: async () => (await listPackages({ clock, database, node }, place)).bytes,
    onChanged: (listener) => onCountyChanged({ node }, fips, listener),
  }
}
