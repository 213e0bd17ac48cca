import type { BodyOf } from '#contract/endpoint.ts'
import { centsFromDollars } from '#contract/money.ts'
import type { Order, recordOrder as recordOrderEndpoint } from '#contract/orders/orders.ts'
import type { OrderId, PaymentId } from '#contract/values.ts'
import { areLinesAsStated, comparable } from '#server/features/orders/compare-stated.ts'
import { readContact } from '#server/features/orders/contact.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findLatestOrder, showOrder } from '#server/features/orders/show-order.ts'
import { recordUnpaid } from '#server/features/payments/record-unpaid.ts'
import {
  findPayerOf,
  findPaymentIdOfOrder,
  settleFreeOrder,
  settlePayment,
} from '#server/features/payments/settle-payment.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { readConfirmed } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'

type Body = BodyOf<typeof recordOrderEndpoint>

/** The owner comes first: someone else's order must look the same as one that does not match. */
function checkOrder(ctx: WebContext, body: Body, order: OrderRow): void {
  if (order.owner_id !== ctx.ownerId) throw new Refusal('payment_mismatch')
  if (body.total !== undefined && centsFromDollars(body.total) !== order.total_cents)
    throw new Refusal('order_mismatch')
  if (body.cartItems && !areLinesAsStated(body.cartItems, order.lines.map(comparable)))
    throw new Refusal('order_mismatch')
}

async function recordPaidOrder(ctx: WebContext, body: Body, paymentId: PaymentId): Promise<Order> {
  // Checked here first, so that a made-up id does not cost a call to the provider, whose calls are limited.
  const payer = await findPayerOf(ctx, paymentId)
  if (payer === null) throw new Refusal('payment_unknown')
  if (payer !== ctx.ownerId) throw new Refusal('payment_mismatch')
  const settlement = await settlePayment(ctx, { paymentId, check: (order) => checkOrder(ctx, body, order) })
  if (settlement.kind === 'settled') return showOrder(settlement.order, paymentId, ctx.ownerId)
  if (settlement.kind === 'not_ours') throw new Refusal('payment_unknown')
  if (settlement.kind === 'given_back') throw new Refusal('payment_mismatch')
  await recordUnpaid(ctx, settlement.intent)
  const { state, declineText } = settlement.intent
  if (state === 'waiting' && declineText) throw new Refusal('payment_failed', { message: declineText })
  if (state === 'cancelled') throw new Refusal('payment_failed')
  throw new Refusal('payment_pending')
}

/**
 * Records the order of a payment that the browser reports: the caller's own, by `paymentId` or the latest of its cart.
 * Nothing in the body is believed; the provider says whether the money was taken. @throws Refusal see the contract
 */
export async function recordOrder(ctx: WebContext, body: Body): Promise<Order> {
  readContact(body.contactInfo)
  const { ownerId } = ctx
  if (!ownerId) throw new Refusal('order_not_found')
  if (body.paymentId) return recordPaidOrder(ctx, body, body.paymentId)
  const order = await readConfirmed(ctx, (database) => findLatestOrder({ database }, ownerId))
  if (!order) throw new Refusal('order_not_found')
  if (order.payment_method === 'free' && order.state === 'awaiting_payment') {
    const orderId = order.order_id as OrderId
    const check = (row: OrderRow) => checkOrder(ctx, body, row)
    return showOrder(await settleFreeOrder(ctx, { orderId, revision: order.revision, check }), null, ctx.ownerId)
  }
  checkOrder(ctx, body, order)
  if (order.state === 'cancelled') throw new Refusal('payment_failed')
  // Only an administrator can see whether the money came by Cash App.
  if (order.payment_method === 'cash_app' && order.state === 'awaiting_payment') throw new Refusal('payment_pending')
  const paymentId = await findPaymentIdOfOrder(ctx, order.order_id as OrderId)
  if (!paymentId) throw new Refusal('payment_pending')
  if (order.state !== 'awaiting_payment') return showOrder(order, paymentId, ctx.ownerId)
  return recordPaidOrder(ctx, body, paymentId)
}
