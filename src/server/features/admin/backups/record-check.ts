/** Records how backups are doing, for the attention list and the setup checklist. */
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { recordFailure, recordSuccess } from './queries.ts'

/** The log that is shipped all the time, the daily backup, and the weekly trial restore. */
export type CheckKind = 'log' | 'backup' | 'trial'

const PROBLEM_MAX = 500

/** Records that one worked. @param now the caller's time */
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
