import { findStockFaults } from '#server/features/stock/hold.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'

export const recordSuccess = statement('backups.record_success')`
  insert into backup_checks (kind, first_at, succeeded_at) values ($kind, $now, $now)
  on conflict (kind) do update set succeeded_at = excluded.succeeded_at, failing_since = null, problem = null`

export const recordFailure = statement('backups.record_failure')`
  insert into backup_checks (kind, first_at, failing_since, problem) values ($kind, $now, $now, $problem)
  on conflict (kind) do update
    set failing_since = coalesce(backup_checks.failing_since, excluded.failing_since), problem = excluded.problem`

/** The log that is shipped all the time, the daily backup, and the weekly trial restore. */
export type CheckKind = 'log' | 'backup' | 'trial'
const PROBLEM_MAX = 500

/** Records that one worked, at the caller's time. */
export const recordWorking = async (database: Executor, kind: CheckKind, now: Date): Promise<void> => {
  await database.run(recordSuccess, { kind, now })
}

/** Records that one failed, and why. */
export async function recordFailing(
  ctx: Pick<PlatformContext, 'database' | 'clock'>,
  kind: CheckKind,
  problem: string,
): Promise<void> {
  await ctx.database.run(recordFailure, { kind, now: ctx.clock.now(), problem: problem.slice(0, PROBLEM_MAX) })
}

/** Paid orders whose lines cost something else, or whose refunds are not those of their lines. */
export const findOrderFaults = statement('backups.find_order_faults')`
  select o.order_id as subject
  from orders o join order_lines l on l.order_id = o.order_id and l.revision = o.revision
  where o.state in ('paid', 'processed') group by o.order_id
  having o.total_cents <> sum(l.price_cents - l.discount_cents)
    or o.refunded_cents <> coalesce(sum(l.price_cents - l.discount_cents) filter (where l.outcome = 'refunded'), 0)`

/** Units sold without an order that has them, and money of an order that is still waiting. */
export const findMoneyFaults = statement('backups.find_money_faults')`
  select h.hold_id as subject from holds h where h.state = 'sold' and not exists (
    select from orders o join order_lines l on l.order_id = o.order_id and l.revision = o.revision
    where o.order_id = h.order_id and l.hold_id = h.hold_id and l.outcome = 'sold'
      and o.state in ('paid', 'processed', 'refunded'))
  union all
  select o.order_id from payments p join orders o using (order_id)
  where p.state = 'succeeded' and o.state = 'awaiting_payment'`

const CHECKS = [
  ['the stock of', findStockFaults],
  ['the total of', findOrderFaults],
  ['the money or the sold unit of', findMoneyFaults],
] as const

/** Whether stock, orders and money of a restored database add up. @returns one sentence for each kind that does not */
export async function checkStore(database: Executor): Promise<string[]> {
  const faults: string[] = []
  for (const [what, find] of CHECKS) {
    const rows = await database.run(find)
    if (rows[0]) faults.push(`${what} ${rows[0].subject} does not add up (${rows.length} in all).`)
  }
  return faults
}
