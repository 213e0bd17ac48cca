/** What an administrator decides after looking into Cash App. */
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import type { Cart } from '#contract/orders/cart.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import * as queueMessage from '#server/features/messages/queue-message.ts'
import { readCart } from '#server/features/orders/cart.ts'
import { lockOrder, markOrderPaid } from '#server/features/orders/mark-order-paid.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import * as promised from '#server/features/orders/promise-order.ts'
import { findOrder, showOrder } from '#server/features/orders/show-order.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import { type OwnerId, perNode } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { openLines } from '#server/platform/process/limit-concurrency.ts'
import { closeOrder } from './close-order.ts'
import { endPromise, promisedPaymentId } from './promise-payment.ts'
import { findPendingOrder, isOver } from './show-pending-order.ts'

/**
 * Cancels an order whose money did not come; its buyer is told why (`note`, null: too late) in the same transaction.
 * @returns false if it has ended already: paid, canceled or back in its cart
 */
export async function closeCashAppOrder(
  ctx: Context,
  input: { order: OrderRow; reason: 'expired' | 'rejected'; by: string | null; note: string | null },
): Promise<boolean> {
  const { order, ...decision } = input
  const orderId = order.order_id as OrderId
  const counties = await inTransaction(ctx, async (tx) => {
    if ((await endPromise(ctx, tx, { orderId, ending: 'broken' })) === null) return null
    const changed = await promised.closePromisedOrder(ctx, tx, { orderId, ...decision })
    invariant(changed, 'an order with a promised payment waits for the cash app')
    // A buyer who got no email that the order waits gets none about its end: someone else may have typed the address.
    if (input.by !== null || (await queueMessage.areInstructionsMailed(tx, order)))
      await queueMessage.queueCashAppClosed(ctx, tx, orderId)
    const entry = { action: 'cash_app_rejected', subject: `Order ${order.reference}`, note: input.note } as const
    if (input.by !== null) await writeAudit(ctx, tx, { ...entry, after: { status: 'cancelled' } })
    return changed
  })
  if (counties) announceStockChange(ctx, counties)
  return counties !== null
}

const ORDERS_AT_ONCE = 50
export const EXPIRED = { reason: 'expired', by: null, note: null } as const

/** Cancels orders whose time in Cash App is over. Safe on several nodes. If one fails, the others are closed. */
export async function expireCashAppOrders(ctx: Context): Promise<number> {
  let cancelled = 0
  for (const orderId of await promised.findOverdueOrders(ctx, ORDERS_AT_ONCE)) {
    try {
      const order = await findOrder(ctx, orderId)
      if (order && (await closeCashAppOrder(ctx, { order, ...EXPIRED }))) cancelled += 1
    } catch (error) {
      ctx.log.error({ orderId, err: error }, 'an order that nobody paid could not be canceled; it is tried again')
    }
  }
  return cancelled
}

/** One at a time for each cart. In parallel, each would make the others start over until some of them give up. */
export const cashAppCarts = perNode(() => openLines({ callsMax: 1, waitingMax: Number.POSITIVE_INFINITY }))

/** Rounds in which another tab may open an order beside the one that comes back. */
const ROUNDS_MAX = 4

/**
 * Puts an order waiting for Cash App back into its cart, for whatever way to pay comes next; its buyer is told, unless
 * it waits again at once. An order that another tab opened for the card meanwhile is closed.
 * @throws Refusal `provider_unavailable` if that order's payment cannot be closed now
 */
export async function returnToCart(ctx: Context, order: OrderRow, ownerId: OwnerId, isTold: boolean): Promise<void> {
  const orderId = order.order_id as OrderId
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    try {
      await inTransaction(ctx, async (tx) => {
        if ((await endPromise(ctx, tx, { orderId, ending: 'withdrawn' })) === null) return
        await promised.returnOrder(ctx, tx, orderId)
        if (isTold) await queueMessage.queueCashAppWithdrawn(ctx, tx, orderId)
      })
      return
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const inTheWay = await promised.findOpenCardOrder(ctx, ownerId)
      if (inTheWay && inTheWay !== orderId) await closeOrder(ctx, inTheWay)
    }
  }
  throw new Refusal('provider_unavailable')
}

/** Goes back from Cash App: the lines of the caller's waiting order return to the cart and live by its rules. */
export async function leaveCashAppOrder(ctx: WebContext): Promise<Cart> {
  const { ownerId } = ctx
  const leave = async (ownerId: OwnerId) => {
    const order = await promised.findPromisedOrder(ctx, ownerId)
    if (order && isOver(ctx, order)) await closeCashAppOrder(ctx, { order, ...EXPIRED })
    else if (order) await returnToCart(ctx, order, ownerId, true)
  }
  if (ownerId) await cashAppCarts(ctx).run(ownerId, () => leave(ownerId))
  return readCart(ctx, ownerId, findPendingOrder)
}

const deciderOf = (ctx: WebContext): string | null => (ctx.actor.kind === 'member' ? ctx.actor.userId : null)

async function findNamed(ctx: WebContext, reference: string): Promise<OrderRow> {
  const order = await promised.findOrderByReference(ctx, reference)
  if (!order) throw new Refusal('order_not_found')
  return order
}

function refusalOf(order: OrderRow): Refusal {
  if (order.state === 'cancelled') return new Refusal('order_cancelled')
  if (order.state !== 'awaiting_payment') return new Refusal('order_already_paid')
  return new Refusal('order_not_found.back_to_card')
}

/**
 * Marks an order paid because its money was seen in Cash App, once. If a line has nothing left, it is refused: we
 * cannot send this money back. @throws Refusal `order_out_of_stock`, `order_already_paid` (by card), `order_cancelled`
 */
export async function verifyCashAppOrder(ctx: WebContext, reference: string, note?: string): Promise<Order> {
  const orderId = (await findNamed(ctx, reference)).order_id as OrderId
  const paid = await inTransaction(ctx, async (tx) => {
    const revision = await endPromise(ctx, tx, { orderId, ending: 'kept' })
    if (revision === null) return null
    const order = await lockOrder(tx, orderId, revision)
    invariant(order?.payment_method === 'cash_app', 'an order with a promised payment waits for the cash app')
    const marked = await markOrderPaid(ctx, tx, order, { revision, paymentMethod: 'cash_app' })
    if (marked.order.lines.some((line) => line.outcome === 'refunded')) throw new Refusal('order_out_of_stock')
    await promised.recordDecision(tx, { orderId, by: deciderOf(ctx), note: note?.trim() || null })
    queueMessage.queueConfirmations(ctx, tx, [orderId])
    await writeAudit(ctx, tx, {
      action: 'cash_app_verified',
      subject: `Order ${order.reference}`,
      after: { total: dollarTextFromCents(toCents(marked.order.total_cents)) },
      note,
    })
    return marked.order
  })
  const order = paid ?? (await findNamed(ctx, reference))
  if (order.paid_at === null || order.payment_method !== 'cash_app') throw refusalOf(order)
  return showOrder(order, promisedPaymentId(orderId))
}

/** Cancels an order whose money did not come. @throws Refusal `order_already_paid`, `order_cancelled` (too late) */
export async function rejectCashAppOrder(ctx: WebContext, reference: string, reason: string): Promise<Order> {
  const found = await findNamed(ctx, reference)
  await closeCashAppOrder(ctx, { order: found, reason: 'rejected', by: deciderOf(ctx), note: reason.trim() })
  const order = await findNamed(ctx, reference)
  if (order.close_reason !== 'rejected') throw refusalOf(order)
  return showOrder(order, null)
}
