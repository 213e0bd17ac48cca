/** Tells other features, in the same transaction, what became of an order: paid, processed, refunded, dispute lost. */
import type { OrderState } from '#contract/orders/order-states.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { OrderRow } from './order-row.ts'

export interface OrderChange {
  orderId: string
  paymentRequestId: string | null
  state: OrderState
  totalCents: number
  /** For a canceled order: money that came anyway and went back. */
  refundedCents: number
  /** Whether this change is the one that paid it, which happens once for each order. */
  isPaidNow?: true
  /** The buyer’s bank took back its money for good: a dispute was lost. */
  isMoneyLost?: boolean
}

/** Returns what an order has become. */
export function changeOf({ order_id, payment_request_id, state, total_cents, refunded_cents }: OrderRow): OrderChange {
  const cents = { totalCents: total_cents, refundedCents: refunded_cents }
  return { orderId: order_id, paymentRequestId: payment_request_id, state, ...cents }
}

/** Writes its own rows in the transaction that changes the orders; an error rolls all of it back. */
export type OrderListener = (ctx: PlatformContext, tx: Transaction, changes: readonly OrderChange[]) => Promise<void>

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Features above orders; `core.ts` lists them. */
    readonly orderListeners: OrderListener[]
  }
}

/** Calls all listeners. Call this after every statement that changes the state or refund of orders. */
export async function tellOrderListeners(ctx: PlatformContext, tx: Transaction, changes: readonly OrderChange[]) {
  for (const listener of ctx.node.orderListeners) await listener(ctx, tx, changes)
}
