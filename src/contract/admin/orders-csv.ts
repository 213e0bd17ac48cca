/** Orders as rows of a file, the same for the server's export and for the rows chosen in a browser. */
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { CsvCell } from '#contract/csv.ts'
import type { ListedOrder } from './order-screen.ts'

const CELLS: Readonly<Record<string, (order: ListedOrder) => CsvCell>> = {
  Reference: (order) => order.reference,
  State: (order) => order.status,
  Ordered: (order) => order.createdAt,
  Paid: (order) => order.paidAt,
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

export const ORDER_COLUMNS = Object.keys(CELLS)
export const orderRow = (order: ListedOrder): CsvCell[] => Object.values(CELLS).map((cellOf) => cellOf(order))
