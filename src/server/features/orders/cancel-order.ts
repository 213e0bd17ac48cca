import type { HoldId, OrderId } from '#contract/values.ts'
import { moveHolds } from '#server/features/stock/move-hold.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { cancelOrder as cancelOrderStatement, freezeOrder as freezeOrderStatement, lockOrderOnly } from './queries.ts'

/** Closes a waiting order; its holds return to the cart. Cancel its payment first, or it could still be charged. */
export async function cancelOrder(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<boolean> {
  // A separate statement, so that the next sees the uses of offers that another tab reserved while this one waited.
  await tx.run(lockOrderOnly, { orderId })
  const [cancelled] = await tx.run(cancelOrderStatement, { orderId, now: ctx.clock.now() })
  if (!cancelled) return false
  await moveHolds(ctx, tx, { holdIds: cancelled.frozen_hold_ids as HoldId[], ownerId: cancelled.owner_id })
  return true
}

/** Fixes a waiting order at the revision being paid. Its holds leave the cart; a changed cart starts a new order. */
export async function freezeOrder(ctx: PlatformContext, orderId: OrderId, revision: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [frozen] = await tx.run(freezeOrderStatement, { orderId, revision })
    if (!frozen) return
    await moveHolds(ctx, tx, { holdIds: frozen.hold_ids as HoldId[], ownerId: `order:${orderId}` })
  })
}
