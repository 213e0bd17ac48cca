import { dollarsFromCents, toCents } from '#contract/money.ts'
import type { PendingOrder } from '#contract/orders/cart.ts'
import { CASH_APP_QUEUE_MAX } from '#contract/payments/cash-app.ts'
import { cashAppDetails, cashAppHandle } from '#contract/payments/cash-app-link.ts'
import type { OrderToken } from '#contract/values.ts'
import { areInstructionsMailed } from '#server/features/messages/queue-message.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findPromisedOrder } from '#server/features/orders/promise-order.ts'
import { showOrderLine } from '#server/features/orders/show-order.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { invariant } from '#server/platform/errors.ts'
import { listWaitingOrders } from './cash-app-queries.ts'

/** Shows an order that waits for Cash App as its buyer sees it. */
export async function showPendingOrder(ctx: PlatformContext, order: OrderRow): Promise<PendingOrder> {
  invariant(order.pay_until, 'an order that waits for the cash app has an end')
  const handle = ctx.config.cashAppHandle
  const { reference, total_cents: amountCents } = order
  return {
    kind: 'cash_app',
    reference,
    amount: dollarsFromCents(toCents(amountCents)),
    handle: handle && cashAppHandle(handle),
    expiresAt: order.pay_until.toISOString(),
    orderToken: order.token as OrderToken,
    isMailed: await areInstructionsMailed(ctx.database, order),
    paymentDetails: cashAppDetails({ handle, amountCents, reference }),
  }
}

/** Finds the caller's order that waits for Cash App, which the cart shows beside its lines until its time is over. */
export async function findPendingOrder(ctx: PlatformContext, ownerId: OwnerId | null): Promise<PendingOrder | null> {
  const order = ownerId ? await findPromisedOrder(ctx, ownerId) : null
  return order && !isOver(ctx, order) ? showPendingOrder(ctx, order) : null
}

/** Whether an order's time in Cash App is over. It is closed within seconds then. */
export const isOver = (ctx: PlatformContext, order: OrderRow): boolean =>
  order.pay_until !== null && order.pay_until <= ctx.clock.now()

/** Lists orders that wait for an administrator to check Cash App, first to end first, and their number. */
export async function listCashAppOrders(ctx: PlatformContext) {
  const rows = await ctx.database.run(listWaitingOrders, { limit: CASH_APP_QUEUE_MAX })
  return {
    orders: rows.map((row) => ({
      ...shownOf(row, 'reference', 'chosen_at', 'cell_phone', 'business_name'),
      amount: dollarsFromCents(toCents(row.total_cents)),
      expiresAt: row.pay_until.toISOString(),
      fullName: row.full_name ?? '',
      email: row.email ?? '',
      lines: row.lines.map(showOrderLine),
    })),
    waiting: rows[0]?.waiting ?? 0,
    now: ctx.clock.now().toISOString(),
  }
}
