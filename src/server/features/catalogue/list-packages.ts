/** Lists a county's packages, once or as they change. */
import { onChangeOf } from '#server/features/stock/stock-changes.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { LiveSource } from '#server/platform/http/event-stream.ts'
import { type CountyPage, CountyPages } from './county-pages.ts'
import { loadPlaces } from './places.ts'

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Created with the first page. */
    countyPages: CountyPages | null
    readonly viewListeners: ViewListener[]
  }
}

/** Called for each view of a county, on the path of the most frequent reply: it must take no time. */
type ViewListener = (fips: string, network: string) => void

/**
 * Lists the 48 packages of a county by lead type, tier and size, with prices in dollars.
 *
 * @throws Refusal `unknown_state`, `unknown_county`
 */
export async function listPackages(
  ctx: Pick<PlatformContext, 'clock' | 'database' | 'node'>,
  place: { state: string; county: string },
): Promise<CountyPage> {
  const { node } = ctx
  const county = (await loadPlaces(ctx)).county(place.state, place.county)
  node.countyPages ??= new CountyPages(ctx, (fips, network) => {
    for (const listener of node.viewListeners) listener(fips, network)
  })
  return node.countyPages.find(county)
}

/**
 * Watches the packages of a county. It reads the very page that `listPackages` returns.
 *
 * @throws Refusal `unknown_state`, `unknown_county`
 */
export async function watchPackages(
  { clock, database, node }: PlatformContext,
  place: { state: string; county: string },
): Promise<LiveSource> {
  const { fips } = (await loadPlaces({ database, node })).county(place.state, place.county)
  // Only what outlives the request, because the first watcher provides the source for all later ones.
  return {
    key: fips,
    read: async () => Buffer.from((await listPackages({ clock, database, node }, place)).body),
    onChanged: (listener) => onChangeOf({ node }, fips, listener),
  }
}
