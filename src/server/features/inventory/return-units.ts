import type { HoldId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { returnUnits as returnUnitsStatement } from './queries.ts'

/**
 * Puts sold units back on sale, because their money went back. The holds stay sold, as what happened; the movement says
 * that the unit returned. The caller sees to it that a unit returns once.
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
  return new Set(rows.map((row) => row.package_id.slice(0, 5)))
}
