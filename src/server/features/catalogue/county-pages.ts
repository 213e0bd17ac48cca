/**
 * What a node caches of counties: the units of each county's page, 200 bytes, its prices if it or its state has its own
 * (about 1 KB), and the JSON of those requested most. A
 * page is at most a second old, so that even a lost notice shows within that time. Then it is read again, in one
 * statement with all others that are due at that moment. A page that turns out unchanged is kept as it is. Changes by
 * this node, and changes that others announce, are read again at once.
 */
import { EVERY_COUNTY, onStockChanged } from '#server/features/stock/stock-changes.ts'
import { batch } from '#server/platform/batch.ts'
import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { mayBeOfOne } from '#server/platform/database.ts'
import { compressJson, type ReadyJson } from '#server/platform/http/cached-json.ts'
import { invariant } from '#server/platform/invariant.ts'
import type { County } from './places.ts'
import { readShelves, type ShelfRow } from './queries.ts'
import { PACKAGES_PER_COUNTY, PriceList, withOwnCents, writePage } from './write-page.ts'

const PAGE_AGE_MAX_MS = seconds(1)

/** Counties per statement: a few milliseconds of PostgreSQL. */
const COUNTIES_AT_ONCE_MAX = 100

/** If a page is sent this often within the second that it is good for, its text is kept. */
const OFTEN = 20

/** Pages whose text is kept, 12 KB each: under 6 MB. */
const TEXTS_MAX = 500

interface Shelf {
  prices: PriceList
  units: string
  readAt: number
}

/** The page of one county. There is one for as long as the node lives, and each reading updates it. */
export class CountyPage implements ReadyJson {
  readonly #pages: CountyPages
  readonly #county: County
  #shelf: Shelf
  #isOutdated = false
  #sent = 0
  #text: string | undefined
  #compressed: Buffer | undefined

  constructor(pages: CountyPages, county: County, shelf: Shelf) {
    this.#pages = pages
    this.#county = county
    this.#shelf = shelf
  }

  isCurrent(): boolean {
    if (this.#isOutdated) return false
    const ageMs = this.#pages.now() - this.#shelf.readAt
    return ageMs >= 0 && ageMs < PAGE_AGE_MAX_MS
  }

  /** Something changed: what is cached must not be used until it is read again. */
  outdate(): void {
    this.#isOutdated = true
  }

  /** Stores what was read. Nothing may have changed since that reading started. */
  renew(shelf: Shelf): void {
    const { prices, units } = this.#shelf
    if (shelf.units !== units || shelf.prices.cents !== prices.cents) {
      this.#text = undefined
      this.#compressed = undefined
    }
    this.#shelf = shelf
    this.#isOutdated = false
    this.#sent = 0
  }

  get body(): string {
    if (this.#text !== undefined) return this.#text
    const text = writePage(this.#county, this.#shelf.prices, this.#shelf.units)
    this.#sent += 1
    if (this.#sent < OFTEN) return text
    this.#text = text
    this.#pages.addText(this)
    return text
  }

  forgetText(): void {
    this.#text = undefined
  }

  onLook(network: string): void {
    this.#pages.onView(this.#county.fips, network)
  }

  get compressed(): Buffer {
    this.#compressed ??= compressJson(this.body)
    return this.#compressed
  }
}

/** The pages of a node. */
export class CountyPages {
  readonly onView: (fips: string, network: string) => void
  readonly #clock: PlatformContext['clock']
  readonly #pages = new Map<string, CountyPage>()
  /** Counties being read now. A change takes its county out, and the result of the reading is then dropped. */
  readonly #reading = new Map<string, Promise<CountyPage>>()
  readonly #withText = new Set<CountyPage>()
  readonly #readShelf: (fips: string) => Promise<Shelf>
  #national: PriceList | undefined

  /** @param onView called for each view of a county; it must take no time */
  constructor(
    { clock, database, node }: Pick<PlatformContext, 'clock' | 'database' | 'node'>,
    onView: (fips: string, network: string) => void,
  ) {
    this.onView = onView
    this.#clock = clock
    this.#readShelf = batch((fips) => this.#readShelves(database, fips), COUNTIES_AT_ONCE_MAX, {
      isOfOne: mayBeOfOne,
    })
    onStockChanged({ node }, (fips) => {
      if (fips === EVERY_COUNTY) {
        this.#reading.clear()
        for (const page of this.#pages.values()) page.outdate()
      } else {
        this.#reading.delete(fips)
        this.#pages.get(fips)?.outdate()
      }
    })
  }

  now(): number {
    return this.#clock.now().getTime()
  }

  /** Returns the page as it is now, or was at most a second ago; never as it was before a change that this node knows of. */
  async find(county: County): Promise<CountyPage> {
    const { fips } = county
    const page = this.#pages.get(fips)
    if (page?.isCurrent()) return page
    // If PostgreSQL is slow, a reading in progress may already be too old for new callers.
    const joined = await this.#reading.get(fips)
    return joined?.isCurrent() ? joined : (this.#reading.get(fips) ?? this.#read(county))
  }

  /** Keeps a page's text; drops the oldest. */
  addText(page: CountyPage): void {
    this.#withText.add(page)
    if (this.#withText.size <= TEXTS_MAX) return
    const [oldest = page] = this.#withText
    this.#withText.delete(oldest)
    oldest.forgetText()
  }

  #read(county: County): Promise<CountyPage> {
    const { fips } = county
    const reading: Promise<CountyPage> = this.#readShelf(fips)
      .then((shelf) => this.#keep(county, shelf, this.#reading.get(fips) === reading))
      .finally(() => {
        if (this.#reading.get(fips) === reading) this.#reading.delete(fips)
      })
    this.#reading.set(fips, reading)
    return reading
  }

  #keep(county: County, shelf: Shelf, isLatest: boolean): CountyPage {
    const known = this.#pages.get(county.fips)
    const page = isLatest && known ? known : new CountyPage(this, county, shelf)
    if (!isLatest) page.outdate()
    else if (known) known.renew(shelf)
    else this.#pages.set(county.fips, page)
    return page
  }

  async #readShelves(database: PlatformContext['database'], fips: readonly string[]): Promise<Shelf[]> {
    const readAt = this.now()
    const rows = await database.run(readShelves, { fips })
    const byFips = new Map(rows.map((row) => [row.fips, row]))
    return fips.map((one) => {
      const row = byFips.get(one)
      invariant(row?.packages === PACKAGES_PER_COUNTY, `the county ${one} has not all of its packages`)
      return { prices: this.#pricesOf(row), units: row.shown_units, readAt }
    })
  }

  /** The national list, which nearly all counties share, or one with the prices that a county or its state has itself. */
  #pricesOf({ price_cents, own_prices }: ShelfRow): PriceList {
    if (this.#national?.cents !== price_cents) this.#national = new PriceList(price_cents)
    return own_prices ? new PriceList(withOwnCents(price_cents, own_prices), this.#national) : this.#national
  }
}
