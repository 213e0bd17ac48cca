import type { listLowStock as endpoint, FallenStock, LowStockRow } from '#contract/admin/stock-lists.ts'
import { LOW_STOCK_PAGE_DEFAULT } from '#contract/admin/stock-screen.ts'
import * as contract from '#contract/catalogue/catalogue.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { loadPlaces, type Places } from '#server/features/catalogue/places.ts'
import { countPoolLeads, poolIdOf } from '#server/features/stock/pools.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readPage } from '#server/platform/database/cursor.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { type FallenRow, type LowRow, listFallen, listLow, listLowOfState } from './queries.ts'

/**
 * Finds packages that fell to 10 or fewer within 30 days, lowest first. The four sizes that share leads are one row:
 * they fall together, and one lead file restocks them all.
 */
export async function findFallen(ctx: PlatformContext, limit: number): Promise<{ rows: FallenStock[]; total: number }> {
  const rows = await ctx.database.run(listFallen, { limit })
  return { rows: await showFallen(ctx, rows), total: rows[0]?.waiting ?? 0 }
}

/** Shows rows to people; those that follow leads with how many there are now. */
export async function showFallen(ctx: PlatformContext, rows: readonly FallenRow[]): Promise<FallenStock[]> {
  const poolIds = rows.flatMap((row) => row.pool_id ?? [])
  const [places, leads] = await Promise.all([loadPlaces(ctx), countPoolLeads(ctx, poolIds)])
  return rows.map((row) => {
    const shown = showPackage(row, places)
    return row.pool_id === null
      ? { ...shown, leads: null }
      : { ...shown, size: null, leads: leads.get(row.pool_id) ?? 0 }
  })
}

function showPackage({ package_id, available }: { package_id: string; available: number }, places: Places) {
  const packageId = contract.PackageId.parse(package_id)
  const { fips, ...kind } = contract.packageKeyOf(packageId)
  const { name, state } = places.countyByFips(fips)
  return { packageId, state, county: name, ...kind, available }
}

/** Says what is left of a row, by its lowest package: `VIP Junior Package, Vacant Houses`, `3 left (all sizes share 70 leads)`. */
export function fallenWords({ packageId, available, leads, county, state }: FallenStock) {
  const { leadType, tier, size } = contract.packageKeyOf(packageId)
  const count =
    leads === null ? '' : ` (all sizes share ${leads.toLocaleString('en-US')} ${leads === 1 ? 'lead' : 'leads'})`
  return {
    what: `${contract.TIER_FACTS[tier].name} ${contract.sizeName(size)}, ${contract.LEAD_TYPE_NAMES[leadType]}`,
    where: `${county}, ${state}`,
    left: `${available === 0 ? 'sold out' : `${available} left`}${count}`,
  }
}

/** Lists what follows leads in a county. @throws Refusal `unknown_state`, `unknown_county` */
export async function listBackedPools(ctx: PlatformContext, place: { state: string; county: string }) {
  const { fips } = (await loadPlaces(ctx)).county(place.state, place.county)
  const pools = contract.LEAD_TYPES.flatMap((leadType) =>
    contract.TIERS.map((tier) => ({ leadType, tier, poolId: poolIdOf(fips, leadType, tier) })),
  )
  const poolIds = pools.map(({ poolId }) => poolId)
  const leads = await countPoolLeads(ctx, poolIds)
  return pools.flatMap(({ poolId, ...pool }) => {
    const its = leads.get(poolId)
    return its === undefined ? [] : [{ ...pool, leads: its }]
  })
}

/** How far back a county's sales count. */
const SOLD_MS = days(30)
const RANGES = { some: [1, contract.LOW_STOCK_MAX], none: [0, 0], both: [0, contract.LOW_STOCK_MAX] } as const

/** Lists packages with 10 or fewer units left, by what their county sells. @throws Refusal `unknown_state`, `bad_request` */
export async function listLowStock(ctx: PlatformContext, query: QueryOf<typeof endpoint>): Promise<Page<LowStockRow>> {
  const { state, left = 'both', cursor, limit = LOW_STOCK_PAGE_DEFAULT } = query
  const places = await loadPlaces(ctx)
  const fips = state && places.countiesOf(state).map((county) => county.fips)
  const [least, most] = RANGES[left]
  const soldAfter = storeDayOf(addMilliseconds(ctx.clock.now(), -SOLD_MS), ctx.config.timeZone)
  const { rows, next } = await readPage({
    page: { cursor, limit },
    name: 'low-stock',
    start: ['-999999999', '', '-1', ''],
    isValid: ([sold = '', , available = '']) => /^-?\d{1,9}$/.test(sold) && /^\d{1,2}$/.test(available),
    keysOf: (row: LowRow) => [
      String(-row.sold),
      contract.packageKeyOf(contract.PackageId.parse(row.package_id)).fips,
      String(row.available),
      row.package_id,
    ],
    readAfter([afterSold, afterFips = '', afterAvailable, afterPackageId = ''], rowsMax) {
      const after = { afterSold: Number(afterSold), afterFips, afterAvailable: Number(afterAvailable), afterPackageId }
      const page = { least, most, soldAfter, ...after, limit: rowsMax }
      return fips ? ctx.database.run(listLowOfState, { ...page, fips }) : ctx.database.run(listLow, page)
    },
  })
  return {
    rows: rows.map((row) => ({ ...showPackage(row, places), isFromLeads: row.is_from_leads, sold: row.sold })),
    next,
  }
}
