/** Keeps a request's status equal to its order's, in the same transaction. */
import type { OrderState } from '#contract/orders/order-states.ts'
import type { OrderId } from '#contract/values.ts'
import type { OrderListener } from '#server/features/orders/order-listeners.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { listsOf } from '#server/platform/database/statement.ts'
import { tallyCustomers } from './customer-queries.ts'
import { type RequestRow, recordGivenBack, setRequestState } from './queries.ts'

/** A refunded order was paid: the refund is recorded separately. */
const STATUS_OF: Readonly<Partial<Record<OrderState, 'paid' | 'processed'>>> = {
  paid: 'paid',
  refunded: 'paid',
  processed: 'processed',
}

/** Brings what the customers of orders have spent up to date. */
export const tallyCustomersOf = (tx: Transaction, orderIds: readonly string[]) => tx.send(tallyCustomers, { orderIds })

/** A request that ended unpaid stays so, but records money that came for it and went back. Cart orders have none. */
export const updateLinkOfOrder: OrderListener = async (ctx, tx, changes) => {
  for (const { orderId, paymentRequestId, state, refundedCents } of changes) {
    if (paymentRequestId === null) continue
    const status = STATUS_OF[state]
    if (status) tx.send(setRequestState, { orderId, status, now: ctx.clock.now(), refundedCents })
    else tx.send(recordGivenBack, { orderId, refundedCents })
  }
  const paid = changes.filter(({ paymentRequestId, state }) => paymentRequestId !== null && STATUS_OF[state])
  if (paid.length > 0) tallyCustomersOf(tx, listsOf(paid, 'orderId').orderIds)
}

/** Brings a request in line with its order, in case a process without listeners settled it. */
export async function catchUp(ctx: PlatformContext, row: RequestRow): Promise<void> {
  const { order_id: orderId } = row
  const order = await findOrder(ctx, orderId as OrderId)
  const status = order && STATUS_OF[order.state]
  if (!status) return
  const { paid_at: now, refunded_cents: refundedCents } = order
  await ctx.database.run(setRequestState, { orderId, status, now, refundedCents })
  await ctx.database.run(tallyCustomers, { orderIds: [orderId] })
}
