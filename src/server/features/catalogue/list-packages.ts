/**
 * The packages of a county as ready JSON. A page is kept until its county changes: this node hears of its own changes
 * at once, of others' by notice, and keeps no page longer than a second, so that even a lost notice shows within that.
 */
import { describePackage, LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { EVERY_COUNTY, onCountyChanged, onStockChanged } from '#server/features/stock/stock-changes.ts'
import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { CachedJson } from '#server/platform/http/cached-json.ts'
import type { LiveSource } from '#server/platform/http/event-stream.ts'
import { invariant } from '#server/platform/invariant.ts'
import { type County, loadPlaces } from './places.ts'
import { readShelf, type ShelfRow } from './queries.ts'

const PAGE_AGE_MAX_MS = seconds(1)

/** Pages that are kept as JSON, about 10 KB each: under 5 MB. Of the other counties a node keeps the shelf, about 1 KB each. */
const PAGES_MAX = 500

/** What a page says beyond its county and the names of packages, in the order of their ids. */
interface Shelf {
  cents: Int32Array
  units: Int32Array
  wasNeverStocked: Uint8Array
}

interface Kept {
  shelf: Shelf
  readAt: number
  json: CachedJson | null
}

/** What a node keeps of counties. */
class PageCache {
  readonly #kept = new Map<string, Kept>()
  /** Counties with a page, in the order in which it was made. */
  readonly #withPage = new Set<string>()
  /** Counties being read now: a change meanwhile takes a county out, and what was read is then not kept. */
  readonly #reading = new Map<string, symbol>()

  constructor(ctx: Pick<PlatformContext, 'node'>) {
    onStockChanged(ctx, (fips) => {
      for (const one of [this.#kept, this.#withPage, this.#reading]) {
        if (fips === EVERY_COUNTY) one.clear()
        else one.delete(fips)
      }
    })
  }

  get(fips: string, now: number): Kept | undefined {
    const kept = this.#kept.get(fips)
    return kept && now - kept.readAt < PAGE_AGE_MAX_MS && now >= kept.readAt ? kept : undefined
  }

  /** Call before reading; the returned function keeps what was read unless something changed meanwhile. */
  startReading(fips: string, now: number): (shelf: Shelf) => Kept {
    const reading = Symbol(fips)
    this.#reading.set(fips, reading)
    return (shelf) => {
      const kept = { shelf, readAt: now, json: null }
      if (this.#reading.get(fips) !== reading) return kept
      this.#reading.delete(fips)
      this.#withPage.delete(fips)
      this.#kept.set(fips, kept)
      return kept
    }
  }

  /** Keeps a page; the oldest gives way. */
  keepPage(fips: string, kept: Kept, json: CachedJson): void {
    if (this.#kept.get(fips) !== kept) return
    kept.json = json
    this.#withPage.add(fips)
    if (this.#withPage.size <= PAGES_MAX) return
    const [oldest = ''] = this.#withPage
    this.#withPage.delete(oldest)
    const other = this.#kept.get(oldest)
    if (other) other.json = null
  }
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Made with the first page. */
    countyPages: PageCache | null
  }
}

/** A package of every county: the end of its id, and its page's JSON around what differs from county to county. */
const PACKAGES = LEAD_TYPES.flatMap((leadType) =>
  TIERS.flatMap((tier) =>
    SIZES.map((size) => ({
      idEnd: `-${leadType}-${tier}-${size}`,
      fixed: `","tier":"${tier}","leadType":"${leadType}","size":${size},"price":`,
      description: `,"description":${JSON.stringify(describePackage(leadType, tier, size))}`,
    })),
  ),
)
/** By id, as PostgreSQL lists them. */
const ID_ENDS = PACKAGES.map(({ idEnd }) => idEnd).sort()
/** In the order of the shop, each with its place in the shelf. */
const SHOP = PACKAGES.map((one) => ({ ...one, at: ID_ENDS.indexOf(one.idEnd) }))

function toShelf(fips: string, row: ShelfRow): Shelf {
  invariant(row.package_ids.length === ID_ENDS.length, `the county ${fips} has not all of its packages`)
  invariant(
    row.package_ids.every((id, index) => id === `${fips}${ID_ENDS[index]}`),
    `packages of the county ${fips} are named in another order`,
  )
  return {
    cents: Int32Array.from(row.price_cents),
    units: Int32Array.from(row.available),
    wasNeverStocked: Uint8Array.from(row.was_never_stocked, Number),
  }
}

/** The JSON of `listPackages`, put together as text: these are our own numbers, and a serializer took most of the time. */
function writePage({ fips, state, name }: County, { cents, units, wasNeverStocked }: Shelf): string {
  const place = `,"state":${JSON.stringify(state)},"county":${JSON.stringify(name)}`
  const packages = SHOP.map(({ at, idEnd, fixed, description }) => {
    const price = (cents[at] ?? Number.NaN) / 100
    // Left out where it is false: the page is the store's hottest, and most of its packages were stocked.
    const never = wasNeverStocked[at] ? ',"wasNeverStocked":true' : ''
    return `{"id":"${fips}${idEnd}${fixed}${price},"available":${units[at]}${description}${place}${never}}`
  })
  return `[${packages.join(',')}]`
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
  let kept = cache.get(fips, now())
  if (kept?.json) return kept.json
  if (!kept) {
    const keep = cache.startReading(fips, now())
    const [row] = await database.run(readShelf, { fips })
    invariant(row, 'an aggregate is one row')
    kept = keep(toShelf(fips, row))
  }
  const json = new CachedJson(
    writePage(county, kept.shelf),
    () => cache.get(fips, now())?.json === json,
    (network) => announceCountyView({ node }, fips, network),
  )
  cache.keepPage(fips, kept, json)
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
