/**
 * The one place where money becomes an order. The webhook, the browser's return and the reconciler all call it, any
 * number of times and at once. A payment's success is taken exactly once.
 */

import type { OrderId, PaymentId } from '#contract/values.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Intent } from '#server/gateways/payments/payment-gateway.ts'
import { readConfirmed } from '#server/platform/read-confirmed.ts'
import { findIntent } from './provider.ts'
import { findPayer, findPayment, findPaymentOfOrder, oweRefund, type PaymentRow } from './queries.ts'
import { savePayment } from './save-payment.ts'
import { type Check, type Settlement, takeSuccess } from './take-success.ts'
import { noteUnknownPayments } from './unknown-payments.ts'

/**
 * Saves a payment without a row: a crash between the provider's answer and our insert leaves one. The intent's metadata
 * names the order.
 */
async function saveUnknownPayment(ctx: Context, intent: Intent): Promise<PaymentRow | null> {
  const order = intent.orderId ? await findOrder(ctx, intent.orderId as OrderId) : null
  if (!order) return null
  const now = ctx.clock.now()
  const row = await savePayment(ctx, {
    paymentId: intent.paymentId,
    orderId: order.order_id,
    amountCents: intent.amountCents,
    revision: intent.revision ?? order.revision,
    clientSecret: intent.clientSecret,
    createdAt: now,
    checkAt: now,
    networkKey: null,
  })
  return row.payment_id === intent.paymentId ? row : null
}

/**
 * Settles a payment: asks the provider, and if the money was taken, marks exactly one order paid.
 *
 * @param input.intent what the provider said just now, so it is not asked twice
 * @param input.check sees the order before anything commits
 * @throws Refusal `provider_unavailable` if the provider does not answer; nothing changed, and any caller may try again
 */
export async function settlePayment(
  ctx: Context,
  input: { paymentId: string; intent?: Intent; check?: Check },
): Promise<Settlement> {
  const intent = input.intent ?? (await findIntent(ctx, input.paymentId))
  if (!intent) return { kind: 'not_ours' }
  if (intent.state !== 'succeeded') return { kind: 'unpaid', intent }
  const first = await takeSuccess(ctx, { intent, check: input.check })
  if (first) return first

  const [known] = await ctx.database.run(findPayment, { paymentId: intent.paymentId })
  const payment = known ?? (await saveUnknownPayment(ctx, intent))
  if (!payment) {
    if (await refundStrayMoney(ctx, intent)) return { kind: 'given_back' }
    await noteUnknownPayments(ctx, [intent])
    return { kind: 'not_ours' }
  }
  if (payment.state !== 'succeeded') return settlePayment(ctx, { ...input, intent })
  const order = await readConfirmed(ctx, (database) => findOrder({ database }, payment.order_id as OrderId))
  if (!order) return { kind: 'not_ours' }
  if (order.state === 'cancelled') return { kind: 'given_back' }
  input.check?.(order)
  return { kind: 'settled', order, isFirst: false }
}

/** Finds the order that a payment is for; null if the payment is not of this store. */
export async function findOrderOfPayment(ctx: Context, paymentId: string): Promise<OrderRow | null> {
  const [payment] = await ctx.database.run(findPayment, { paymentId })
  return payment ? findOrder(ctx, payment.order_id as OrderId) : null
}

/** Finds who made the order of a payment; null if the payment is not of this store. Asks no one outside. */
export async function findPayerOf(ctx: Context, paymentId: string): Promise<string | null> {
  const [row] = await ctx.database.run(findPayer, { paymentId })
  return row?.owner_id ?? null
}

/** Finds the payment of an order; null if none was opened. */
export async function findPaymentIdOfOrder(ctx: Context, orderId: OrderId): Promise<PaymentId | null> {
  const [row] = await ctx.database.run(findPaymentOfOrder, { orderId })
  return row ? (row.payment_id as PaymentId) : null
}

/**
 * Gives money back, once, if it came by a second payment for an order that has another: an order is sold once, and by
 * its own payment. The order stays as it is. The refund is named after the payment, so repeating this changes nothing.
 *
 * @param intent succeeded, and not the payment of its order
 * @returns false if it names no order of this store; another shop may use the same account
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
