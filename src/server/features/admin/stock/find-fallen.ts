import type { FallenStock } from '#contract/admin/stock-lists.ts'
import { LEAD_TYPE_NAMES, PackageId, packageKeyOf, sizeName, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { countPoolLeads } from '#server/features/stock/change-pools.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type FallenRow, listFallen } from './queries.ts'

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
