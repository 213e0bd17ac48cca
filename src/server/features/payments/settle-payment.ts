/**
 * The one place where money becomes an order. The webhook, the browser's return and the reconciler all call it, any
 * number of times and at once; a payment's success is taken exactly once.
 */

import type { Cents, OrderId, PaymentId } from '#contract/values.ts'
import { queueMoneyReturned, queueOrderConfirmation } from '#server/features/messages/queue-message.ts'
import { cancelOrder } from '#server/features/orders/cancel-order.ts'
import { isCreditHeld } from '#server/features/orders/change-credit.ts'
import { readBilling, recordPayer } from '#server/features/orders/contact.ts'
import { linesCost } from '#server/features/orders/line-cost.ts'
import { markOrderPaid } from '#server/features/orders/mark-order-paid.ts'
import { mayPayerUseOffers } from '#server/features/orders/offers-left.ts'
import { tellOrderListeners } from '#server/features/orders/order-listeners.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Intent } from '#server/gateways/payments/payment-gateway.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { readConfirmed } from '#server/platform/read-confirmed.ts'
import { findIntent } from './provider.ts'
import {
  claimPayment,
  findPayer,
  findPayment,
  findPaymentOfOrder,
  oweRefund,
  type PaymentRow,
  savePayment,
} from './queries.ts'
import { writeRefundState } from './refund-queries.ts'

type Settlement =
  /** The order is paid; `isFirst` when this call did it. */
  | { kind: 'settled'; order: OrderRow; isFirst: boolean }
  /** The provider has not taken the money (yet). */
  | { kind: 'unpaid'; intent: Intent }
  /**
   * The money pays for nothing (its order was closed, costs something else, has another payment, or its payer used its offers
   * before) and goes back whole.
   */
  | { kind: 'given_back' }
  /** The provider does not know it, or does not name an order of this store. */
  | { kind: 'not_ours' }

/** Looks at the order before the transaction commits; a thrown `Refusal` leaves everything as it was. */
type Check = (order: OrderRow) => void

/** Writes what goes back to the payer, in the transaction that decided it; a job sends it. */
async function owe(
  ctx: Context,
  tx: Transaction,
  refund: { paymentId: string; orderId: string; amountCents: Cents; reason: 'no_stock' | 'not_ours' },
): Promise<void> {
  const refundId = newId('rfd', ctx.clock)
  await tx.run(oweRefund, {
    refundId,
    paymentId: refund.paymentId,
    orderId: refund.orderId,
    amountCents: refund.amountCents,
    reason: refund.reason,
    now: ctx.clock.now(),
  })
  await tx.run(writeRefundState, { orderId: refund.orderId })
}

/** A crash between the provider's answer and our insert leaves an intent without a row; its metadata names the order. */
async function saveUnknownPayment(ctx: Context, intent: Intent): Promise<PaymentRow | null> {
  const order = intent.orderId ? await findOrder(ctx, intent.orderId as OrderId) : null
  if (!order) return null
  const now = ctx.clock.now()
  const values = {
    paymentId: intent.paymentId,
    orderId: order.order_id,
    amountCents: intent.amountCents,
    revision: intent.revision ?? order.revision,
    clientSecret: intent.clientSecret,
    now,
    checkAt: now,
    networkKey: null,
  }
  const [row] = await ctx.database.run(savePayment, values)
  return row?.payment_id === intent.paymentId ? row : null
}

/** Gives everything back and closes the order, in the transaction that found that the money pays for nothing. */
async function giveBack(ctx: Context, tx: Transaction, intent: Intent, order: OrderRow): Promise<Settlement> {
  const orderId = order.order_id as OrderId
  ctx.log.error({ paymentId: intent.paymentId, orderId }, 'money that pays for nothing goes back')
  await owe(ctx, tx, { paymentId: intent.paymentId, orderId, amountCents: intent.receivedCents, reason: 'not_ours' })
  await cancelOrder(ctx, tx, orderId)
  await recordPayer(ctx, tx, { orderId, billing: readBilling(intent.billing) })
  await queueMoneyReturned(ctx, tx, { orderId, amountCents: intent.receivedCents })
  // One that was paid another way keeps its own story.
  if (order.state === 'awaiting_payment' || order.state === 'cancelled') {
    const { payment_request_id: paymentRequestId, total_cents: totalCents } = order
    const refundedCents = intent.receivedCents
    await tellOrderListeners(ctx, tx, { orderId, paymentRequestId, state: 'cancelled', totalCents, refundedCents })
  }
  return { kind: 'given_back' }
}

