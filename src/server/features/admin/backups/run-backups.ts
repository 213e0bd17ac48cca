/** Backups run in processes of their own: compressing, encrypting and restoring could slow down or crash the shop. */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { claimDestination } from '#server/platform/backup/names.ts'
import { openDestination } from '#server/platform/backup/open-destination.ts'
import { recipientsOf } from '#server/platform/backup/seal.ts'
import { shipWal } from '#server/platform/backup/ship-wal.ts'
import { days, hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { statement } from '#server/platform/database/statement.ts'
import { archiveDirOf } from '#server/platform/postgres/cluster.ts'
import { ChildProcessError, runInChildProcess } from '#server/platform/process/child-process.ts'
import { type CheckKind, recordFailing, recordWorking } from './check-store.ts'

export const listChecks = statement('backups.list_checks')`
  select kind, first_at, succeeded_at, failing_since, problem from backup_checks order by kind`

/** One row if PostgreSQL itself cannot put its log aside, with since when. */
export const findStuckArchiver = statement('backups.find_stuck_archiver')`
  select last_failed_time as failed_at, last_failed_wal as file from pg_stat_archiver
  where last_failed_time > coalesce(last_archived_time, '-infinity')`

/** The name of the database cluster; a restore keeps it. */
export const readSystemIdentifier = statement('backups.read_system_identifier')`
  select system_identifier::text as identifier from pg_control_system()`

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** As last recorded; null before the first time. */
    shippedLog: { problem: string | null; recordedAtMs: number } | null
  }
}

type Backup = NonNullable<PlatformContext['config']['backup']>

/** Each record is a change that the log has to carry as well. */
const RECORD_EVERY_MS = hours(1)

/** Ships what PostgreSQL has put aside. After a failure the files wait for the next run, and the store goes on. */
export async function shipLog(ctx: PlatformContext): Promise<void> {
  const { backup, dataDir } = ctx.config
  if (!backup) return
  const problem = await ship(ctx, backup, dataDir).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  const nowMs = ctx.clock.now().getTime()
  const last = ctx.node.shippedLog
  if (last && last.problem === problem && nowMs - last.recordedAtMs < RECORD_EVERY_MS) return
  if (problem === null) await recordWorking(ctx.database, 'log', ctx.clock.now())
  else {
    ctx.log.error({ reason: problem }, 'the log does not reach the backups; it waits and will be tried again')
    await recordFailing(ctx, 'log', problem)
  }
  ctx.node.shippedLog = { problem, recordedAtMs: nowMs }
}

async function ship(ctx: PlatformContext, backup: Backup, dataDir: string): Promise<void> {
  const destination = openDestination(backup)
  if (!ctx.node.shippedLog || ctx.node.shippedLog.problem !== null) {
    const [row] = await ctx.database.run(readSystemIdentifier)
    await claimDestination(destination, row?.identifier ?? '')
  }
  const archiveDir = archiveDirOf(await realpath(join(dataDir, 'postgres')))
  await shipWal(archiveDir, destination, await recipientsOf(backup))
}

/** Runs a program that records its success itself. A failure is recorded here, however it ended, and logged. */
async function runProgram(ctx: PlatformContext, kind: CheckKind, program: URL): Promise<void> {
  try {
    await runInChildProcess(program, {})
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

/** A little less than a day and a week, so that the times don't drift. A failed run is repeated at the next check. */
const BACKUP_EVERY_MS = hours(23)
const TRIAL_EVERY_MS = days(6.5)

async function isDue(ctx: PlatformContext, kind: CheckKind, everyMs: number): Promise<boolean> {
  const last = (await ctx.database.run(listChecks)).find((row) => row.kind === kind)?.succeeded_at
  return !last || ctx.clock.now().getTime() - last.getTime() > everyMs
}

/** Makes a backup, if there is a place for one and the last is a day old. */
export async function backUpDaily(ctx: PlatformContext): Promise<void> {
  if (!ctx.config.backup || !(await isDue(ctx, 'backup', BACKUP_EVERY_MS))) return
  await runProgram(ctx, 'backup', new URL('../../../backup.ts', import.meta.url))
}

/** Restores the latest backup and removes it again, if the store has the key. Without the key, only its owner can. */
export async function tryLatestBackup(ctx: PlatformContext): Promise<void> {
  const { backup } = ctx.config
  if (!backup || !canRead(backup) || !(await isDue(ctx, 'trial', TRIAL_EVERY_MS))) return
  // Nothing to try before the first backup.
  if (await isDue(ctx, 'backup', Number.POSITIVE_INFINITY)) return
  await runProgram(ctx, 'trial', new URL('../../../try-backup.ts', import.meta.url))
}

const canRead = ({ key, recipient }: Backup): boolean => key !== undefined || recipient === undefined

/** The daily backup may be a day late, the weekly trial as well. */
const BACKUP_MS_MAX = days(2)
const TRIAL_MS_MAX = days(8)

export interface BackupTrouble {
  kind: CheckKind
  words: string
  note: string
  since: Date
}

const WORDS: Readonly<Record<CheckKind, string>> = {
  log: 'The latest changes do not reach the backups',
  backup: 'The daily backup',
  trial: 'The weekly trial restore',
}

/** Finds what failed or did not run in time. Nothing if the store makes no backups. */
export async function findBackupTroubles(ctx: PlatformContext): Promise<BackupTrouble[]> {
  const { backup } = ctx.config
  if (!backup) return []
  const [rows, [stuck]] = await Promise.all([ctx.database.run(listChecks), ctx.database.run(findStuckArchiver)])
  const rowOf = (kind: CheckKind) => rows.find((row) => row.kind === kind)
  const now = ctx.clock.now()
  // Shipping starts with the first start that has backups turned on.
  const startedAt = rowOf('log')?.first_at ?? now
  const judge = (kind: CheckKind, msMax: number): BackupTrouble[] => {
    const row = rowOf(kind)
    const words = WORDS[kind]
    if (row?.failing_since) return [{ kind, words, note: row.problem ?? 'It failed.', since: row.failing_since }]
    const since = row?.succeeded_at ?? startedAt
    const isLate = now.getTime() - since.getTime() > msMax
    return isLate ? [{ kind, words, note: 'It has not run for too long.', since }] : []
  }
  const troubles = [
    ...judge('log', BACKUP_MS_MAX),
    ...judge('backup', BACKUP_MS_MAX),
    ...(canRead(backup) ? judge('trial', TRIAL_MS_MAX) : []),
  ]
  if (stuck && troubles.every(({ kind }) => kind !== 'log'))
    troubles.push({
      kind: 'log',
      words: WORDS.log,
      note: `PostgreSQL cannot put ${stuck.file} aside; see postgres.log.`,
      since: stuck.failed_at,
    })
  return troubles
}

/** Whether a backup was seen working: restored and checked within the last days. */
export async function isBackupSeenWorking(ctx: PlatformContext): Promise<boolean> {
  if (!ctx.config.backup) return false
  const trial = (await ctx.database.run(listChecks)).find(({ kind }) => kind === 'trial')
  if (!trial?.succeeded_at || trial.failing_since) return false
  return ctx.clock.now().getTime() - trial.succeeded_at.getTime() <= TRIAL_MS_MAX
}
