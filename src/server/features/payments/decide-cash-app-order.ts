/** What an administrator decides after looking into Cash App. */
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { queueConfirmations } from '#server/features/messages/queue-message.ts'
import { lockOrder, markOrderPaid } from '#server/features/orders/mark-order-paid.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findOrderByReference, recordDecision } from '#server/features/orders/promise-order.ts'
import { showOrder } from '#server/features/orders/show-order.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { closeCashAppOrder } from './close-cash-app-order.ts'
import { endPromise, promisedPaymentId } from './promise-payment.ts'

const deciderOf = (ctx: WebContext): string | null => (ctx.actor.kind === 'member' ? ctx.actor.userId : null)

/** @throws Refusal `order_not_found` */
async function findNamed(ctx: WebContext, reference: string): Promise<OrderRow> {
  const order = await findOrderByReference(ctx, reference)
  if (!order) throw new Refusal('order_not_found')
  return order
}

/** Why an order cannot be decided (anymore), if it is not in the state the administrator wants. */
function refusalOf(order: OrderRow): Refusal {
  if (order.state === 'cancelled') return new Refusal('order_cancelled')
  if (order.state !== 'awaiting_payment') return new Refusal('order_already_paid')
  return new Refusal('order_not_found.back_to_card')
}

/**
 * Marks an order paid because its money was seen in Cash App: once, whoever says so and however often. A line whose
 * hold expired gets a fresh one. If nothing is left, the whole order is refused, since we cannot send this money back.
 *
 * @throws Refusal `order_out_of_stock`, `order_already_paid` (by card), `order_cancelled`; nothing changes then
 */
export async function verifyCashAppOrder(
  ctx: WebContext,
  input: { reference: string; note: string | undefined },
): Promise<Order> {
  const found = await findNamed(ctx, input.reference)
  const orderId = found.order_id as OrderId
  const paid = await inTransaction(ctx, async (tx) => {
    const revision = await endPromise(ctx, tx, { orderId, ending: 'kept' })
    if (revision === null) return null
    const order = await lockOrder(tx, orderId, revision)
    invariant(order?.payment_method === 'cash_app', 'an order with a promised payment waits for the cash app')
    const billing = { name: null, email: null, phone: null }
    const marked = await markOrderPaid(ctx, tx, order, { revision, billing, paymentMethod: 'cash_app' })
    if (marked.order.lines.some((line) => line.outcome === 'refunded')) throw new Refusal('order_out_of_stock')
    await recordDecision(tx, { orderId, by: deciderOf(ctx), note: input.note?.trim() || null })
    queueConfirmations(ctx, tx, [orderId])
    await writeAudit(ctx, tx, {
      action: 'cash_app_verified',
      subject: `Order ${order.reference}`,
      after: { total: dollarTextFromCents(toCents(marked.order.total_cents)) },
      note: input.note,
    })
    return marked.order
  })
  const order = paid ?? (await findNamed(ctx, input.reference))
  const isPaidSo = order.paid_at !== null && order.payment_method === 'cash_app'
  if (!isPaidSo) throw refusalOf(order)
  return showOrder(order, promisedPaymentId(orderId))
}

/**
 * Cancels an order because its money did not come. Repeating it changes nothing.
 *
 * @param input.reason shown to the buyer
 * @throws Refusal `order_already_paid`, `order_cancelled` (its time was over)
 */
export async function rejectCashAppOrder(
  ctx: WebContext,
  input: { reference: string; reason: string },
): Promise<Order> {
  const found = await findNamed(ctx, input.reference)
  const note = input.reason.trim()
  await closeCashAppOrder(ctx, { order: found, reason: 'rejected', by: deciderOf(ctx), note })
  const order = await findNamed(ctx, input.reference)
  if (order.close_reason !== 'rejected') throw refusalOf(order)
  return showOrder(order, null)
}
