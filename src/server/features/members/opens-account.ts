import type { PlatformContext } from '#server/platform/context.ts'
import type { Auth } from './create-auth.ts'
import { findCredential } from './queries.ts'

/** Whether a password opens the account of an address now. It counts no attempt, so it is for the store's own passwords only. */
export async function opensAccount(
  ctx: Pick<PlatformContext, 'database'>,
  auth: Auth,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const [credential] = await ctx.database.run(findCredential, { email: email.trim().toLowerCase() })
  return Boolean(credential?.is_member) && (await auth.verifyPassword(password, credential?.password_hash ?? ''))
}