/** Takes the payment's success and marks its order paid, or gives the money back; null when it was taken before. */
async function takeSuccess(ctx: Context, intent: Intent, check: Check | undefined): Promise<Settlement | null> {
  return inTransaction(ctx, async (tx) => {
    const [order] = await tx.run(claimPayment, {
      paymentId: intent.paymentId,
      now: ctx.clock.now(),
      revision: intent.revision,
    })
    if (!order) return null
    const orderId = order.order_id as OrderId
    const revision = order.paid_revision
    const costCents = linesCost(order.lines)
    const creditCents = order.lines.reduce((sum, line) => sum + line.credit_cents, 0)
    const isPaidInFull =
      costCents - creditCents === intent.receivedCents &&
      intent.currency === 'usd' &&
      (creditCents === 0 || (await isCreditHeld(tx, orderId, creditCents)))
    const billing = readBilling(intent.billing)
    const isHonored =
      order.state === 'awaiting_payment' &&
      isPaidInFull &&
      (await mayPayerUseOffers(ctx, tx, order, { revision, email: billing.email }))
    if (!isHonored) return giveBack(ctx, tx, intent, order)
    check?.({ ...order, revision, total_cents: costCents, credit_cents: creditCents })
    const paid = await markOrderPaid(ctx, tx, order, { revision, billing, paymentMethod: 'stripe' })
    if (paid.refundCents > 0) {
      await owe(ctx, tx, { paymentId: intent.paymentId, orderId, amountCents: paid.refundCents, reason: 'no_stock' })
    }
    await queueOrderConfirmation(ctx, tx, orderId)
    const refundState = paid.refundCents > 0 ? ('pending' as const) : null
    return { kind: 'settled', order: { ...paid.order, refund_state: refundState }, isFirst: true }
  })
}

/**
 * Settles a payment: asks the provider, and when the money was taken marks exactly one order paid.
 *
 * @param input.intent what the provider said just now, to save asking twice
 * @param input.check sees the order before anything commits
 * @throws Refusal `provider_unavailable` when the provider does not answer; nothing changed, any caller may try again
 */
export async function settlePayment(
  ctx: Context,
  input: { paymentId: string; intent?: Intent; check?: Check },
): Promise<Settlement> {
  const intent = input.intent ?? (await findIntent(ctx, input.paymentId))
  if (!intent) return { kind: 'not_ours' }
  if (intent.state !== 'succeeded') return { kind: 'unpaid', intent }
  const first = await takeSuccess(ctx, intent, input.check)
  if (first) return first

  const [known] = await ctx.database.run(findPayment, { paymentId: intent.paymentId })
  const payment = known ?? (await saveUnknownPayment(ctx, intent))
  if (!payment) return { kind: (await refundStrayMoney(ctx, intent)) ? 'given_back' : 'not_ours' }
  if (payment.state !== 'succeeded') return settlePayment(ctx, { ...input, intent })
  const order = await readConfirmed(ctx, (database) => findOrder({ database }, payment.order_id as OrderId))
  if (!order) return { kind: 'not_ours' }
  if (order.state === 'cancelled') return { kind: 'given_back' }
  input.check?.(order)
  return { kind: 'settled', order, isFirst: false }
}

/** The order that a payment is for; null when it is no payment of this store. */
export async function findOrderOfPayment(ctx: Context, paymentId: string): Promise<OrderRow | null> {
  const [payment] = await ctx.database.run(findPayment, { paymentId })
  return payment ? findOrder(ctx, payment.order_id as OrderId) : null
}

/** Who made the order of a payment; null when it is no payment of this store. Asks nobody outside. */
export async function findPayerOf(ctx: Context, paymentId: string): Promise<string | null> {
  const [row] = await ctx.database.run(findPayer, { paymentId })
  return row?.owner_id ?? null
}

/** The payment of an order; null while none was opened. */
export async function findPaymentIdOfOrder(ctx: Context, orderId: OrderId): Promise<PaymentId | null> {
  const [row] = await ctx.database.run(findPaymentOfOrder, { orderId })
  return row ? (row.payment_id as PaymentId) : null
}

/**
 * Gives money back, once, that came by a second payment naming an order which has another: an order is sold once, and
 * by its own payment. The order stays as it is. The refund is named after the payment, so deciding it again is the same.
 *
 * @param intent succeeded, and not the payment of its order
 * @returns false when it names no order of this store; another shop may use the same account
 */
async function refundStrayMoney(ctx: Context, intent: Intent): Promise<boolean> {
  const order = intent.orderId ? await findOrder(ctx, intent.orderId as OrderId) : null
  if (!order || intent.receivedCents === 0) return false
  const { paymentId, receivedCents } = intent
  ctx.log.error({ paymentId, orderId: order.order_id }, 'money of a second payment of an order goes back')
  const values = {
    refundId: `rfd_${paymentId}`,
    paymentId,
    orderId: order.order_id,
    amountCents: receivedCents,
    reason: 'not_ours',
    now: ctx.clock.now(),
  }
  await ctx.database.run(oweRefund, values)
  return true
}
