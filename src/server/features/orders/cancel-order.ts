import type { HoldId, OrderId } from '#contract/values.ts'
import { moveHolds } from '#server/features/stock/move-hold.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { cancelOrder as cancelOrderStatement, freezeOrder as freezeOrderStatement, lockOrderOnly } from './queries.ts'

/**
 * Closes a waiting order that will not be paid; false if it no longer waits. Cancel its payment at the provider first,
 * or an order canceled here could still be charged. Holds that had left the cart with it return to the cart.
 */
export async function cancelOrder(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<boolean> {
  // A separate statement, so that the next sees the uses of offers that another tab reserved while this one waited.
  await tx.run(lockOrderOnly, { orderId })
  const [cancelled] = await tx.run(cancelOrderStatement, { orderId, now: ctx.clock.now() })
  if (!cancelled) return false
  await moveHolds(ctx, tx, { holdIds: cancelled.frozen_hold_ids as HoldId[], ownerId: cancelled.owner_id })
  return true
}

/**
 * Fixes a waiting order at the revision whose payment is in progress. Its holds leave the cart with it and get the
 * longest life a hold may have. A changed cart then starts a new order without them.
 */
export async function freezeOrder(ctx: PlatformContext, orderId: OrderId, revision: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [frozen] = await tx.run(freezeOrderStatement, { orderId, revision })
    if (!frozen) return
    await moveHolds(ctx, tx, { holdIds: frozen.hold_ids as HoldId[], ownerId: `order:${orderId}` })
  })
}
