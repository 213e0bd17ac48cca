/** Refunds as rows of a file, the same for the server's export and for the rows chosen in a browser. */
import type { CsvCell } from '#contract/csv.ts'
import { refundReason } from '#contract/payments/refund-states.ts'
import type { ListedRefund } from './refund-screen.ts'

const CELLS: Readonly<Record<string, (refund: ListedRefund) => CsvCell>> = {
  Order: (refund) => refund.reference,
  State: (refund) => refund.state,
  'Money back': (refund) => refund.amount,
  'Store credit': (refund) => refund.credit,
  Why: (refund) => refundReason(refund),
  By: (refund) => refund.decidedBy,
  Decided: (refund) => refund.createdAt,
  Refunded: (refund) => refund.madeAt,
  'By hand': (refund) => (refund.isByHand ? 'yes' : 'no'),
  Tries: (refund) => refund.attempts,
  'Last answer': (refund) => refund.lastError,
  'Refund ID': (refund) => refund.providerRefundId,
  Buyer: (refund) => refund.fullName,
}

export const REFUND_COLUMNS = Object.keys(CELLS)
export const refundRow = (refund: ListedRefund): CsvCell[] => Object.values(CELLS).map((cellOf) => cellOf(refund))
