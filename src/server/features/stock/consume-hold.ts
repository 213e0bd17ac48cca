import type { HoldId, OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { freeLeadsOf } from './free-ended-leads.ts'
import { lockBuyer } from './lead-queries.ts'
import { lockHoldsToFree } from './pool-queries.ts'
import { sellHolds } from './queries.ts'
import { buyerKeyOf, sellLeadsOf } from './sell-leads.ts'

/**
 * Sells live holds to an order. Stock does not change: the unit left it when the hold was placed. A hold whose time is
 * over but which nobody swept yet is still sold, since its unit is still set aside. Leads that its buyer has already are
 * replaced by others of the same pool; a hold for which there are too few is released instead. One that ended gives its leads
 * back at once if it did not yet, because whoever paid for them late is the next to want them.
 *
 * @param input.buyerKey fingerprint of the buyer's address; null when the order has none
 * @returns those that were sold; the others had ended before, or there was not enough that their buyer does not have
 */
export async function consumeHolds(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly HoldId[]; orderId: OrderId; buyerKey: string | null },
): Promise<Set<string>> {
  if (input.holdIds.length === 0) return new Set()
  const rows = await tx.run(sellHolds, { holdIds: input.holdIds, orderId: input.orderId, now: ctx.clock.now() })
  const sold = new Set(rows.map((row) => row.hold_id))
  const ended = input.holdIds.filter((holdId) => !sold.has(holdId))
  if (ended.length > 0) {
    const toFree = await tx.run(lockHoldsToFree, { holdIds: ended })
    // Before any pool, as whoever sells or withdraws leads of this buyer does.
    await tx.run(lockBuyer, { buyerKey: buyerKeyOf(input) })
    await freeLeadsOf(
      tx,
      toFree.map((row) => row.hold_id),
    )
  }
  const withLeads = rows.filter((row) => row.has_leads)
  if (withLeads.length === 0) return sold
  for (const holdId of await sellLeadsOf(ctx, tx, { ...input, holds: withLeads })) sold.delete(holdId)
  return sold
}
