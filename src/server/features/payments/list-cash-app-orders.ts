import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { dollarsFromCents, toCents } from '#contract/money.ts'
import type * as endpoints from '#contract/payments/cash-app.ts'
import { CASH_APP_QUEUE_MAX, type CashAppDecision, DECISIONS_PAGE_DEFAULT } from '#contract/payments/cash-app.ts'
import type { OrderId } from '#contract/values.ts'
import { showOrderLine } from '#server/features/orders/show-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/database/cursor.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { listDecisions as listDecisionsStatement, listWaitingOrders } from './cash-app-queries.ts'

/** Lists orders that wait for an administrator to check Cash App, first to end first, and their number. */
export async function listCashAppOrders(ctx: PlatformContext): Promise<ReplyOf<typeof endpoints.listCashAppOrders>> {
  const rows = await ctx.database.run(listWaitingOrders, { limit: CASH_APP_QUEUE_MAX })
  return {
    orders: rows.map((row) => ({
      reference: row.reference,
      amount: dollarsFromCents(toCents(row.total_cents)),
      chosenAt: row.chosen_at.toISOString(),
      expiresAt: row.pay_until.toISOString(),
      fullName: row.full_name ?? '',
      email: row.email ?? '',
      cellPhone: row.cell_phone,
      businessName: row.business_name,
      lines: row.lines.map(showOrderLine),
    })),
    waiting: rows[0]?.waiting ?? 0,
    now: ctx.clock.now().toISOString(),
  }
}

const LIST = 'cash-app decisions'

/** Reads members' names. Passed in, because accounts are above this feature. */
export type ReadNames = (ctx: PlatformContext) => Promise<ReadonlyMap<string, string>>

/** Lists how these orders ended, newest first. @throws Refusal `bad_request` for a cursor of another list */
export async function listDecisions(
  ctx: PlatformContext,
  query: QueryOf<typeof endpoints.listCashAppDecisions>,
  readNames: ReadNames,
): Promise<Page<CashAppDecision>> {
  const { limit = DECISIONS_PAGE_DEFAULT } = query
  const [at = null, id = ''] = readCursor(LIST, query.cursor, 2) ?? []
  if (at !== null && !isInstantKey(at)) throw new Refusal('bad_request')
  const found = await ctx.database.run(listDecisionsStatement, { afterPaidAt: at, afterOrderId: id, limit: limit + 1 })
  const names = await readNames(ctx)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => ({
      orderId: row.order_id as OrderId,
      reference: row.reference,
      amount: dollarsFromCents(toCents(row.total_cents)),
      fullName: row.full_name ?? '',
      outcome: row.paid_at ? 'verified' : row.close_reason === 'expired' ? 'expired' : 'rejected',
      decidedAt: row.decided_at.toISOString(),
      decidedBy: row.decided_by === null ? null : (names.get(row.decided_by) ?? row.decided_by),
      note: row.decision_note,
    })),
    next: last && found.length > limit ? writeCursor(LIST, [last.at, last.order_id]) : null,
  }
}
