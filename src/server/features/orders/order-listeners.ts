/**
 * Who must know, in the same transaction, that an order was paid, processed or refunded, that money for a closed one went back, or that
 * a dispute about it was lost.
 */
import type { OrderState } from '#contract/orders/order-states.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Database, Transaction } from '#server/platform/database.ts'

/** What an order has become. */
export interface OrderChange {
  orderId: string
  /** The payment request it is paid through; null for a cart's. */
  paymentRequestId: string | null
  state: OrderState
  totalCents: number
  /** Of a canceled order: what came for it all the same and went back. */
  refundedCents: number
  /** The buyer’s bank took money of it back for good: a dispute was lost. */
  isMoneyLost?: boolean
}

/** Writes its own rows in the transaction that changes the order; an error gives both up. */
export type OrderListener = (ctx: PlatformContext, tx: Transaction, change: OrderChange) => Promise<void>

const listenersOf = new WeakMap<Database, OrderListener[]>()

/** Lets a feature above orders follow them; `app.ts` says which do. */
export function onOrderChanged(database: Database, listener: OrderListener): void {
  listenersOf.set(database, [...(listenersOf.get(database) ?? []), listener])
}

/** Tells all who listen, one after the other. Every statement that changes an order's state or refund is followed by this. */
export async function tellOrderListeners(ctx: PlatformContext, tx: Transaction, change: OrderChange): Promise<void> {
  for (const listener of listenersOf.get(ctx.database) ?? []) await listener(ctx, tx, change)
}
