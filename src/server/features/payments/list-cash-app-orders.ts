import type { ReplyOf } from '#contract/endpoint.ts'
import { dollarsFromCents, toCents } from '#contract/money.ts'
import type * as endpoints from '#contract/payments/cash-app.ts'
import { CASH_APP_QUEUE_MAX } from '#contract/payments/cash-app.ts'
import { showOrderLine } from '#server/features/orders/show-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { listWaitingOrders } from './cash-app-queries.ts'

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
