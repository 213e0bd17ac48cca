import type { QueryOf } from '#contract/endpoint.ts'
import { REQUESTS_PAGE_MAX } from '#contract/links/payment-requests.ts'
import type { exportPaymentRequests } from '#contract/links/request-export.ts'
import { REQUEST_COLUMNS, requestRow } from '#contract/links/requests-csv.ts'
import { exportList } from '#server/features/audit/export-list.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { listPaymentRequests } from './list-payment-requests.ts'

/** Streams all of the member's requests that the filters match as a file, in the list's order. */
export const exportRequests = (ctx: WebContext, filters: QueryOf<typeof exportPaymentRequests>): Promise<FileReply> =>
  exportList(ctx, {
    name: 'payment-requests',
    subject: 'the list of payment requests',
    columns: REQUEST_COLUMNS,
    rowOf: requestRow,
    filters,
    readPage: (cursor) =>
      listPaymentRequests(ctx, { ...filters, limit: REQUESTS_PAGE_MAX, ...(cursor !== undefined && { cursor }) }),
  })
