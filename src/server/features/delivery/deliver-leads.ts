import type { OrderId } from '#contract/values.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { handOver } from './hand-over.ts'
import { makeFiles } from './make-files.ts'
import { type DeliveryRow, lockDeliveries } from './queries.ts'

/** Whether the store still has to deliver a line by itself. */
const isToDo = (row: DeliveryRow): boolean =>
  row.kind === 'leads' && row.state === 'waiting' && row.handover_id === null

const hasFiles = (row: DeliveryRow): boolean => row.files.some(({ format }) => format === 'csv')

/**
 * Delivers an order's leads: makes the files of each line, then one link to all that go by email and one to all that go
 * by text. All of it is one transaction under the order's lock, for lines without a link. So two workers at once
 * deliver once, a killed worker has done nothing, and the files have exactly the leads that count as delivered from
 * then on.
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

/** Remakes the files of a line of a locked order, if it has any, after its leads changed. */
export async function renewLine(
  ctx: PlatformContext,
  tx: Transaction,
  order: OrderRow,
  lineNumber: number,
): Promise<void> {
  const rows = await tx.run(lockDeliveries, { orderId: order.order_id })
  for (const row of rows) if (row.line_number === lineNumber && hasFiles(row)) await makeFiles(ctx, order, row, tx)
}

/**
 * Remakes files if some of their leads were deleted, so no one downloads what an owner had deleted. Lines without files
 * are skipped, because theirs are made on request.
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
