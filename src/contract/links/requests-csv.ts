/** Payment requests as rows of a file, the same for the server's export and for the rows chosen in a browser. */
import type { CsvCell } from '#contract/csv.ts'
import type { PaymentRequest } from './payment-request-values.ts'

export const REQUEST_COLUMNS = [
  'Reference',
  'Status',
  'Sent',
  'Expires',
  'Opened',
  'Paid',
  'Amount',
  'Refunded',
  'Customer',
  'Email',
  'Phone',
  'Business',
  'Rep',
  'Packages',
] as const

/** One request in the order of the columns: instants as ISO 8601, dollars with two decimals. */
export const requestRow = (request: PaymentRequest): CsvCell[] => [
  request.reference,
  request.status,
  request.createdAt,
  request.expiresAt,
  request.openedAt,
  request.paidAt,
  request.total,
  request.refundedTotal,
  request.customerName,
  request.customerEmail,
  request.customerPhone,
  request.customerBusinessName,
  request.repName,
  request.cartData.length,
]
