import * as contract from '#contract/admin/refund-screen.ts'
import { REFUND_CELLS } from '#contract/admin/refund-screen.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import { type RefundState, refundStateOf } from '#contract/payments/refund-states.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import type { AdminRefundRow } from '#server/features/admin/orders/order-file.ts'
import { exportList } from '#server/features/audit/export-list.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readPage } from '#server/platform/database/cursor.ts'
import { type RowOf, shownOf, statement } from '#server/platform/database/statement.ts'
import type { FileReply, Page } from '#server/platform/http/endpoint.ts'

/** Shows a refund in an order and in the list of refunds alike. @param names of members by their id */
export const showRefund = (row: AdminRefundRow, names: ReadonlyMap<string, string>): contract.AdminRefund => ({
  id: row.refund_id,
  amount: dollarTextFromCents(row.amount_cents as Cents),
  credit: dollarTextFromCents(row.credit_cents as Cents),
  ...shownOf(row, 'reason', 'note', 'is_by_hand', 'attempts', 'last_error', 'provider_refund_id', 'created_at'),
  ...shownOf(row, 'made_at'),
  decidedBy: row.decided_by === null ? null : (names.get(row.decided_by) ?? row.decided_by),
  state: refundStateOf(row.state),
})

/* SQL for the list of refunds, newest first. Each state has a statement, because each needs its own plan. */

/**
 * Each order is looked up for the refunds of the page only. `at` is the instant with all its digits, for the cursor.
 * `$afterAt` and `$afterId`: the last refund of the previous page; null and `''` for the first.
 */
const listing = (condition: string) => `
    select f.*, o.reference, o.full_name from (
      select refund_id, order_id, amount_cents, credit_cents, reason, note, decided_by, state, is_by_hand, attempts, last_error,
        provider_refund_id, created_at, made_at, try_at, created_at::text as at
      from refunds where ${condition} and (created_at, refund_id) < (coalesce($afterAt?::timestamptz, 'infinity'), $afterId::text)
      order by created_at desc, refund_id desc limit $limit
    ) f cross join lateral (select reference, full_name from orders where order_id = f.order_id offset 0) o
    order by f.created_at desc, f.refund_id desc`

const LISTS = {
  all: statement('refund_screen.list_all')`${listing('true')}`,
  pending: statement('refund_screen.list_pending')`${listing("state = 'due'")}`,
  failed: statement('refund_screen.list_failed')`${listing("state = 'failed'")}`,
  refunded: statement('refund_screen.list_made')`${listing("state = 'made'")}`,
} satisfies Record<'all' | RefundState, unknown>

type ListedRefundRow = RowOf<typeof LISTS.all>

const counting = (condition: string) => `
    select count(*)::int as matches from (select from refunds where ${condition} limit ${contract.REFUND_COUNT_MAX + 1}) counted`

const COUNTS = {
  all: statement('refund_screen.count_all')`${counting('true')}`,
  pending: statement('refund_screen.count_pending')`${counting("state = 'due'")}`,
  failed: statement('refund_screen.count_failed')`${counting("state = 'failed'")}`,
  refunded: statement('refund_screen.count_made')`${counting("state = 'made'")}`,
} satisfies Record<'all' | RefundState, unknown>

const show = (row: ListedRefundRow, names: ReadonlyMap<string, string>): contract.ListedRefund => ({
  ...showRefund(row, names),
  orderId: row.order_id as OrderId,
  ...shownOf(row, 'reference', 'full_name'),
  nextAt: row.try_at?.toISOString() ?? null,
})

/** Lists a page of refunds, newest first. @throws Refusal `bad_request` for a cursor of another list */
export async function listRefunds(
  ctx: PlatformContext,
  { state, cursor, limit = contract.REFUNDS_PAGE_DEFAULT }: QueryOf<typeof contract.listRefunds>,
): Promise<Page<contract.ListedRefund>> {
  const { rows, next } = await readPage({
    page: { cursor, limit },
    name: `refunds ${state ?? 'all'}`,
    start: ['infinity', ''],
    keysOf: (row: ListedRefundRow) => [row.at, row.refund_id],
    readAfter: ([afterAt = '', afterId = ''], most) =>
      ctx.database.run(LISTS[state ?? 'all'], { afterAt, afterId, limit: most }),
  })
  const names = await readMemberNames(ctx)
  return { rows: rows.map((row) => show(row, names)), next }
}

/** Counts refunds, up to `REFUND_COUNT_MAX`. */
export async function countRefunds(ctx: PlatformContext, { state }: { state?: RefundState | undefined }) {
  const [counted] = await ctx.database.run(COUNTS[state ?? 'all'])
  const count = counted?.matches ?? 0
  return { count: Math.min(count, contract.REFUND_COUNT_MAX), isMore: count > contract.REFUND_COUNT_MAX }
}

/** Streams refunds as a file, in the list's order. */
export const exportRefunds = (ctx: WebContext, filters: { state?: RefundState | undefined }): Promise<FileReply> =>
  exportList(ctx, {
    name: 'refunds',
    subject: 'the list of refunds',
    cells: REFUND_CELLS,
    filters,
    readPage: (cursor) => listRefunds(ctx, { ...filters, limit: contract.REFUNDS_PAGE_MAX, ...(cursor && { cursor }) }),
  })
