/**
 * Makes and tests backups in separate processes, because compressing, encrypting and restoring would slow down the shop
 * and could crash it.
 */
import { ChildProcessError, runInChildProcess } from '#server/platform/child-process.ts'
import { days, hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { listChecks } from './queries.ts'
import { type CheckKind, recordFailing } from './record-check.ts'

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
