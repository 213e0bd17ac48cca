/** What is wrong with backups, for administrators. */
import { days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { CheckKind } from './check-store.ts'
import { type CheckRow, findStuckArchiver, listChecks } from './queries.ts'
import { canRead } from './run-backups.ts'

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

function judge(row: CheckRow | undefined, kind: CheckKind, startedAt: Date, msMax: number, now: Date) {
  if (row?.failing_since)
    return [{ kind, words: WORDS[kind], note: row.problem ?? 'It failed.', since: row.failing_since }]
  const since = row?.succeeded_at ?? startedAt
  if (now.getTime() - since.getTime() <= msMax) return []
  return [{ kind, words: WORDS[kind], note: 'It has not run for too long.', since }]
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
  const troubles: BackupTrouble[] = [
    ...judge(rowOf('log'), 'log', startedAt, BACKUP_MS_MAX, now),
    ...judge(rowOf('backup'), 'backup', startedAt, BACKUP_MS_MAX, now),
    ...(canRead(backup) ? judge(rowOf('trial'), 'trial', startedAt, TRIAL_MS_MAX, now) : []),
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
