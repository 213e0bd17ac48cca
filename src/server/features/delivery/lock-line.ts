/** Locks a line that a person is acting on. */
import type { OrderId } from '#contract/values.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { describeLine } from '#server/features/orders/order-words.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import type { Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type DeliveryRow, lockDeliveries } from './queries.ts'

/** Which package of which order. */
export interface LineKey {
  orderId: OrderId
  lineNumber: number
}

/**
 * Locks an order with one of its deliveries until the transaction ends.
 *
 * @throws Refusal `delivery_unknown`
 */
export async function lockAnyLine(tx: Transaction, key: LineKey): Promise<{ order: OrderRow; line: DeliveryRow }> {
  const order = await lockPaidOrder(tx, key.orderId)
  const rows = order ? await tx.run(lockDeliveries, { orderId: key.orderId }) : []
  const line = rows.find(({ line_number }) => line_number === key.lineNumber)
  if (!order || !line) throw new Refusal('delivery_unknown')
  return { order, line }
}

/**
 * Like `lockAnyLine`, for a line that still has to reach its buyer.
 *
 * @throws Refusal `delivery_unknown`; `delivery_cancelled` if its money went back
 */
export async function lockLine(tx: Transaction, key: LineKey): Promise<{ order: OrderRow; line: DeliveryRow }> {
  const { order, line } = await lockAnyLine(tx, key)
  if (line.cancelled_at) throw new Refusal('delivery_cancelled')
  return { order, line }
}

/** How the audit log names a line: the order's reference and the package, no address. */
export function subjectOf(order: OrderRow, lineNumber: number): string {
  const line = order.lines.find(({ line_number }) => line_number === lineNumber)
  return `Order ${order.reference}${line ? `, ${describeLine(line).title}` : ''}`
}
