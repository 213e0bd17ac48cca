import { dollarsFromCents, toCents } from '#contract/money.ts'
import type { PendingOrder } from '#contract/orders/cart.ts'
import { cashAppDetails, cashAppHandle } from '#contract/payments/cash-app-link.ts'
import type { OrderToken } from '#contract/values.ts'
import { areInstructionsMailed } from '#server/features/messages/queue-message.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findPromisedOrder } from '#server/features/orders/promise-order.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import { invariant } from '#server/platform/errors.ts'

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
