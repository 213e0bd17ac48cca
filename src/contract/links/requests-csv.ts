/** Payment requests as rows of a file, the same for the server's export and for the rows chosen in a browser. */
import type { CsvCell } from '#contract/csv.ts'
import type { PaymentRequest } from './payment-request-values.ts'

const CELLS: Readonly<Record<string, (request: PaymentRequest) => CsvCell>> = {
  Reference: (request) => request.reference,
  Status: (request) => request.status,
  Sent: (request) => request.createdAt,
  Expires: (request) => request.expiresAt,
  Opened: (request) => request.openedAt,
  Paid: (request) => request.paidAt,
  Amount: (request) => request.total,
  Refunded: (request) => request.refundedTotal,
  Customer: (request) => request.customerName,
  Email: (request) => request.customerEmail,
  Phone: (request) => request.customerPhone,
  Business: (request) => request.customerBusinessName,
  Rep: (request) => request.repName,
  Packages: (request) => request.cartData.length,
}

export const REQUEST_COLUMNS = Object.keys(CELLS)
export const requestRow = (request: PaymentRequest): CsvCell[] => Object.values(CELLS).map((cellOf) => cellOf(request))
