import { toCents } from '#contract/money.ts'
import type { Context } from '#server/gateways/context.ts'
import { PaymentProviderError } from '#server/gateways/payments/payment-gateway.ts'
import { requirePayments } from './provider.ts'
import { findRefund, noteRefund } from './queries.ts'

/**
 * Sends one refund that is due. The refund's id is its key at the provider, so a try whose answer was lost is the same
 * refund.
 *
 * @throws PaymentProviderError when the provider did not answer; the job then tries again
 */
export async function refundPayment(ctx: Context, refundId: string): Promise<void> {
  const [refund] = await ctx.database.run(findRefund, [refundId])
  if (refund?.state !== 'due') return
  try {
    const { providerRefundId } = await requirePayments(ctx).refund({
      refundId,
      paymentId: refund.payment_id,
      amountCents: toCents(refund.amount_cents),
    })
    await ctx.database.run(noteRefund, [refundId, 'made', providerRefundId, ctx.clock.now()])
  } catch (error) {
    if (!(error instanceof PaymentProviderError) || error.isRetryable) throw error
    ctx.log.error({ refundId, code: error.code }, 'the provider refuses a refund; somebody must look at it')
    await ctx.database.run(noteRefund, [refundId, 'failed', null, ctx.clock.now()])
  }
}
