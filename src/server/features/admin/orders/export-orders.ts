import { ORDERS_PAGE_MAX } from '#contract/admin/order-desk.ts'
import type { exportOrders as endpoint } from '#contract/admin/order-export.ts'
import { ORDER_COLUMNS, orderRow } from '#contract/admin/orders-csv.ts'
import { writeCsv } from '#contract/csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { listOrders } from './list-orders.ts'

type Query = QueryOf<typeof endpoint>

/**
 * Streams all orders that the filters match as a file, newest first. The log says who took which, because the file
 * names buyers.
 *
 * @throws Refusal `period_invalid`
 */
export async function exportOrders(ctx: WebContext, query: Query): Promise<FileReply> {
  // The first page before the reply begins: afterwards a refusal could only break the file off.
  const first = await listOrders(ctx, { ...query, limit: ORDERS_PAGE_MAX })
  const filters = Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  await inTransaction(ctx, (tx) =>
    writeAudit(ctx, tx, {
      action: 'list_exported',
      subject: 'the list of orders',
      after: Object.fromEntries(filters),
    }),
  )
  const day = storeDayOf(ctx.clock.now(), ctx.config.timeZone)
  return { name: `orders-${day}.csv`, bytes: writeOrders(ctx, query, first), isDownload: true }
}

async function* writeOrders(
  ctx: WebContext,
  query: Query,
  first: Awaited<ReturnType<typeof listOrders>>,
): AsyncGenerator<string> {
  yield writeCsv([ORDER_COLUMNS])
  for (let page = first; ; page = await listOrders(ctx, { ...query, limit: ORDERS_PAGE_MAX, cursor: page.next })) {
    if (page.rows.length > 0) yield writeCsv(page.rows.map(orderRow))
    if (page.next === null) return
  }
}
