/**
 * Writes events of the store's own webhooks in the transactions of their causes. A type that no webhook wants costs
 * nothing.
 */
import type { StoreEventType } from '#contract/webhooks/webhooks.ts'
import type { RequestListener } from '#server/features/links/request-listeners.ts'
import type { OrderListener } from '#server/features/orders/order-listeners.ts'
import type { FallenPackage } from '#server/features/stock/record-low-news.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { isListenedTo } from './listened-types.ts'
import { writeStoreEvents } from './store-event-queries.ts'

/** One thing that happened. */
interface StoreNews {
  /** Identifies the news, so that each webhook hears of it once. */
  key: string
  orderId?: string
  /** The payment request or the package. */
  subjectId?: string
  reason?: string
  unitsLeft?: number
}

async function tell(ctx: PlatformContext, tx: Transaction, type: StoreEventType, news: readonly StoreNews[]) {
  if (news.length === 0 || !(await isListenedTo(ctx, tx, type))) return
  tx.send(writeStoreEvents, {
    eventId: newId('evt', ctx.clock),
    type,
    causes: news.map(({ key }) => `${type} ${key}`),
    orderIds: news.map(({ orderId }) => orderId ?? null),
    subjectIds: news.map(({ subjectId }) => subjectId ?? null),
    reasons: news.map(({ reason }) => reason ?? null),
    unitsLeft: news.map(({ unitsLeft }) => unitsLeft ?? null),
    now: ctx.clock.now(),
  })
}

/** Tells of paid orders, and of the payment requests that they pay. */
export const tellOfPaidOrders: OrderListener = async (ctx, tx, changes) => {
  const paid = changes.filter(({ isPaidNow }) => isPaidNow)
  await tell(
    ctx,
    tx,
    'order.paid',
    paid.map(({ orderId }) => ({ key: orderId, orderId })),
  )
  await tell(
    ctx,
    tx,
    'payment_request.paid',
    paid.flatMap(({ orderId, paymentRequestId }) =>
      paymentRequestId === null ? [] : [{ key: paymentRequestId, orderId, subjectId: paymentRequestId }],
    ),
  )
}

/** Tells of payment requests that were created or ended unpaid. */
export const tellOfRequest: RequestListener = async (ctx, tx, { paymentRequestId, orderId, closeReason }) => {
  const news = { key: paymentRequestId, orderId, subjectId: paymentRequestId }
  if (closeReason === null) await tell(ctx, tx, 'payment_request.created', [news])
  else if (closeReason === 'time') await tell(ctx, tx, 'payment_request.expired', [news])
  else await tell(ctx, tx, 'payment_request.cancelled', [{ ...news, reason: closeReason }])
}

/** Tells of packages that fell to 10 or fewer units. One that rises above and falls again is told again. */
export async function tellOfLowStock(
  ctx: PlatformContext,
  tx: Transaction,
  fallen: readonly FallenPackage[],
): Promise<void> {
  // A package can fall again and again, so each check is news of its own.
  const lookId = newId('low', ctx.clock)
  await tell(
    ctx,
    tx,
    'stock.low',
    fallen.map(({ packageId, available }) => ({
      key: `${packageId} ${lookId}`,
      subjectId: packageId,
      unitsLeft: available,
    })),
  )
}
