import type { HoldId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { returnSoldLeads } from './free-ended-leads.ts'
import { returnUnits as returnUnitsStatement } from './queries.ts'

/**
 * Puts sold units back on sale, because their money went back. The holds stay sold, as what happened; the movement says
 * that the unit returned. Leads return too, unless they were delivered. The caller sees to it that a unit returns once.
 *
 * @returns the counties whose stock changed, to be announced once the transaction is committed
 */
export async function returnUnits(
  ctx: PlatformContext,
  tx: Transaction,
  holdIds: readonly HoldId[],
): Promise<ReadonlySet<string>> {
  if (holdIds.length === 0) return new Set()
  const rows = await tx.run(returnUnitsStatement, [holdIds, ctx.clock.now()])
  const withLeads = rows.filter((row) => row.has_leads).map((row) => row.hold_id)
  const counties = await returnSoldLeads(ctx, tx, withLeads)
  for (const row of rows) counties.add(row.package_id.slice(0, 5))
  return counties
}
