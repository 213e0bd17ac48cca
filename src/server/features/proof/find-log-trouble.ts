import type { PlatformContext } from '#server/platform/context.ts'
import { findLog, type LogRow } from './queries.ts'

/** Returns the open log if it cannot be published: it turned out to have two histories, or too few witnesses answer. */
export async function findLogTrouble(ctx: PlatformContext): Promise<LogRow | null> {
  const [log] = await ctx.database.run(findLog)
  return log?.problem ? log : null
}
