import type { listLowStock as endpoint, LowStockRow } from '#contract/admin/stock-lists.ts'
import { LOW_STOCK_PAGE_DEFAULT } from '#contract/admin/stock-screen.ts'
import { LOW_STOCK_MAX, PackageId, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listLow, listLowOfState } from './queries.ts'

const LIST = 'low-stock'
const RANGES = { some: [1, LOW_STOCK_MAX], none: [0, 0], both: [0, LOW_STOCK_MAX] } as const

/**
 * Lists a page of packages with 10 or fewer units left, lowest first, without unlimited ones.
 *
 * @throws Refusal `unknown_state`; `bad_request` for a cursor of another list
 */
export async function listLowStock(ctx: PlatformContext, query: QueryOf<typeof endpoint>): Promise<Page<LowStockRow>> {
  const { state, left = 'both', limit = LOW_STOCK_PAGE_DEFAULT } = query
  const places = await loadPlaces(ctx)
  const from = readCursor(LIST, query.cursor, 2)
  if (from && !/^\d{1,2}$/.test(from[0] ?? '')) throw new Refusal('bad_request')
  const [least, most] = RANGES[left]
  const page = {
    least,
    most,
    afterAvailable: Number(from?.[0] ?? -1),
    afterPackageId: from?.[1] ?? '',
    limit: limit + 1,
  }
  const found = state
    ? await ctx.database.run(listLowOfState, { ...page, fips: places.countiesOf(state).map(({ fips }) => fips) })
    : await ctx.database.run(listLow, page)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => {
      const packageId = PackageId.parse(row.package_id)
      const { fips, leadType, tier, size } = packageKeyOf(packageId)
      const { state: stateName, name } = places.countyByFips(fips)
      return {
        packageId,
        state: stateName,
        county: name,
        leadType,
        tier,
        size,
        available: row.available,
        isFromLeads: row.is_from_leads,
      }
    }),
    next: last && found.length > limit ? writeCursor(LIST, [String(last.available), last.package_id]) : null,
  }
}
