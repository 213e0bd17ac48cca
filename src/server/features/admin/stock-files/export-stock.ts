import { STOCK_FILE_COLUMNS } from '#contract/admin/stock-files.ts'
import { LEAD_TYPES, type LeadType, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import { type CsvCell, writeCsv, writeCsvRows } from '#contract/csv.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { type County, loadPlaces } from '#server/features/catalogue/places.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { readStock } from './queries.ts'

/** Each has 48 packages, so a part is about 400 KB of text. */
const COUNTIES_AT_ONCE = 100

/**
 * Streams the stock of all packages, or of one state's. A number above 999 is an unlimited package. Every count appears
 * twice, so an import knows which rows were edited, and leaves the others alone.
 * @throws Refusal `unknown_state`
 */
export async function exportStock(ctx: PlatformContext, state: string | undefined): Promise<FileReply> {
  const places = await loadPlaces(ctx)
  const states = state === undefined ? places.states : [state]
  const counties = states.flatMap((name) => places.countiesOf(name))
  const day = storeDayOf(ctx.clock.now(), ctx.config.timeZone)
  const place = state === undefined ? '' : `${state.toLowerCase().replace(/[^a-z]+/g, '-')}-`
  return { name: `stock-${place}${day}.csv`, bytes: writeStock(ctx, counties), isDownload: true }
}

async function* writeStock(ctx: PlatformContext, counties: readonly County[]): AsyncGenerator<string> {
  yield writeCsv([STOCK_FILE_COLUMNS])
  for (let start = 0; start < counties.length; start += COUNTIES_AT_ONCE) {
    const part = counties.slice(start, start + COUNTIES_AT_ONCE)
    const places = new Map(part.map((county, at) => [county.fips, { ...county, at }]))
    const rows = await ctx.database.run(readStock, { fips: part.map(({ fips }) => fips) })
    const placeOf = (fips: string) => places.get(fips)?.at ?? 0
    rows.sort(
      (a, b) =>
        placeOf(a.fips) - placeOf(b.fips) ||
        LEAD_TYPES.indexOf(a.lead_type as LeadType) - LEAD_TYPES.indexOf(b.lead_type as LeadType) ||
        TIERS.indexOf(a.tier as Tier) - TIERS.indexOf(b.tier as Tier) ||
        a.size - b.size,
    )
    yield writeCsvRows(
      rows.map(({ package_id, fips, lead_type, tier, size, price_cents, available }): CsvCell[] => {
        const county = places.get(fips)
        const price = dollarTextFromCents(toCents(price_cents))
        return [package_id, county?.state ?? '', county?.name ?? '', lead_type, tier, size, price, available, available]
      }),
    )
  }
}
