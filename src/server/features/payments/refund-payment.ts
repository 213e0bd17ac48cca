import { toCents } from '#contract/money.ts'
import type { Context } from '#server/gateways/context.ts'
import { PaymentProviderError } from '#server/gateways/payments/payment-gateway.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeRefund } from './change-refund.ts'
import { requirePayments } from './provider.ts'
import { type RefundRow, recordRefund, recordRefundFailure, recordRefundRefused, sendRefund } from './refund-queries.ts'
import { FINAL_REFUND_CODES, REFUND_TRIES_QUIET, refundWaitMs } from './rules.ts'

/** `again`: it stays due and has its next time. `none`: there was nothing to do. */
export type RefundTry = 'made' | 'failed' | 'again' | 'none'

/** What somebody who reads the row or the log is told; never the provider's own text, which may name the buyer. */
const codeOf = (error: unknown): string =>
  error instanceof PaymentProviderError || error instanceof Refusal ? error.code : 'unexpected'

async function recordFailure(ctx: Context, refund: RefundRow, error: unknown): Promise<RefundTry> {
  const now = ctx.clock.now()
  const code = codeOf(error)
  const { refund_id: refundId, order_id: orderId, key_number: keyNumber } = refund
  if (FINAL_REFUND_CODES.has(code)) {
    const noted = await changeRefund(ctx, orderId, (tx) =>
      tx.run(recordRefundRefused, { refundId, keyNumber, lastError: code }),
    )
    // Another try found the same, or it was sent again under another key: what this one heard is of the past.
    if (!noted) return 'none'
    ctx.log.error({ refundId, code }, 'the provider refuses a refund; somebody must look at it')
    return 'failed'
  }
  const attempts = refund.attempts + 1
  const tryAt = addMilliseconds(now, refundWaitMs(attempts))
  await ctx.database.run(recordRefundFailure, { refundId, keyNumber, lastError: code, tryAt })
  const fields = { refundId, code, attempts, tryAt, ...(code === 'unexpected' ? { err: error } : {}) }
  if (attempts >= REFUND_TRIES_QUIET) ctx.log.error(fields, 'a refund is overdue: somebody must look at it')
  else ctx.log.warn(fields, 'a refund was not made and will be tried again')
  return 'again'
}

/**
 * Sends one refund that is due. Its id is its key at the provider and its mark there, at every try: one whose answer was
 * lost, or whose process died before it wrote the answer down, is found again and never made twice. One that was not
 * made stays due; `retry-refunds` sends it again after a growing wait. That it is sent is written before the provider is
 * asked, so that nobody notes it as made by hand meanwhile.
 *
 * @see docs/decisions/0014-refunds-are-tried-until-they-are-made.md
 */
export async function refundPayment(ctx: Context, refundId: string): Promise<RefundTry> {
  const [refund] = await ctx.database.run(sendRefund, { refundId })
  if (!refund) return 'none'
  const keyNumber = refund.key_number
  let providerRefundId: string
  try {
    const made = await requirePayments(ctx).refund({
      refundId,
      paymentId: refund.payment_id,
      amountCents: toCents(refund.amount_cents),
      keyNumber,
    })
    providerRefundId = made.providerRefundId
  } catch (error) {
    return recordFailure(ctx, refund, error)
  }
  const values = { refundId, keyNumber, providerRefundId, now: ctx.clock.now() }
  const noted = await changeRefund(ctx, refund.order_id, (tx) => tx.run(recordRefund, values))
  if (!noted)
    ctx.log.error({ refundId, providerRefundId }, 'the provider made a refund that stands otherwise here; look at both')
  return 'made'
}
