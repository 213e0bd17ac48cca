/**
 * How backups are made, tried, recorded and judged. Those of the embedded database run in processes of their own: packing
 * could slow down or crash the shop. Of a PostgreSQL of the owner, the store knows what the owner's tool reports.
 */
import * as z from 'zod/mini'
import { findStockFaults } from '#server/features/stock/hold.ts'
import { BackupError } from '#server/platform/backup/backup-config.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { ChildProcessError, runInChildProcess } from '#server/platform/process/child-process.ts'

/** Also how PostgreSQL's archiving of its log (WAL) is doing, unless it is off, as it is in the embedded one. */
export const listChecks = statement('backups.list_checks')`
  select kind, first_at, succeeded_at, failing_since, problem from backup_checks where kind <> 'archive'
  union all
  select 'archive', since, since, case when last_failed_time > since then since end, 'PostgreSQL’s archive_command fails. See its log.'
  from pg_stat_archiver, lateral (
    select coalesce(last_archived_time, stats_reset, pg_postmaster_start_time()) as since) latest
  where current_setting('archive_mode') <> 'off'`.as<{
  succeeded_at: Date | null
  failing_since: Date | null
  problem: string | null
}>()

export const recordSuccess = statement('backups.record_success')`
  insert into backup_checks (kind, first_at, succeeded_at) values ($kind, $now, $now)
  on conflict (kind) do update set succeeded_at = excluded.succeeded_at, failing_since = null, problem = null`

export const recordFailure = statement('backups.record_failure')`
  insert into backup_checks (kind, first_at, failing_since, problem) values ($kind, $now, $now, $problem)
  on conflict (kind) do update
    set failing_since = coalesce(backup_checks.failing_since, excluded.failing_since), problem = excluded.problem`

/** The latest backup, and the trial restore. */
export type CheckKind = 'backup' | 'trial'
const PROBLEM_MAX = 500

/** Records that one worked, at the caller's time. */
export const recordWorking = async (database: Executor, kind: CheckKind, now: Date): Promise<void> => {
  await database.run(recordSuccess, { kind, now })
}

type Recorder = Pick<PlatformContext, 'database' | 'clock'>

/** Records that one failed, and why. */
export async function recordFailing(ctx: Recorder, kind: CheckKind, problem: string): Promise<void> {
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
  if (!ctx.config.backup || !canRead(ctx)) return
  const { backup, trial } = await readChecks(ctx)
  // Nothing to try before the first backup.
  if (backup?.succeeded_at && ageOf(ctx, trial?.succeeded_at) > TRIAL_EVERY_MS)
    await runProgram(ctx, 'trial', ['--try'])
}

type Kind = CheckKind | 'archive'

/** By kind. Nothing is known of the embedded database without a place for backups. */
async function readChecks({ config, database }: PlatformContext) {
  const rows = config.backup || config.databaseUrl ? await database.run(listChecks) : []
  const rowOf = (kind: Kind) => rows.find((row) => row.kind === kind)
  return { backup: rowOf('backup'), archive: rowOf('archive'), trial: rowOf('trial') }
}

const ageOf = (ctx: PlatformContext, at: Date | null | undefined): number =>
  at ? ctx.clock.now().getTime() - at.getTime() : Number.POSITIVE_INFINITY

const canRead = ({ config: { backup } }: PlatformContext): boolean => backup?.key !== undefined || !backup?.recipient

// A failure is seen at once; this finds what never runs. A store may be off for a night; while it runs, it writes every
// minute, so PostgreSQL archives as often as `archive_timeout` says.
const msMaxOf = ({ config }: PlatformContext): Readonly<Record<Kind, number>> => ({
  backup: hours(26),
  archive: minutes(15),
  // Weekly by the store itself; of an own database, whenever its owner restores one.
  trial: days(config.backup ? 8 : 35),
})

const WORDS: readonly (readonly [Kind, words: string])[] = [
  ['backup', 'The regular backup'],
  ['archive', 'Archiving of changes (WAL)'],
  ['trial', 'The trial restore'],
]

/** Finds what failed or did not run in time. Of an own database, only what was reported before: its owner may have no tool. */
export async function findBackupTroubles(ctx: PlatformContext) {
  const checks = await readChecks(ctx)
  return WORDS.filter(([kind]) => kind !== 'trial' || canRead(ctx)).flatMap(([id, words]) => {
    const { failing_since, problem, succeeded_at } = checks[id] ?? {}
    if (failing_since) return [{ id, words, note: problem ?? 'It failed.', at: failing_since.toISOString() }]
    const since = succeeded_at ?? (id === 'trial' && ctx.config.backup ? checks.backup?.first_at : undefined)
    if (!since || ageOf(ctx, since) <= msMaxOf(ctx)[id]) return []
    return [{ id, words, note: 'It has not run for too long.', at: since.toISOString() }]
  })
}

