import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { markDelivered } from './lead-queries.ts'

/**
 * Notes that the buyer of an order could see leads from now on, so that they are never given back. Said in the transaction
 * that lets a link open them, before anybody is mailed it: whether it was opened nobody can know for sure.
 *
 * @param input.holdIds what they were sold with; the order is locked by the caller, so that no refund comes in between
 */
export async function markLeadsDelivered(
  ctx: PlatformContext,
  tx: Transaction,
  input: { orderId: string; holdIds: readonly string[] },
): Promise<void> {
  if (input.holdIds.length === 0) return
  await tx.run(markDelivered, { orderId: input.orderId, holdIds: input.holdIds, now: ctx.clock.now() })
}
