/** Payment requests as rows of a file. */
import type { CsvCells } from '#contract/csv-table.ts'
import type { PaymentRequest } from './payment-request-values.ts'

export const REQUEST_CELLS: CsvCells<PaymentRequest> = {
  Reference: (request) => request.reference,
  Status: (request) => request.status,
  'Sent (zone)': (request, clock) => clock(request.createdAt),
  'Expires (zone)': (request, clock) => clock(request.expiresAt),
  'Opened (zone)': (request, clock) => clock(request.openedAt),
  'Paid (zone)': (request, clock) => clock(request.paidAt),
  Amount: (request) => request.total,
  Refunded: (request) => request.refundedTotal,
  Customer: (request) => request.customerName,
  Email: (request) => request.customerEmail,
  Phone: (request) => request.customerPhone,
  Business: (request) => request.customerBusinessName,
  Rep: (request) => request.repName,
  Packages: (request) => request.cartData.length,
}
