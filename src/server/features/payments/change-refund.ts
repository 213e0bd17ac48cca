import type { OrderId } from '#contract/values.ts'
import { tellOrderListeners } from '#server/features/orders/order-listeners.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { writeRefundState } from './refund-queries.ts'

/**
 * Changes how far a refund is, in one transaction with what follows: the order says so, and everybody who follows orders is told, the
 * ledger first of all. Under the order's lock, so that two refunds of one line are counted one after the other.
 *
 * @param change changes the row; no row back means that it stands otherwise, and nothing is told
 * @returns what it changed; null for nothing
 */
export async function changeRefund<Row>(
  ctx: PlatformContext,
  orderId: string,
  change: (tx: Transaction) => Promise<readonly Row[]>,
): Promise<Row | null> {
  return inTransaction(ctx, async (tx) => {
    const order = await lockPaidOrder(tx, orderId as OrderId)
    const [row] = await change(tx)
    if (!row) return null
    await tx.run(writeRefundState, { orderId })
    if (order?.paid_at) {
      const {
        payment_request_id: paymentRequestId,
        state,
        total_cents: totalCents,
        refunded_cents: refundedCents,
      } = order
      await tellOrderListeners(ctx, tx, { orderId, paymentRequestId, state, totalCents, refundedCents })
    }
    return row
  })
}
