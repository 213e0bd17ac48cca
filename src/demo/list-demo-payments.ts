import type { PlatformContext } from '#server/platform/context.ts'
import { listDemoPayments as listDemoPaymentsStatement } from './queries.ts'

/**
 * The payments of the demo's sales, for a card provider that stands in for the real one: what it does not know it cannot give back.
 * Amounts are in cents.
 */
export async function listDemoPayments(ctx: PlatformContext) {
  const rows = await ctx.database.run(listDemoPaymentsStatement)
  return rows.map((row) => ({
    paymentId: row.payment_id,
    amountCents: row.amount_cents,
    refundedCents: row.refunded_cents,
    paidAt: row.succeeded_at,
    metadata: { order_id: row.order_id, reference: row.reference },
  }))
}
