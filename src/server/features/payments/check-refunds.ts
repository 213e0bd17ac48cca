import type { Context } from '#server/gateways/context.ts'
import { changeRefund } from './change-refund.ts'
import { isUnknown, refusalOf, requirePayments } from './provider.ts'
import { markEventHandled } from './queries.ts'
import { listSentRefunds, takeRefundBack } from './refund-queries.ts'
import { REFUND_CAME_BACK } from './rules.ts'

/**
 * Follows an event about refunds of a payment: a refund that the provider took may still fail, days later, when the buyer's
 * bank does not take it. It is owed again then, and waits for a person. The event is not believed; the provider is asked.
 *
 * @throws Refusal `provider_unavailable` when the provider does not answer; the job comes again
 */
export async function checkRefunds(ctx: Context, event: { eventId: string; paymentId: string }): Promise<void> {
  const { paymentId } = event
  for (const { refund_id: refundId, order_id: orderId, key_number: keyNumber } of await ctx.database.run(
    listSentRefunds,
    { paymentId },
  )) {
    if (!(await hasFailed(ctx, { refundId, paymentId, keyNumber }))) continue
    const values = { refundId, keyNumber, lastError: REFUND_CAME_BACK }
    const taken = await changeRefund(ctx, orderId, (tx) => tx.run(takeRefundBack, values))
    if (taken) ctx.log.error({ refundId }, 'a refund that the provider had made has failed; somebody must look at it')
  }
  await ctx.database.run(markEventHandled, { eventId: event.eventId, now: ctx.clock.now() })
}

/** Whether all that the provider made of a refund ended as failed, the one under its latest key too. */
async function hasFailed(
  ctx: Context,
  { keyNumber, ...refund }: { refundId: string; paymentId: string; keyNumber: number },
): Promise<boolean> {
  try {
    const found = await requirePayments(ctx).findRefunds(refund)
    return found.length >= keyNumber && found.every(({ isFailed }) => isFailed)
  } catch (error) {
    if (isUnknown(error)) return false
    throw refusalOf(ctx, error)
  }
}
