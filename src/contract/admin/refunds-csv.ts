/** Refunds as rows of a file, the same for the server's export and for the rows chosen in a browser. */
import type { CsvCell } from '#contract/csv.ts'
import { refundReason } from '#contract/payments/refund-states.ts'
import type { ListedRefund } from './refund-screen.ts'

export const REFUND_COLUMNS = [
  'Order',
  'State',
  'Money back',
  'Store credit',
  'Why',
  'By',
  'Decided',
  'Refunded',
  'By hand',
  'Tries',
  'Last answer',
  'Refund ID',
  'Buyer',
] as const

/** One refund in the order of the columns: instants as ISO 8601, dollars with two decimals. */
export const refundRow = (refund: ListedRefund): CsvCell[] => [
  refund.reference,
  refund.state,
  refund.amount,
  refund.credit,
  refundReason(refund),
  refund.decidedBy,
  refund.createdAt,
  refund.madeAt,
  refund.isByHand ? 'yes' : 'no',
  refund.attempts,
  refund.lastError,
  refund.providerRefundId,
  refund.fullName,
]
