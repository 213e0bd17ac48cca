import type { HoldId, OrderId } from '#contract/values.ts'
import { cancelOrder, freezeOrder } from '#server/features/orders/cancel-order.ts'
import { findCardOrderOfHold, findCardOrderOfPackage } from '#server/features/orders/promise-order.ts'
import type { BeforeRelease } from '#server/features/stock/hold.ts'
import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import type { OwnerId } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { countDeclinesOf } from './count-declines.ts'
import { askProvider, findIntent, isPastChanging, isUnknown, refusalOf, requirePayments } from './provider.ts'
import { barPayment, cancelPayment, findPaymentOfOrder, type PaymentRow, recordChallenge } from './queries.ts'
import { settlePayment } from './settle-payment.ts'

/** How long a buyer in the middle of 3-D Secure keeps an order that is being closed. */
const CHALLENGE_GRACE_MS = minutes(15)

type Closing = 'cancelled' | 'paid' | 'being_paid'

/** Reads the state of an intent that is to be canceled; `spared` while its buyer still has time for 3-D Secure. */
async function seeBefore(ctx: Context, payment: PaymentRow) {
  const now = ctx.clock.now()
  const seen = await findIntent(ctx, payment.payment_id)
  // Other keys or another account: the provider cannot charge what it does not know.
  if (!seen) return 'unknown' as const
  if (seen.state !== 'challenged') return seen.state
  const over = addMilliseconds(now, CHALLENGE_GRACE_MS)
  const [noted] = await ctx.database.run(recordChallenge, { paymentId: payment.payment_id, now, over })
  const isInTime = noted && now.getTime() - noted.challenged_at.getTime() < CHALLENGE_GRACE_MS
  return isInTime ? ('spared' as const) : seen.state
}

/** Cancels an open intent, unless it is paid (and settled now) or its buyer is in the middle of paying. */
async function stopPayment(ctx: Context, payment: PaymentRow, sparesChallenge: boolean): Promise<Closing> {
  const gateway = requirePayments(ctx)
  // If nothing is spared, don't look first: in every moment one more card could be tried.
  const state = sparesChallenge ? await seeBefore(ctx, payment) : 'waiting'
  if (state === 'unknown') return 'cancelled'
  if (state === 'spared') return 'being_paid'
  if (state === 'waiting' || state === 'challenged') {
    try {
      await countDeclinesOf(ctx, await gateway.cancelIntent(payment.payment_id))
      return 'cancelled'
    } catch (error) {
      if (isUnknown(error)) return 'cancelled'
      // The buyer was faster. What became of the intent is read below.
      if (!isPastChanging(error)) throw refusalOf(ctx, error)
    }
  }
  const intent = await askProvider(ctx, () => gateway.retrieveIntent(payment.payment_id))
  if (intent.state === 'cancelled') {
    await countDeclinesOf(ctx, intent)
    return 'cancelled'
  }
  if (intent.state !== 'succeeded') {
    await freezeOrder(ctx, payment.order_id as OrderId, intent.revision ?? payment.revision)
    return 'being_paid'
  }
  await settlePayment(ctx, { paymentId: payment.payment_id, intent })
  return 'paid'
}

/**
 * Makes sure that no card can pay an order anymore, before the order is closed or paid another way.
 * @returns `cancelled` also if nothing was opened; then change the payment's row only as it was read
 */
export async function stopPaymentOf(
  ctx: Context,
  orderId: OrderId,
  sparesChallenge = true,
): Promise<{ closing: Closing; payment: PaymentRow | undefined }> {
  const [payment] = await ctx.database.run(findPaymentOfOrder, { orderId })
  if (payment?.state === 'succeeded') return { closing: 'paid', payment }
  if (payment?.state === 'promised') return { closing: 'being_paid', payment }
  const closing = payment?.state === 'open' ? await stopPayment(ctx, payment, sparesChallenge) : 'cancelled'
  return { closing, payment }
}

/**
 * Closes an unpaid order in the one safe sequence: it cancels the intent at the provider first, and if that is too
 * late, settles the order instead. Only then may the stock return. An order waiting for Cash App counts as being paid.
 * @param options.sparesChallenge whether a buyer in the middle of 3-D Secure still has time
 * @throws Refusal `provider_unavailable`; the order then stays open, and closing it is retried
 */
export async function closeOrder(ctx: Context, orderId: OrderId, { sparesChallenge = true } = {}): Promise<Closing> {
  const { closing, payment } = await stopPaymentOf(ctx, orderId, sparesChallenge)
  if (closing !== 'cancelled') return closing
  const isClosed = await inTransaction(ctx, async (tx) => {
    const [barred] = payment
      ? await tx.run(cancelPayment, { paymentId: payment.payment_id })
      : await tx.run(barPayment, { paymentId: `none_${orderId}`, orderId, now: ctx.clock.now() })
    if (!barred) return false
    await cancelOrder(ctx, tx, orderId)
    return true
  })
  // A payment was opened, or another way to pay was chosen, between the first read and the closing. That one counts.
  return isClosed ? 'cancelled' : closeOrder(ctx, orderId, { sparesChallenge })
}

/**
 * Ends a payment by card that could still pay for a hold (or any of a package), before it is released: others could buy
 * its unit and the payment would come too late. If it is not `cancelled`, or on a refusal, the hold stays.
 */
export async function endPaymentOfHold(
  ctx: Context,
  hold: { holdId: HoldId } | { ownerId: OwnerId; packageId: string },
): Promise<Closing> {
  const find = () => ('holdId' in hold ? findCardOrderOfHold(ctx, hold.holdId) : findCardOrderOfPackage(ctx, hold))
  const orderId = await find()
  return orderId ? closeOrder(ctx, orderId) : 'cancelled'
}

/** Does so before a line is released. @throws Refusal `hold_of_order`, `order_already_paid`, `provider_unavailable` */
export const endPaymentBeforeRelease: BeforeRelease = async (ctx, hold) => {
  const closing = await endPaymentOfHold(ctx, hold)
  if (closing === 'paid') throw new Refusal('order_already_paid')
  if (closing === 'being_paid') throw new Refusal('hold_of_order.being_paid')
}
