/** Lists all refunds for administrators. */
import {
  type listRefunds as endpoint,
  type ListedRefund,
  REFUND_COUNT_MAX,
  REFUNDS_PAGE_DEFAULT,
  REFUNDS_PAGE_MAX,
} from '#contract/admin/refund-screen.ts'
import { REFUND_COLUMNS, refundRow } from '#contract/admin/refunds-csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { RefundState } from '#contract/payments/refund-states.ts'
import type { OrderId } from '#contract/values.ts'
import { exportList } from '#server/features/audit/export-list.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { FileReply, Page } from '#server/platform/http/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { COUNTS, countAllRefunds, LISTS, type ListedRefundRow, listAllRefunds } from './queries.ts'
import { showRefund } from './show-refund.ts'

const show = (row: ListedRefundRow, names: ReadonlyMap<string, string>): ListedRefund => ({
  ...showRefund(row, names),
  orderId: row.order_id as OrderId,
  reference: row.reference,
  fullName: row.full_name,
  nextAt: row.try_at?.toISOString() ?? null,
})

/**
 * Lists a page of refunds, newest first. New refunds shift nothing.
 *
 * @throws Refusal `bad_request` for a cursor of another list
 */
export async function listRefunds(ctx: PlatformContext, query: QueryOf<typeof endpoint>): Promise<Page<ListedRefund>> {
  const { state, limit = REFUNDS_PAGE_DEFAULT } = query
  const list = `refunds ${state ?? 'all'}`
  const cursor = readCursor(list, query.cursor, 2)
  if (cursor && !isInstantKey(cursor[0])) throw new Refusal('bad_request')
  const [afterAt = null, afterId = ''] = cursor ?? []
  const found = await ctx.database.run(state ? LISTS[state] : listAllRefunds, { afterAt, afterId, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const names = await readMemberNames(ctx)
  return {
    rows: rows.map((row) => show(row, names)),
    next: last ? writeCursor(list, [last.at, last.refund_id]) : null,
  }
}

/** Counts all refunds or those in one state, up to `REFUND_COUNT_MAX`. */
export async function countRefunds(
  ctx: PlatformContext,
  { state }: { state?: RefundState | undefined },
): Promise<{ count: number; isMore: boolean }> {
  const [counted] = await ctx.database.run(state ? COUNTS[state] : countAllRefunds)
  const count = counted?.matches ?? 0
  return { count: Math.min(count, REFUND_COUNT_MAX), isMore: count > REFUND_COUNT_MAX }
}

/** Streams all refunds or those in one state as a file, in the list's order. */
export const exportRefunds = (ctx: WebContext, filters: { state?: RefundState | undefined }): Promise<FileReply> =>
  exportList(ctx, {
    name: 'refunds',
    subject: 'the list of refunds',
    columns: REFUND_COLUMNS,
    rowOf: refundRow,
    filters,
    readPage: (cursor) =>
      listRefunds(ctx, { ...filters, limit: REFUNDS_PAGE_MAX, ...(cursor !== undefined && { cursor }) }),
  })
