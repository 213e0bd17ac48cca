import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { toCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { listPackageCents } from './queries.ts'

/** Reads what packages cost today where they are, before offers. Packages that do not exist are left out. */
export async function readPackagePrices(
  { database }: Pick<PlatformContext, 'database'>,
  packageIds: readonly PackageId[],
): Promise<Map<PackageId, Cents>> {
  const rows = await database.run(listPackageCents, { packageIds })
  return new Map(rows.map((row) => [row.package_id as PackageId, toCents(row.price_cents)]))
}
