/**
 * Makes and tests backups in separate processes, because compressing, encrypting and restoring would slow down the shop
 * and could crash it.
 */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { claimDestination } from '#server/platform/backup/names.ts'
import { openDestination } from '#server/platform/backup/open-destination.ts'
import { recipientsOf } from '#server/platform/backup/seal.ts'
import { shipWal } from '#server/platform/backup/ship-wal.ts'
import { ChildProcessError, runInChildProcess } from '#server/platform/child-process.ts'
import { days, hours, seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { archiveDirOf } from '#server/platform/postgres/cluster.ts'
import { type CheckKind, recordFailing, recordWorking } from './check-store.ts'
import { listChecks, readSystemIdentifier } from './queries.ts'

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** How shipping the log went, as last recorded; null before the first time. */
    shippedLog: { problem: string | null; recordedAtMs: number } | null
  }
}

export const SHIP_EVERY_MS = seconds(5)

/** Each record is a change that the log has to carry as well. */
const RECORD_EVERY_MS = hours(1)

/**
 * Ships what PostgreSQL has put aside. If that fails, it is recorded and tried again with the next run: the files wait,
 * and the store goes on.
 */
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

async function ship(
  ctx: PlatformContext,
  backup: NonNullable<PlatformContext['config']['backup']>,
  dataDir: string,
): Promise<void> {
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

/** Whether the store can read its own backups. */
export const canRead = ({ key, recipient }: { key: string | undefined; recipient: string | undefined }): boolean =>
  key !== undefined || recipient === undefined
