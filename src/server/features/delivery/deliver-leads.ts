import type { OrderId } from '#contract/values.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { handOver } from './hand-over.ts'
import { makeFiles } from './make-files.ts'
import { type DeliveryRow, lockDeliveries } from './queries.ts'

/** What the store delivers by itself and has not yet. */
const isToDo = (row: DeliveryRow): boolean =>
  row.kind === 'leads' && row.state === 'waiting' && row.handover_id === null

const hasFiles = (row: DeliveryRow): boolean => row.files.some(({ format }) => format === 'csv')

/**
 * Delivers what an order bought of our own leads: makes the files of each line, then a link to all that go by mail and one to
 * all that go by text. All of it is one transaction under the lock of the order, for lines that have no link: so two workers at
 * once deliver once, one that is killed did nothing, and the files hold just the leads that count as delivered from then on.
 */
export async function deliverLeads(ctx: PlatformContext, orderId: OrderId): Promise<void> {
  const order = await findOrder(ctx, orderId)
  if (!order) return
  await inTransaction(ctx, async (tx) => {
    if (!(await lockPaidOrder(tx, orderId))) return
    const ready = (await tx.run(lockDeliveries, { orderId })).filter(isToDo)
    for (const row of ready) await makeFiles(ctx, order, row, tx)
    for (const [channel, lines] of Map.groupBy(ready, ({ method }) => method))
      await handOver(ctx, tx, { order, lines, channel, by: null })
  })
}

/**
 * Makes files anew whose leads are not all known any more, so that nobody downloads what its owner had deleted. Lines without files
 * are left: theirs are made when somebody asks for them.
 *
 * @param lines by the holds that were sold
 */
export async function renewFiles(
  ctx: PlatformContext,
  lines: readonly { orderId: string; holdId: string }[],
): Promise<void> {
  for (const { orderId, holdId } of lines) {
    const order = await findOrder(ctx, orderId as OrderId)
    if (!order) continue
    await inTransaction(ctx, async (tx) => {
      await lockPaidOrder(tx, orderId as OrderId)
      const rows = await tx.run(lockDeliveries, { orderId })
      for (const row of rows) if (row.hold_id === holdId && hasFiles(row)) await makeFiles(ctx, order, row, tx)
    })
  }
}
