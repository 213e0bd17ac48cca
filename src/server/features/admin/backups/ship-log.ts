/** Ships the database's log to the backups while the store runs. */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { claimDestination } from '#server/platform/backup/manifest.ts'
import { openDestination } from '#server/platform/backup/open-destination.ts'
import { recipientsOf } from '#server/platform/backup/seal.ts'
import { shipWal } from '#server/platform/backup/ship-wal.ts'
import { hours, seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { archiveDirOf } from '#server/platform/postgres/wal-archive.ts'
import { readSystemIdentifier } from './queries.ts'
import { recordFailing, recordWorking } from './record-check.ts'

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
