/**
 * The packages of a county as ready JSON. A page is kept until its county changes: this node hears of its own changes
 * at once, of others' by notice, and keeps no page longer than a second, so that even a lost notice shows within that.
 */
import {
  describePackage,
  LEAD_TYPES,
  type LeadType,
  type listPackages as listPackagesEndpoint,
  type Size,
  TIERS,
  type Tier,
} from '#contract/catalogue/catalogue.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { EVERY_COUNTY, onCountyChanged, onStockChanged } from '#server/features/stock/stock-changes.ts'
import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { CachedJson } from '#server/platform/http/cached-json.ts'
import type { LiveSource } from '#server/platform/http/event-stream.ts'
import { type County, loadPlaces } from './places.ts'
import { listPackageRows, type PackageRow } from './queries.ts'

const PAGE_AGE_MAX_MS = seconds(1)

/** About 10 KB each: what a node keeps stays under 5 MB. */
const PAGES_MAX = 500

interface Page {
  json: CachedJson
  readAt: number
}

/** The pages that a node keeps. */
class PageCache {
  readonly #pages = new Map<string, Page>()
  /** Pages being read now, by county: a change meanwhile takes a county out, and its page is then not kept. */
  readonly #reading = new Map<string, symbol>()

  constructor(ctx: Pick<PlatformContext, 'node'>) {
    onStockChanged(ctx, (fips) => {
      for (const kept of [this.#pages, this.#reading]) {
        if (fips === EVERY_COUNTY) kept.clear()
        else kept.delete(fips)
      }
    })
  }

  get(fips: string, now: number): CachedJson | undefined {
    const page = this.#pages.get(fips)
    return page && now - page.readAt < PAGE_AGE_MAX_MS && now >= page.readAt ? page.json : undefined
  }

  /** Call before reading; the returned function keeps what was read unless something changed meanwhile. */
  startReading(fips: string, now: number): (json: CachedJson) => void {
    const reading = Symbol(fips)
    this.#reading.set(fips, reading)
    return (json) => {
      if (this.#reading.get(fips) !== reading) return
      this.#reading.delete(fips)
      const oldest = this.#pages.size >= PAGES_MAX ? this.#pages.keys().next().value : undefined
      if (oldest !== undefined) this.#pages.delete(oldest)
      this.#pages.delete(fips)
      this.#pages.set(fips, { json, readAt: now })
    }
  }
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Made with the first page. */
    countyPages: PageCache | null
  }
}

const inShopOrder = (a: PackageRow, b: PackageRow): number =>
  LEAD_TYPES.indexOf(a.lead_type as LeadType) - LEAD_TYPES.indexOf(b.lead_type as LeadType) ||
  TIERS.indexOf(a.tier as Tier) - TIERS.indexOf(b.tier as Tier) ||
  a.size - b.size

/** Typed by the contract rather than parsed by it: these are our own rows, and parsing took two thirds of the time. */
function toPackages(county: County, rows: PackageRow[]): ReplyOf<typeof listPackagesEndpoint> {
  return rows.sort(inShopOrder).map((row) => ({
    id: row.package_id,
    tier: row.tier as Tier,
    leadType: row.lead_type as LeadType,
    size: row.size as Size,
    price: row.price_cents / 100,
    available: row.available,
    description: describePackage(row.lead_type as LeadType, row.tier as Tier, row.size as Size),
    state: county.state,
    county: county.name,
    // Left out where it is false: the page is the store's hottest, and most of its packages were stocked.
    ...(row.was_never_stocked ? { wasNeverStocked: true } : {}),
  }))
}

/**
 * The 48 packages of a county by lead type, tier and size, prices in dollars.
 *
 * @throws Refusal `unknown_state`, `unknown_county`
 */
export async function listPackages(
  ctx: Pick<PlatformContext, 'clock' | 'database' | 'node'>,
  place: { state: string; county: string },
): Promise<CachedJson> {
  const county = (await loadPlaces(ctx)).county(place.state, place.county)
  const { fips } = county
  const { clock, database, node } = ctx
  node.countyPages ??= new PageCache(ctx)
  const cache = node.countyPages
  const now = () => clock.now().getTime()
  const kept = cache.get(fips, now())
  if (kept) return kept
  const keep = cache.startReading(fips, now())
  const packages = toPackages(county, await database.run(listPackageRows, { fips }))
  const json = new CachedJson(
    JSON.stringify(packages),
    () => cache.get(fips, now()) === json,
    (network) => announceCountyView({ node }, fips, network),
  )
  keep(json)
  return json
}

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

/** Called for each look at a county, on the way of the most frequent reply of all: it must take no time. */
type ViewListener = (fips: string, network: string) => void

declare module '#server/platform/context.ts' {
  interface NodeState {
    readonly viewListeners: ViewListener[]
  }
}

/** Tells of one look, and from which network it came. */
function announceCountyView({ node }: Pick<PlatformContext, 'node'>, fips: string, network: string): void {
  for (const listener of node.viewListeners) listener(fips, network)
}
