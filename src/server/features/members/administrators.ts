/** Who is told when the store needs a person: administrators who may sign in. */
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { findAdministrator, listAdministrators } from './member-queries.ts'

/** The ids of all administrators, in their order, so that mails to them are written in one order everywhere. */
export async function listAdministratorIds(executor: Executor): Promise<string[]> {
  return (await executor.run(listAdministrators)).map((row) => row.user_id)
}

/** Where a mail to an administrator goes; null when they are none any more. */
export async function findAdministratorToMail(
  ctx: Pick<PlatformContext, 'database'>,
  userId: string,
): Promise<{ email: string; username: string } | null> {
  const [row] = await ctx.database.run(findAdministrator, { userId })
  return row ?? null
}
