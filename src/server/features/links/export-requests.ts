import { writeCsv } from '#contract/csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { REQUESTS_PAGE_MAX } from '#contract/links/payment-requests.ts'
import type { exportPaymentRequests } from '#contract/links/request-export.ts'
import { REQUEST_COLUMNS, requestRow } from '#contract/links/requests-csv.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { listPaymentRequests } from './list-payment-requests.ts'

type Query = QueryOf<typeof exportPaymentRequests>
const readPage = (ctx: WebContext, query: Query, cursor?: string) =>
  listPaymentRequests(ctx, { ...query, limit: REQUESTS_PAGE_MAX, ...(cursor !== undefined && { cursor }) })

/**
 * Streams all of the member's requests that the filters match as a file, in the list's order. The log says who took
 * which, because the file names customers.
 */
export async function exportRequests(ctx: WebContext, query: Query): Promise<FileReply> {
  const first = await readPage(ctx, query)
  const filters = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const after = Object.fromEntries(filters)
  await inTransaction(ctx, (tx) =>
    writeAudit(ctx, tx, { action: 'list_exported', subject: 'the list of payment requests', after }),
  )
  const day = storeDayOf(ctx.clock.now(), ctx.config.timeZone)
  return { name: `payment-requests-${day}.csv`, bytes: writeRequests(ctx, query, first), isDownload: true }
}

async function* writeRequests(
  ctx: WebContext,
  query: Query,
  first: Awaited<ReturnType<typeof readPage>>,
): AsyncGenerator<string> {
  yield writeCsv([REQUEST_COLUMNS])
  for (let page = first; ; page = await readPage(ctx, query, page.next)) {
    if (page.rows.length > 0) yield writeCsv(page.rows.map(requestRow))
    if (page.next === null) return
  }
}
