import type { HoldId, OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { sellHolds } from './queries.ts'

/**
 * Sells live holds to an order. Stock does not change: the unit left it when the hold was placed. A hold whose time is
 * over but which nobody swept yet is still sold, since its unit is still set aside.
 *
 * @returns those that were sold; the others had ended before
 */
export async function consumeHolds(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly HoldId[]; orderId: OrderId },
): Promise<Set<string>> {
  if (input.holdIds.length === 0) return new Set()
  const rows = await tx.run(sellHolds, [input.holdIds, input.orderId, ctx.clock.now()])
  return new Set(rows.map((row) => row.hold_id))
}
