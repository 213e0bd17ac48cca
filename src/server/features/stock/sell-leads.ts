import type { OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import {
  findConflicts as findConflictsStatement,
  lockBuyer as lockBuyerStatement,
  sellLeads as sellLeadsStatement,
} from './lead-queries.ts'

/** Lets one sale to a buyer happen at a time: two at once could sell them the same property. Ends with the transaction. */
export async function lockBuyer(tx: Transaction, buyerKey: string): Promise<void> {
  await tx.run(lockBuyerStatement, { buyerKey })
}

/**
 * Finds leads of holds that a buyer must not get: of a property that the buyer has already, or that another of the holds has.
 *
 * @param buyerKey null while nobody knows who buys
 * @returns their ids by hold; holds without any are left out
 */
export async function findConflicts(
  tx: Transaction,
  holdIds: readonly string[],
  buyerKey: string | null,
): Promise<Map<string, string[]>> {
  const rows = await tx.run(findConflictsStatement, { holdIds, buyerKey })
  const byHold = Map.groupBy(rows, (row) => row.hold_id)
  return new Map([...byHold].map(([holdId, its]) => [holdId, its.map((row) => row.lead_id)]))
}

/** Makes the leads of holds those of an order and its buyer. Their pools must be locked; the places left stay what they were. */
export async function sellLeads(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly string[]; orderId: OrderId; buyerKey: string },
): Promise<void> {
  const [sold] = await tx.run(sellLeadsStatement, {
    holdIds: input.holdIds,
    orderId: input.orderId,
    buyerKey: input.buyerKey,
    now: ctx.clock.now(),
  })
  invariant(sold?.owned === sold?.leads, `order ${input.orderId} would own a lead twice`)
}
