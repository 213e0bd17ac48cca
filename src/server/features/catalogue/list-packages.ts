import { describePackage, LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { EVERY_COUNTY, onChangeOf, onStockChanged } from '#server/features/stock/stock-changes.ts'
import { seconds } from '#server/platform/clock.ts'
import { type PlatformContext, perNode } from '#server/platform/context.ts'
import { batch } from '#server/platform/database/batch.ts'
import { mayBeOfOne } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { compressJson, type ReadyJson } from '#server/platform/http/cached-json.ts'
import type { LiveSource } from '#server/platform/http/event-stream.ts'
import { type County, loadPlaces } from './places.ts'
import { type ListingRow, readListings } from './queries.ts'

/*
 * What a node caches of counties: the units of each county's page, 200 bytes, its prices if it or its state has its own
 * (about 1 KB), and the JSON of those requested most. A page is at most a second old, so that even a lost notice shows
 * within that time. Then it is read again, in one statement with all others that are due. Changes by this node, and
 * those that others announce, are read again at once.
 * The JSON is written as text: these are our own numbers, and a serializer took most of the time.
 */

/** Makes the text one flat string: a concatenated one is walked part by part at each sending, which took longest. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')

/** JSON of ASCII only, so a page is as long in bytes as in characters and is sent without encoding. */
const asciiJson = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** One county's packages, in the shop's order: the end of the id, and the JSON before the price and after the units. */
const PACKAGES = LEAD_TYPES.flatMap((leadType) =>
  TIERS.flatMap((tier) =>
    SIZES.map((size) => {
      const idEnd = `-${leadType}-${tier}-${size}`
      return {
        idEnd,
        beforePrice: `${idEnd}","tier":"${tier}","leadType":"${leadType}","size":${size},"price":`,
        afterUnits: flat(`,"description":${asciiJson(describePackage(leadType, tier, size))}`),
      }
    }),
  ),
)
const ID_ENDS = PACKAGES.map(({ idEnd }) => idEnd).sort()
/** The same in the shop's order, each with its position in PostgreSQL's lists. */
const SHOP = PACKAGES.map((one) => ({ ...one, at: ID_ENDS.indexOf(one.idEnd) }))
const PACKAGES_PER_COUNTY = SHOP.length

class PriceList {
  /** In cents, in id order. */
  readonly cents: string
  /** The JSON of each package between its county's code and its units, in the shop's order. */
  readonly beforeUnits: readonly string[]

  /** @param similar a list that shares its texts where the prices are the same */
  constructor(cents: string, similar?: PriceList) {
    this.cents = cents
    const list = cents.split(' ')
    const others = similar?.cents.split(' ')
    invariant(list.length === SHOP.length, `there are ${list.length} prices`)
    this.beforeUnits = SHOP.map(({ at, beforePrice }, index) => {
      const shared = others?.[at] === list[at] ? similar?.beforeUnits[index] : undefined
      return shared ?? flat(`${beforePrice}${Number(list[at] ?? Number.NaN) / 100},"available":`)
    })
  }
}

function withOwnCents(cents: string, own: Readonly<Record<string, number>>): string {
  const list = cents.split(' ')
  return ID_ENDS.map((idEnd, at) => own[idEnd] ?? list[at]).join(' ')
}

/** Writes the JSON of `listPackages`, in ASCII. @param shownUnits of each package in id order; '' if never on sale */
function writePage({ fips, state, name }: County, prices: PriceList, shownUnits: string): string {
  const units = shownUnits.split(' ')
  const place = `,"state":${asciiJson(state)},"county":${asciiJson(name)}`
  const id = `{"id":"${fips}`
  const next = flat(`${place}},${id}`)
  // Left out if false: this is the store's busiest page, and most of its packages have been stocked.
  const neverThenNext = flat(`${place},"wasNeverStocked":true},${id}`)
  let text = ''
  let before = `[${id}`
  SHOP.forEach(({ at, afterUnits }, index) => {
    const shown = units[at]
    text += before
    text += prices.beforeUnits[index]
    text += shown || '0'
    text += afterUnits
    before = shown ? next : neverThenNext
  })
  // No package follows the last one.
  return `${text}${before.slice(0, -id.length - 1)}]`
}

const PAGE_AGE_MAX_MS = seconds(1)
/** Counties per statement: a few milliseconds of PostgreSQL. */
const COUNTIES_AT_ONCE_MAX = 100
/** If a page is sent this often within the second that it is good for, its text is kept. */
const OFTEN = 20
/** Pages whose text is kept, 12 KB each: under 6 MB. */
const TEXTS_MAX = 500

type Listing = { prices: PriceList; units: string; readAt: number }

/** The page of one county. There is one for as long as the node lives, and each reading updates it. */
class CountyPage implements ReadyJson {
  readonly #pages: CountyPages
  readonly #county: County
  #listing: Listing
  #isOutdated = false
  #sent = 0
  #text: string | undefined
  #compressed: Buffer | undefined

  constructor(pages: CountyPages, county: County, listing: Listing) {
    this.#pages = pages
    this.#county = county
    this.#listing = listing
  }

  isCurrent(): boolean {
    if (this.#isOutdated) return false
    const ageMs = this.#pages.now() - this.#listing.readAt
    return ageMs >= 0 && ageMs < PAGE_AGE_MAX_MS
  }

  /** Something changed: what is cached must not be used until it is read again. */
  markStale(): void {
    this.#isOutdated = true
  }

  /** Stores what was read. Nothing may have changed since that reading started. */
  renew(listing: Listing): void {
    const { prices, units } = this.#listing
    if (listing.units !== units || listing.prices.cents !== prices.cents) {
      this.#text = undefined
      this.#compressed = undefined
    }
    this.#listing = listing
    this.#isOutdated = false
    this.#sent = 0
  }

  get body(): string {
    if (this.#text !== undefined) return this.#text
    const text = writePage(this.#county, this.#listing.prices, this.#listing.units)
    this.#sent += 1
    if (this.#sent < OFTEN) return text
    this.#text = text
    this.#pages.addText(this)
    return text
  }

  forgetText(): void {
    this.#text = undefined
  }

  onView(network: string): void {
    this.#pages.onView(this.#county.fips, network)
  }

  get compressed(): Buffer {
    this.#compressed ??= compressJson(this.body)
    return this.#compressed
  }
}

type Ctx = Pick<PlatformContext, 'clock' | 'database' | 'node'>

export class CountyPages {
  readonly onView: (fips: string, network: string) => void
  readonly #clock: PlatformContext['clock']
  readonly #pages = new Map<string, CountyPage>()
  /** Counties being read now. A change takes its county out, and the result of the reading is then dropped. */
  readonly #reading = new Map<string, Promise<CountyPage>>()
  readonly #withText = new Set<CountyPage>()
  readonly #readListing: (fips: string) => Promise<Listing>
  #national: PriceList | undefined

  /** @param onView called for each view of a county; it must take no time */
  constructor({ clock, database, node }: Ctx, onView: (fips: string, network: string) => void) {
    this.onView = onView
    this.#clock = clock
    this.#readListing = batch((fips) => this.#readListings(database, fips), COUNTIES_AT_ONCE_MAX, {
      isOfOne: mayBeOfOne,
    })
    onStockChanged({ node }, (fips) => {
      if (fips === EVERY_COUNTY) {
        this.#reading.clear()
        for (const page of this.#pages.values()) page.markStale()
      } else {
        this.#reading.delete(fips)
        this.#pages.get(fips)?.markStale()
      }
    })
  }

  now(): number {
    return this.#clock.now().getTime()
  }

  /** Returns the page of now or of the last second, never of before a change that this node knows of. */
  async find(county: County): Promise<CountyPage> {
    const { fips } = county
    const page = this.#pages.get(fips)
    if (page?.isCurrent()) return page
    // If PostgreSQL is slow, a reading in progress may already be too old for new callers.
    const joined = await this.#reading.get(fips)
    return joined?.isCurrent() ? joined : (this.#reading.get(fips) ?? this.#read(county))
  }

  addText(page: CountyPage): void {
    this.#withText.add(page)
    if (this.#withText.size <= TEXTS_MAX) return
    const [oldest = page] = this.#withText
    this.#withText.delete(oldest)
    oldest.forgetText()
  }

  #read(county: County): Promise<CountyPage> {
    const { fips } = county
    const reading: Promise<CountyPage> = this.#readListing(fips)
      .then((listing) => this.#keep(county, listing, this.#reading.get(fips) === reading))
      .finally(() => {
        if (this.#reading.get(fips) === reading) this.#reading.delete(fips)
      })
    this.#reading.set(fips, reading)
    return reading
  }

  #keep(county: County, listing: Listing, isLatest: boolean): CountyPage {
    const known = this.#pages.get(county.fips)
    const page = isLatest && known ? known : new CountyPage(this, county, listing)
    if (!isLatest) page.markStale()
    else if (known) known.renew(listing)
    else this.#pages.set(county.fips, page)
    return page
  }

  async #readListings(database: PlatformContext['database'], fips: readonly string[]): Promise<Listing[]> {
    const readAt = this.now()
    const byFips = new Map((await database.run(readListings, { fips })).map((row) => [row.fips, row]))
    return fips.map((one) => {
      const row = byFips.get(one)
      invariant(row?.packages === PACKAGES_PER_COUNTY, `the county ${one} has not all of its packages`)
      return { prices: this.#pricesOf(row), units: row.shown_units, readAt }
    })
  }

  /** The national list, which nearly all counties share, or one with the prices that a county or its state has itself. */
  #pricesOf({ price_cents, own_prices }: ListingRow): PriceList {
    if (this.#national?.cents !== price_cents) this.#national = new PriceList(price_cents)
    return own_prices ? new PriceList(withOwnCents(price_cents, own_prices), this.#national) : this.#national
  }
}

/** Called for each view of a county, on the path of the most frequent reply: they must take no time. */
export const viewListeners = perNode((): ((fips: string, network: string) => void)[] => [])

const countyPages = perNode(
  (ctx: Ctx) =>
    new CountyPages(ctx, (fips, network) => {
      for (const listener of viewListeners(ctx)) listener(fips, network)
    }),
)

/** Lists the 48 packages of a county by lead type, tier and size. @throws Refusal `unknown_state`, `unknown_county` */
export async function listPackages(ctx: Ctx, place: { state: string; county: string }): Promise<CountyPage> {
  const county = (await loadPlaces(ctx)).county(place.state, place.county)
  return countyPages(ctx).find(county)
}

/** Watches the page that `listPackages` returns. @throws Refusal `unknown_state`, `unknown_county` */
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
