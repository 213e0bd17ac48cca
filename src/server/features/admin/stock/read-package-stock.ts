import type { readPackageStock as endpoint } from '#contract/admin/stock-screen.ts'
import { PackageId, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readPackageStock as readPackageStockStatement } from './queries.ts'

/** @throws Refusal `unknown_package` if there is no such package */
export function requirePackageId(text: string): PackageId {
  const packageId = PackageId.safeParse(text)
  if (!packageId.success) throw new Refusal('unknown_package')
  return packageId.data
}

/**
 * Returns how many units of a package were placed, and what became of them. The number sold follows from the rest,
 * because `placed = available + held + sold` holds for every package
 * (docs/decisions/0005-hidden-counter-under-unlimited.md).
 *
 * @throws Refusal `unknown_package`
 */
export async function readPackageStock(ctx: PlatformContext, packageId: string): Promise<ReplyOf<typeof endpoint>> {
  const id = requirePackageId(packageId)
  const [row] = await ctx.database.run(readPackageStockStatement, { packageId: id })
  if (!row) throw new Refusal('unknown_package')
  const { state, name } = (await loadPlaces(ctx)).countyByFips(packageKeyOf(id).fips)
  return {
    packageId: id,
    state,
    county: name,
    shown: row.shown,
    isUnlimited: row.is_unlimited,
    placed: row.placed,
    refunded: row.refunded,
    available: row.available,
    held: row.held,
    sold: row.placed - row.available - row.held,
    liveHolds: row.live_holds,
  }
}
