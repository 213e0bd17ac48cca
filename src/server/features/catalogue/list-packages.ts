/**
 * The packages of a county as ready JSON. A page is kept until its county changes: this node hears of its own changes
 * at once, of others' by notice, and keeps no page longer than a second, so that even a lost notice shows within that.
 */
import {
  describePackage,
  LEAD_TYPES,
  type LeadType,
  listPackages as listPackagesEndpoint,
  type Size,
  TIERS,
  type Tier,
} from '#contract/catalogue.ts'
import { EVERY_COUNTY, onStockChanged } from '#server/features/inventory/stock-changes.ts'
import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { ReadyJson } from '#server/platform/http/endpoint.ts'
import { type County, loadPlaces, placesIfRead } from './places.ts'
import { listPackageRows, type PackageRow } from './queries.ts'

const PAGE_AGE_MAX_MS = seconds(1)

/** About 10 KB each: what a node keeps stays under 5 MB. */
const PAGES_MAX = 500

interface Page {
  json: ReadyJson
  readAt: number
}

class PageCache {
  readonly #pages = new Map<string, Page>()
  /** Pages being read now, by county: a change meanwhile takes a county out, and its page is then not kept. */
  readonly #reading = new Map<string, symbol>()

  constructor(database: Database) {
    onStockChanged(database, (fips) => {
      for (const kept of [this.#pages, this.#reading]) {
        if (fips === EVERY_COUNTY) kept.clear()
        else kept.delete(fips)
      }
    })
  }

  get(fips: string, now: number): ReadyJson | undefined {
    const page = this.#pages.get(fips)
    return page && now - page.readAt < PAGE_AGE_MAX_MS && now >= page.readAt ? page.json : undefined
  }

  /** Call before reading; the returned function keeps what was read unless something changed meanwhile. */
  startReading(fips: string, now: number): (json: ReadyJson) => void {
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

const cacheOf = new WeakMap<Database, PageCache>()

function pageCache(database: Database): PageCache {
  const cache = cacheOf.get(database) ?? new PageCache(database)
  cacheOf.set(database, cache)
  return cache
}

const inShopOrder = (a: PackageRow, b: PackageRow): number =>
  LEAD_TYPES.indexOf(a.lead_type as LeadType) - LEAD_TYPES.indexOf(b.lead_type as LeadType) ||
  TIERS.indexOf(a.tier as Tier) - TIERS.indexOf(b.tier as Tier) ||
  a.size - b.size

function toJson(county: County, rows: PackageRow[]): ReadyJson {
  const packages = rows.sort(inShopOrder).map((row) => ({
    id: row.package_id,
    tier: row.tier,
    leadType: row.lead_type,
    size: row.size,
    price: row.price_cents / 100,
    available: row.available,
    description: describePackage(row.lead_type as LeadType, row.tier as Tier, row.size as Size),
    state: county.state,
    county: county.name,
  }))
  return new ReadyJson(JSON.stringify(listPackagesEndpoint.reply.parse(packages)))
}

async function readPage(ctx: PlatformContext, place: { state: string; county: string }): Promise<ReadyJson> {
  const county = (await loadPlaces(ctx)).county(place.state, place.county)
  const keep = pageCache(ctx.database).startReading(county.fips, ctx.clock.now().getTime())
  const json = toJson(county, await ctx.database.run(listPackageRows, [county.fips]))
  keep(json)
  return json
}

/**
 * The 48 packages of a county by lead type, tier and size, prices in dollars. A page that is kept is returned as it is,
 * without a promise.
 *
 * @throws Refusal `unknown_state`, `unknown_county`
 */
export function listPackages(
  ctx: PlatformContext,
  place: { state: string; county: string },
): ReadyJson | Promise<ReadyJson> {
  const county = placesIfRead(ctx)?.county(place.state, place.county)
  const kept = county && pageCache(ctx.database).get(county.fips, ctx.clock.now().getTime())
  return kept ?? readPage(ctx, place)
}
