/** Orders as rows of a file, the same for the server's export and for the rows chosen in a browser. */
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { CsvCell } from '#contract/csv.ts'
import type { ListedOrder } from './order-screen.ts'

export const ORDER_COLUMNS = [
  'Reference',
  'State',
  'Ordered',
  'Paid',
  'Total',
  'Refunded',
  'Refund state',
  'Paid by',
  'Sold through',
  'Rep',
  'Buyer',
  'Email',
  'Packages',
  'First package',
  'County',
  'Disputed',
] as const

/** One order in the order of the columns: instants as ISO 8601, dollars with two decimals. */
export function orderRow(order: ListedOrder): CsvCell[] {
  const line = order.firstLine
  return [
    order.reference,
    order.status,
    order.createdAt,
    order.paidAt,
    order.total,
    order.refundedTotal,
    order.refundState,
    order.paymentMethod,
    order.channel,
    order.repName,
    order.fullName,
    order.email,
    order.packages,
    line && packageName(line),
    line && `${line.county}, ${line.state}`,
    order.isDisputed ? 'yes' : 'no',
  ]
}