/** Whether a backup was seen working: restored and checked within the last days. */
export async function isBackupSeenWorking(ctx: PlatformContext): Promise<boolean> {
  const { trial } = await readChecks(ctx)
  return !trial?.failing_since && ageOf(ctx, trial?.succeeded_at) <= msMaxOf(ctx).trial
}

/** For Prometheus: seconds since the latest; nothing if none is known. */
export async function readBackupAge(ctx: PlatformContext, kind: Kind): Promise<Record<string, number>> {
  const at = (await readChecks(ctx))[kind]?.succeeded_at
  return at ? { database: ageOf(ctx, at) / 1_000 } : {}
}

/** A restored copy keeps its cluster's identifier; when its server started tells it from the original. */
export const describeDatabase = statement('backups.describe_database')`
  select system_identifier::text as cluster, extract(epoch from pg_postmaster_start_time()) || current_database() as place,
    (select count(*) from orders)::int as orders, (select max(created_at) from orders) as latest
  from pg_control_system()`.as<{ latest: Date | null }>()

/** Numbers have too few digits for a cluster's identifier. What is lost is only a part of a process's id. */
const Cluster = z.number()
// Printable, because PostgreSQL keeps it and people read it.
const Words = z.string().check(z.regex(/^[ -~]{1,200}$/))

/** What matters of `pgbackrest info --output=json` and of `wal-g backup-list --detail --json`. */
const Report = z.union([
  z.array(z.object({ finish_time: z.iso.datetime({ offset: true }), system_identifier: Cluster })),
  z.array(
    z.object({
      db: z.array(z.object({ id: z.int(), 'system-id': Cluster })),
      status: z.object({ code: z.int(), message: Words }),
      backup: z.array(
        z.object({
          database: z.object({ id: z.int() }),
          error: z.optional(z.boolean()),
          timestamp: z.object({ stop: z.uint32() }),
        }),
      ),
    }),
  ),
])

/** Finds the latest backup of a cluster in a report. @throws BackupError if the report says nothing of this cluster */
function readReport(text: string, cluster: string, nowMs: number) {
  let parts: z.infer<typeof Report>
  try {
    parts = Report.parse(JSON.parse(text))
  } catch {
    throw new BackupError('This is not what pgbackrest info --output=json or wal-g backup-list --detail --json prints.')
  }
  const found = parts.flatMap((part): { ms: number; problem?: string | false | undefined }[] => {
    if ('finish_time' in part)
      return part.system_identifier === Number(cluster) ? [{ ms: Date.parse(part.finish_time) }] : []
    const own = part.db.find((one) => one['system-id'] === Number(cluster))
    if (!own) return []
    if (part.status.code !== 0) return [{ ms: nowMs, problem: `pgBackRest says: ${part.status.message}.` }]
    return part.backup
      .filter(({ database }) => database.id === own.id)
      .map(({ timestamp, error }) => ({ ms: timestamp.stop * 1_000, problem: error && 'It has damaged pages.' }))
  })
  const latest = found.toSorted((a, b) => a.ms - b.ms).at(-1)
  if (!latest) throw new BackupError(`This names no backup of the store’s database, whose cluster is ${cluster}.`)
  if (latest.ms > nowMs + minutes(5)) throw new BackupError('The latest backup is from the future. Set the clocks.')
  return latest
}

/** Records what the owner's tool says of its backups. @returns what was recorded @throws BackupError if it cannot be used */
export async function recordReport(ctx: Recorder, text: string): Promise<string> {
  const [own] = await ctx.database.run(describeDatabase)
  const { ms, problem } = readReport(text, own?.cluster ?? '', ctx.clock.now().getTime())
  if (problem) await recordFailing(ctx, 'backup', problem)
  else await recordWorking(ctx.database, 'backup', new Date(ms))
  return problem || `The latest backup is from ${new Date(ms).toISOString()}.`
}

/** Checks a restored copy and records that as a trial. @throws BackupError if it is the original or does not add up */
export async function checkCopy(ctx: Recorder, copy: Executor): Promise<string> {
  const [[own], [copied]] = await Promise.all([ctx.database.run(describeDatabase), copy.run(describeDatabase)])
  if (own?.place === copied?.place)
    throw new BackupError('This is the store’s own database. Name a restored copy of it.')
  const faults = await checkStore(copy)
  if (faults.length > 0) {
    const problem = `The restored store does not add up: ${faults.join(' ')}`
    await recordFailing(ctx, 'trial', problem)
    throw new BackupError(problem)
  }
  await recordWorking(ctx.database, 'trial', ctx.clock.now())
  return `The restored store adds up: ${copied?.orders} orders, the latest from ${copied?.latest?.toISOString()}.`
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
