/** How backups are made, tried, recorded and judged. They run in processes of their own: packing could slow down or crash the shop. */
import { findStockFaults } from '#server/features/stock/hold.ts'
import { days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { ChildProcessError, runInChildProcess } from '#server/platform/process/child-process.ts'

export const listChecks = statement('backups.list_checks')`
  select kind, first_at, succeeded_at, failing_since, problem from backup_checks order by kind`

export const recordSuccess = statement('backups.record_success')`
  insert into backup_checks (kind, first_at, succeeded_at) values ($kind, $now, $now)
  on conflict (kind) do update set succeeded_at = excluded.succeeded_at, failing_since = null, problem = null`

export const recordFailure = statement('backups.record_failure')`
  insert into backup_checks (kind, first_at, failing_since, problem) values ($kind, $now, $now, $problem)
  on conflict (kind) do update
    set failing_since = coalesce(backup_checks.failing_since, excluded.failing_since), problem = excluded.problem`

/** The hourly backup, and the weekly trial restore. */
export type CheckKind = 'backup' | 'trial'
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

/** Runs the program, which records its success itself. A failure is recorded here, however it ended, and logged. */
async function runProgram(ctx: PlatformContext, kind: CheckKind, args: readonly string[]): Promise<void> {
  try {
    await runInChildProcess(new URL('../../../backup.ts', import.meta.url), {}, { args })
  } catch (error) {
    await recordFailing(ctx, kind, describe(error))
    throw error
  }
}

/** The last line says why, unless it is a stack trace; the ones before are progress. */
function describe(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error))
    .trim()
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
  const reason = error instanceof ChildProcessError && error.isOutOfMemory ? 'It needed too much memory.' : lines.at(-1)
  return reason?.trim() || 'It ended without a reason.'
}

/** Makes a backup, if there is a place for one. */
export async function backUpHourly(ctx: PlatformContext): Promise<void> {
  if (ctx.config.backup) await runProgram(ctx, 'backup', [])
}

/** A little less than a week, so that the times don't drift. A failed trial is repeated the next day. */
const TRIAL_EVERY_MS = days(6.5)

/** Restores the latest backup and removes it again, if the store has the key. Without the key, only its owner can. */
export async function tryLatestBackup(ctx: PlatformContext): Promise<void> {
  if (!ctx.config.backup || !canRead(ctx.config.backup)) return
  const { backup, trial } = await readChecks(ctx)
  const isDue = !trial?.succeeded_at || ctx.clock.now().getTime() - trial.succeeded_at.getTime() > TRIAL_EVERY_MS
  // Nothing to try before the first backup.
  if (isDue && backup?.succeeded_at) await runProgram(ctx, 'trial', ['--try'])
}

async function readChecks(ctx: PlatformContext) {
  const rows = await ctx.database.run(listChecks)
  const rowOf = (kind: CheckKind) => rows.find((row) => row.kind === kind)
  return { backup: rowOf('backup'), trial: rowOf('trial') }
}

const canRead = ({ key, recipient }: NonNullable<PlatformContext['config']['backup']>): boolean =>
  key !== undefined || recipient === undefined

/** A failure is seen at once. This finds jobs that never run; a store may be off for a night. */
const MS_MAX: Readonly<Record<CheckKind, number>> = { backup: days(1), trial: days(8) }

const WORDS: Readonly<Record<CheckKind, string>> = { backup: 'The hourly backup', trial: 'The weekly trial restore' }

/** Finds what failed or did not run in time. Nothing if the store makes no backups. */
export async function findBackupTroubles(ctx: PlatformContext) {
  if (!ctx.config.backup) return []
  const checks = await readChecks(ctx)
  const now = ctx.clock.now()
  const judge = (kind: CheckKind) => {
    const { failing_since, problem, succeeded_at } = checks[kind] ?? {}
    if (failing_since) return [{ kind, words: WORDS[kind], note: problem ?? 'It failed.', since: failing_since }]
    const since = succeeded_at ?? checks.backup?.first_at ?? now
    const isLate = now.getTime() - since.getTime() > MS_MAX[kind]
    return isLate ? [{ kind, words: WORDS[kind], note: 'It has not run for too long.', since }] : []
  }
  return [...judge('backup'), ...(canRead(ctx.config.backup) ? judge('trial') : [])]
}

/** Whether a backup was seen working: restored and checked within the last days. */
export async function isBackupSeenWorking(ctx: PlatformContext): Promise<boolean> {
  if (!ctx.config.backup) return false
  const { trial } = await readChecks(ctx)
  if (!trial?.succeeded_at || trial.failing_since) return false
  return ctx.clock.now().getTime() - trial.succeeded_at.getTime() <= MS_MAX.trial
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
