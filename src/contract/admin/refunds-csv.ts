/** Refunds as rows of a file. */
import type { CsvCells } from '#contract/csv-table.ts'
import { refundReason } from '#contract/payments/refund-states.ts'
import type { ListedRefund } from './refund-screen.ts'

export const REFUND_CELLS: CsvCells<ListedRefund> = {
  Order: (refund) => refund.reference,
  State: (refund) => refund.state,
  'Money back': (refund) => refund.amount,
  'Store credit': (refund) => refund.credit,
  Why: (refund) => refundReason(refund),
  By: (refund) => refund.decidedBy,
  'Decided (zone)': (refund, clock) => clock(refund.createdAt),
  'Refunded (zone)': (refund, clock) => clock(refund.madeAt),
  'By hand': (refund) => (refund.isByHand ? 'yes' : 'no'),
  Tries: (refund) => refund.attempts,
  'Last answer': (refund) => refund.lastError,
  'Refund ID': (refund) => refund.providerRefundId,
  Buyer: (refund) => refund.fullName,
}
