/** Writes events of webhooks in the transactions of their causes. */
import type { StoreEventType } from '#contract/webhooks/webhooks.ts'
import type { ClaimListener } from '#server/features/claims/claim-listeners.ts'
import type { HandoverListener } from '#server/features/delivery/hand-over.ts'
import type { RequestListener } from '#server/features/links/request-events.ts'
import type { OrderListener } from '#server/features/orders/order-listeners.ts'
import type { FallenPackage } from '#server/features/stock/record-low-news.ts'
import { announceStockChange, onChangeOf } from '#server/features/stock/stock-changes.ts'
import { type PlatformContext, perNode } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import * as queries from './queries.ts'

/* Which events the store's webhooks want, cached by each node, so that a sale costs no statement if no one listens. */

interface ListenedTypes {
  types: ReadonlySet<string> | null
  /** Grows with each change, so that an older reading is not kept. */
  changes: number
}

type NodeContext = Pick<PlatformContext, 'node'>

export const listenedTypes = perNode((ctx: NodeContext) => {
  const kept: ListenedTypes = { types: null, changes: 0 }
  onChangeOf(ctx, queries.LISTENING, () => {
    kept.types = null
    kept.changes += 1
  })
  return kept
})

/** Tells this node, which must not wait for its own notice. The change must be committed. */
export const announceListening = (ctx: NodeContext): void => announceStockChange(ctx, [queries.LISTENING])

/** Whether a webhook of the store wants events of a type. Another node's webhook is known within a second. */
async function isListenedTo(ctx: NodeContext, executor: Executor, type: StoreEventType): Promise<boolean> {
  const kept = listenedTypes(ctx)
  if (kept.types) return kept.types.has(type)
  const { changes } = kept
  const types = new Set((await executor.run(queries.listListened)).map((row) => row.type))
  if (kept.changes === changes) kept.types = types
  return types.has(type)
}

/* Events of the store's own webhooks. A type that no webhook wants costs nothing. */

interface StoreNews {
  /** Identifies the news, so that each webhook hears of it once. */
  key: string
  orderId?: string
  subjectId?: string
  reason?: string
  unitsLeft?: number
}

async function tell(ctx: PlatformContext, tx: Transaction, type: StoreEventType, news: readonly StoreNews[]) {
  if (news.length === 0 || !(await isListenedTo(ctx, tx, type))) return
  tx.send(queries.writeStoreEvents, {
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

export const tellOfPaidOrders: OrderListener = async (ctx, tx, changes) => {
  const paid = changes.filter(({ isPaidNow }) => isPaidNow)
  const orders = paid.map(({ orderId }) => ({ key: orderId, orderId }))
  await tell(ctx, tx, 'order.paid', orders)
  const requests = paid.flatMap(({ orderId, paymentRequestId: id }) =>
    id === null ? [] : [{ key: id, orderId, subjectId: id }],
  )
  await tell(ctx, tx, 'payment_request.paid', requests)
}

/** Tells of payment requests that were created or ended unpaid. */
export const tellOfRequest: RequestListener = async (ctx, tx, { paymentRequestId, orderId, closeReason }) => {
  const news = { key: paymentRequestId, orderId, subjectId: paymentRequestId }
  if (closeReason === null) await tell(ctx, tx, 'payment_request.created', [news])
  else if (closeReason === 'time') await tell(ctx, tx, 'payment_request.expired', [news])
  else await tell(ctx, tx, 'payment_request.cancelled', [{ ...news, reason: closeReason }])
}

/** Tells of packages that fell to 10 or fewer units. One that rises above and falls again is told again. */
export async function tellOfLowStock(ctx: PlatformContext, tx: Transaction, fallen: readonly FallenPackage[]) {
  // A package can fall again and again, so each check is news of its own.
  const lookId = newId('low', ctx.clock)
  const news = fallen.map(({ packageId, available }) => ({
    key: `${packageId} ${lookId}`,
    subjectId: packageId,
    unitsLeft: available,
  }))
  await tell(ctx, tx, 'stock.low', news)
}

/** Tells the buyer's webhooks of a delivery, and of each lead in it. */
export const tellOfHandover: HandoverListener = async (ctx, tx, { orderId, handoverId, holdIds }) => {
  const now = ctx.clock.now()
  await tx.run(queries.writeDeliveryReady, { eventId: newId('evt', ctx.clock), orderId, handoverId, now })
  if (holdIds.length > 0)
    await tx.run(queries.writeLeadsDelivered, { eventId: newId('evt', ctx.clock), orderId, handoverId, holdIds, now })
}

/** Tells the buyer's webhooks about refunded money. The same order with the same amount is not news. */
export const tellOfRefunds: OrderListener = async (ctx, tx, orders) => {
  for (const { orderId, refundedCents } of orders) {
    if (refundedCents === 0) continue
    const now = ctx.clock.now()
    await tx.run(queries.writeOrderRefunded, { eventId: newId('evt', ctx.clock), orderId, refundedCents, now })
  }
}

/** Tells the buyer's webhooks of answered claims, and of the leads that replaced theirs. */
export const tellOfClaims: ClaimListener = async (ctx, tx, { orderId, leadIds }) => {
  const now = ctx.clock.now()
  await tx.run(queries.writeClaimsAnswered, { eventId: newId('evt', ctx.clock), orderId, leadIds, now })
  await tx.run(queries.writeReplacements, { eventId: newId('evt', ctx.clock), orderId, leadIds, now })
}
