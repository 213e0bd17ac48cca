import type { PlatformContext } from '#server/platform/context.ts'
import { listDemoPayments as listDemoPaymentsStatement } from './queries.ts'

/**
 * Lists the payments of the demo's sales for the sandbox's card provider, which could not refund unknown payments.
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
