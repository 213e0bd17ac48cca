import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { findMemberIds, listMemberNames } from './member-queries.ts'

/** What members are called, by id; removed ones too, since what they did and sold stays. */
export async function readMemberNames(
  ctx: PlatformContext,
  executor: Executor = ctx.database,
): Promise<ReadonlyMap<string, string>> {
  return new Map((await executor.run(listMemberNames)).map((row) => [row.user_id, row.username]))
}

/** The ids of those addresses in small letters that have a member, removed ones too. */
export async function findMembersOf(
  ctx: PlatformContext,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return new Map((await ctx.database.run(findMemberIds, { emails })).map((row) => [row.email, row.user_id]))
}
