/** Orders as rows of a file. */
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { CsvCells } from '#contract/csv-table.ts'
import type { ListedOrder } from './order-screen.ts'

export const ORDER_CELLS: CsvCells<ListedOrder> = {
  Reference: (order) => order.reference,
  State: (order) => order.status,
  'Ordered (zone)': (order, clock) => clock(order.createdAt),
  'Paid (zone)': (order, clock) => clock(order.paidAt),
  Total: (order) => order.total,
  Refunded: (order) => order.refundedTotal,
  'Refund state': (order) => order.refundState,
  'Paid by': (order) => order.paymentMethod,
  'Sold through': (order) => order.channel,
  Rep: (order) => order.repName,
  Buyer: (order) => order.fullName,
  Email: (order) => order.email,
  Packages: (order) => order.packages,
  'First package': (order) => order.firstLine && packageName(order.firstLine),
  County: ({ firstLine }) => firstLine && `${firstLine.county}, ${firstLine.state}`,
  Disputed: (order) => (order.isDisputed ? 'yes' : 'no'),
}
