import type { PlatformContext } from '#server/platform/context.ts'
import type { Auth } from './create-auth.ts'
import { ensureMember } from './ensure-member.ts'
import { claimBootstrap } from './queries.ts'
import { ADMINISTRATOR_NAME } from './rules.ts'

/**
 * Makes the administrator of `ADMIN_EMAIL` unless they are there: under that address, or under the one that they took
 * since. Whoever is there is left as they are. Two nodes that start at once make one.
 *
 * @returns whether this call made them
 * @throws Error when the password is too short or too long to log in with
 */
export async function ensureAdministrator(
  ctx: Pick<PlatformContext, 'database' | 'clock' | 'config'>,
  auth: Auth,
  input: { email: string; password: string },
): Promise<{ isNew: boolean }> {
  const email = input.email.trim().toLowerCase()
  const claim = () => ctx.database.run(claimBootstrap, { bootstrapEmail: email })
  const [present] = await claim()
  if (present) return { isNew: false }
  const { isNew } = await ensureMember(ctx, auth, { ...input, username: ADMINISTRATOR_NAME, role: 'admin' })
  // Noted now, because the address may be another by the next start.
  await claim()
  return { isNew }
}
