import type { LineDelivery } from '#contract/delivery/delivery.ts'
import type { OrderId, OrderToken } from '#contract/values.ts'
import { requireDesk } from '#server/features/buyers/desk-session.ts'
import { takeConfirmation } from '#server/features/messages/queue-message.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { handOver } from './hand-over.ts'
import { makeFiles } from './make-files.ts'
import { findOrderId } from './page-queries.ts'
import { type DeliveryRow, lockDeliveries } from './queries.ts'
import { canBeRenewed, isDeskOf, readLinkEnds, readOrderDelivery } from './show-deliveries.ts'

/**
 * Delivers an order's leads: makes the files of each line, then one link to all that go by email and one to all that go
 * by text. All of it is one transaction under the order's lock, so two workers deliver once, a killed worker has done
 * nothing, and the files have exactly the leads that count as delivered from then on. If one email has the whole order
 * and its confirmation has not left, that email confirms it, too.
 */
export async function deliverLeads(ctx: PlatformContext, orderId: OrderId): Promise<void> {
  const order = await findOrder(ctx, orderId)
  if (!order) return
  await inTransaction(ctx, async (tx) => {
    if (!(await lockPaidOrder(tx, orderId))) return
    const rows = await tx.run(lockDeliveries, { orderId })
    const ready = rows.filter(
      ({ kind, state, handover_id }) => kind === 'leads' && state === 'waiting' && handover_id === null,
    )
    for (const row of ready) await makeFiles(ctx, order, row, tx)
    for (const [channel, lines] of Map.groupBy(ready, ({ method }) => method)) {
      const isWhole = channel === 'email' && lines.length === rows.length
      const confirmsOrder = isWhole && (await takeConfirmation(tx, orderId))
      await handOver(ctx, tx, { order, lines, channel, by: null, confirmsOrder })
    }
  })
}

async function remake(ctx: PlatformContext, tx: Transaction, order: OrderRow, isWanted: (row: DeliveryRow) => boolean) {
  for (const row of await tx.run(lockDeliveries, { orderId: order.order_id }))
    if (isWanted(row) && row.files.some(({ format }) => format === 'csv')) await makeFiles(ctx, order, row, tx)
}

/** Remakes the files of a line of a locked order, if it has any, after its leads changed. */
export async function renewLine(ctx: PlatformContext, tx: Transaction, order: OrderRow, lineNumber: number) {
  await remake(ctx, tx, order, ({ line_number }) => line_number === lineNumber)
}

/** Remakes files after some of their leads were deleted; lines without files get theirs on request. */
export async function renewFiles(ctx: PlatformContext, lines: readonly { orderId: string; holdId: string }[]) {
  for (const { orderId, holdId } of lines) {
    const order = await findOrder(ctx, orderId as OrderId)
    if (!order) continue
    await inTransaction(ctx, async (tx) => {
      await lockPaidOrder(tx, orderId as OrderId)
      await remake(ctx, tx, order, ({ hold_id }) => hold_id === holdId)
    })
  }
}

/**
 * Makes one new link to those packages of an order whose link is over. Expired files are made again under the order's
 * lock, without what an owner had deleted. The link is also mailed, so that the buyer learns of a renewal by someone
 * else.
 * @throws Refusal `desk_closed`; `order_not_found`, also for another address's order
 */
export async function renewLink(ctx: WebContext, token: OrderToken): Promise<LineDelivery[]> {
  const desk = await requireDesk(ctx)
  const [found] = await ctx.database.run(findOrderId, { token })
  if (!found || !isDeskOf(desk, found)) throw new Refusal('order_not_found')
  const orderId = found.order_id as OrderId
  await inTransaction(ctx, async (tx) => {
    const order = await lockPaidOrder(tx, orderId)
    if (!order) return
    const ends = await readLinkEnds(tx, orderId)
    const now = ctx.clock.now()
    const lines = (await tx.run(lockDeliveries, { orderId })).filter(
      (row) => canBeRenewed(row) && (ends.get(row.handover_id ?? '') ?? now) <= now,
    )
    if (lines.length === 0) return
    for (const line of lines)
      if (line.kind === 'leads' && line.files.length === 0) await makeFiles(ctx, order, line, tx)
    await handOver(ctx, tx, { order, lines, channel: 'email', by: null })
    ctx.log.info({ orderId, lines: lines.length }, 'a delivery link was renewed at the desk')
  })
  return readOrderDelivery(ctx, token)
}
