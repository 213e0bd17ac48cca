import type { PlatformContext } from '#server/platform/context.ts'
import { statement } from '#server/platform/statement.ts'

export const countOpenDeliveries = statement(
  'delivery.count_open',
  `select count(*)::int as open, count(*) filter (where state = 'failed')::int as failed,
     count(*) filter (where due_at < $now)::int as late
   from deliveries where state in ('waiting', 'failed')`,
)

/** Counts paid lines that are not delivered: all, those that failed, and those past their 24 hours. */
export async function countDeliveries(ctx: PlatformContext): Promise<Record<string, number>> {
  const [row] = await ctx.database.run(countOpenDeliveries, { now: ctx.clock.now() })
  return { open: row?.open ?? 0, failed: row?.failed ?? 0, late: row?.late ?? 0 }
}
