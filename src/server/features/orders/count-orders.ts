import { addMilliseconds, hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { statement } from '#server/platform/database/statement.ts'

export const countRecentOrders = statement('orders.count_recent')`
  select (select count(*)::int from orders where state = 'awaiting_payment') as awaiting_payment,
    (select count(*)::int from orders where state in ('paid', 'processed', 'refunded') and paid_at > $paidAt) as paid_last_hour`

/** Counts orders that wait for their payment, and those paid within the last hour. */
export async function countOrders(ctx: PlatformContext): Promise<Record<string, number>> {
  const [row] = await ctx.database.run(countRecentOrders, { paidAt: addMilliseconds(ctx.clock.now(), -hours(1)) })
  return { awaiting_payment: row?.awaiting_payment ?? 0, paid_last_hour: row?.paid_last_hour ?? 0 }
}
