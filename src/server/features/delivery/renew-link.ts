import type { LineDelivery } from '#contract/delivery/delivery.ts'
import type { OrderId, OrderToken } from '#contract/values.ts'
import { requireDesk } from '#server/features/buyers/desk-session.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { handOver } from './hand-over.ts'
import { makeFiles } from './make-files.ts'
import { findOrderId } from './page-queries.ts'
import { lockDeliveries } from './queries.ts'
import { canBeRenewed, isDeskOf, readLinkEnds, readOrderDelivery } from './show-deliveries.ts'

/**
 * Makes one new link to those packages of an order whose link is over, for the desk of its address. Expired files are
 * made again under the order's lock, without what an owner had deleted in the meantime. The link is also mailed, so that
 * the buyer learns of a renewal by someone else. When a package was delivered, and until when its leads can be claimed,
 * stays the same.
 *
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
