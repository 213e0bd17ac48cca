import type { PlatformContext } from '#server/platform/context.ts'
import { listMemberNames } from './member-queries.ts'

/** What members are called, by id; removed ones too, since what they did and sold stays. */
export async function readMemberNames(ctx: PlatformContext): Promise<ReadonlyMap<string, string>> {
  return new Map((await ctx.database.run(listMemberNames)).map((row) => [row.user_id, row.username]))
}
