import type { BackedPool, listLowStock as endpoint, FallenStock, LowStockRow } from '#contract/admin/stock-lists.ts'
import { LOW_STOCK_PAGE_DEFAULT } from '#contract/admin/stock-screen.ts'
import {
  LEAD_TYPE_NAMES,
  LEAD_TYPES,
  LOW_STOCK_MAX,
  PackageId,
  packageKeyOf,
  sizeName,
  TIER_FACTS,
  TIERS,
} from '#contract/catalogue/catalogue.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { countPoolLeads } from '#server/features/stock/change-pools.ts'
import { poolIdOf } from '#server/features/stock/pools.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readCursor, writeCursor } from '#server/platform/cursor.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { type FallenRow, listFallen, listLow, listLowOfState } from './queries.ts'

/**
 * Finds packages that fell to 10 or fewer within 30 days and were not restocked, lowest first. The four sizes that
 * share leads are one row: they fall together, and one lead file restocks them all.
 */
export async function findFallen(ctx: PlatformContext, limit: number): Promise<{ rows: FallenStock[]; total: number }> {
  const rows = await ctx.database.run(listFallen, { limit })
  return { rows: await showFallen(ctx, rows), total: rows[0]?.waiting ?? 0 }
}

/** Formats rows for people; those that follow leads show how many there are now. */
export async function showFallen(ctx: PlatformContext, rows: readonly FallenRow[]): Promise<FallenStock[]> {
  const poolIds = rows.flatMap((row) => row.pool_id ?? [])
  const [places, leads] = await Promise.all([loadPlaces(ctx), countPoolLeads(ctx, poolIds)])
  return rows.map((row) => {
    const packageId = PackageId.parse(row.package_id)
    const { fips, leadType, tier, size } = packageKeyOf(packageId)
    const { name, state } = places.countyByFips(fips)
    return {
      packageId,
      state,
      county: name,
      leadType,
      tier,
      size: row.pool_id === null ? size : null,
      available: row.available,
      leads: row.pool_id === null ? null : (leads.get(row.pool_id) ?? 0),
    }
  })
}

/**
 * Describes a row and what is left of it. A package's place is separate; a row for shared leads starts with it:
 * `Brooks, Texas · Vacant Houses · VIP`, `46 leads left; upload a lead file`.
 */
export function fallenWords(row: FallenStock): { what: string; where: string | null; left: string } {
  const { leadType, tier, size, available, leads } = row
  const [kind, level] = [LEAD_TYPE_NAMES[leadType], TIER_FACTS[tier].name]
  const where = `${row.county}, ${row.state}`
  if (size !== null)
    return {
      what: `${level} ${sizeName(size)}, ${kind}`,
      where,
      left: available === 0 ? 'sold out' : `${available} left`,
    }
  const count = leads ? `${leads.toLocaleString('en-US')} ${leads === 1 ? 'lead' : 'leads'}` : 'no leads'
  return { what: `${where} · ${kind} · ${level}`, where: null, left: `${count} left; upload a lead file` }
}

/**
 * Lists the lead types and tiers of a county whose stock follows leads, in the usual order.
 *
 * @throws Refusal `unknown_state`, `unknown_county`
 */
export async function listBackedPools(
  ctx: PlatformContext,
  place: { state: string; county: string },
): Promise<BackedPool[]> {
  const { fips } = (await loadPlaces(ctx)).county(place.state, place.county)
  const pools = LEAD_TYPES.flatMap((leadType) =>
    TIERS.map((tier) => ({ leadType, tier, poolId: poolIdOf(fips, leadType, tier) })),
  )
  const leads = await countPoolLeads(
    ctx,
    pools.map(({ poolId }) => poolId),
  )
  return pools.flatMap(({ poolId, ...pool }) => {
    const its = leads.get(poolId)
    return its === undefined ? [] : [{ ...pool, leads: its }]
  })
}

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
