import { fipsOf } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { returnSoldLeads } from './free-ended-leads.ts'
import { returnUnits as returnUnitsStatement } from './queries.ts'
import { findDeliveredHolds } from './return-leads.ts'

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
  const rows = await tx.run(returnUnitsStatement, { holdIds, now: ctx.clock.now() })
  const withLeads = rows.filter((row) => row.has_leads).map((row) => row.hold_id)
  const counties = await returnSoldLeads(ctx, tx, withLeads)
  for (const row of rows) counties.add(fipsOf(row.package_id))
  return counties
}

/**
 * Those of sold holds whose packages cannot come back, whatever becomes of their money: their leads were delivered, and nobody
 * else is ever sold those. A counted package can, also one that was delivered by hand: it is a unit like any other. The caller
 * has locked the orders, so that nothing is delivered in between.
 */
export async function findUnreturnable(tx: Transaction, holdIds: readonly HoldId[]): Promise<ReadonlySet<string>> {
  return holdIds.length === 0 ? new Set() : findDeliveredHolds(tx, holdIds)
}
