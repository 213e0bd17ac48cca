import { readEmail } from '#contract/email-address.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#contract/members/profile.ts'
import type { Role } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { invariant } from '#server/platform/invariant.ts'
import { firstCommissionBps } from './accounts.ts'
import type { Auth } from './create-auth.ts'
import { addMember, claimBootstrap, findMemberByEmail } from './queries.ts'
import { ADMINISTRATOR_NAME } from './rules.ts'

/**
 * Creates a member unless the address has one. An existing member is not changed, not even the password. Two nodes that
 * start at the same time create one.
 *
 * @returns the member's id, and whether this call created it
 * @throws Error if no mail can be delivered to the address, or if the password is too short or too long to log in with
 */
export async function ensureMember(
  ctx: Pick<PlatformContext, 'database' | 'clock' | 'config'>,
  auth: Auth,
  input: { email: string; username: string; password: string; role: Role },
): Promise<{ userId: string; isNew: boolean }> {
  const email = input.email.trim().toLowerCase()
  const [present] = await ctx.database.run(findMemberByEmail, { email })
  if (present) return { userId: present.user_id, isNew: false }
  if (readEmail(email) !== email) throw new Error(`No mail can be delivered to ${email}. Write the address plainly.`)
  if (input.password.length < PASSWORD_LENGTH_MIN || input.password.length > PASSWORD_LENGTH_MAX)
    throw new Error(`A password has ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`)

  const [added] = await ctx.database.run(addMember, {
    userId: newId('usr', ctx.clock),
    username: input.username,
    email,
    role: input.role,
    accountId: newId('acc', ctx.clock),
    passwordHash: await auth.hashPassword(input.password),
    now: ctx.clock.now(),
    isVerified: true,
    commissionBps: firstCommissionBps(ctx.config, input.role),
  })
  if (added) return { userId: added.user_id, isNew: true }
  const [winner] = await ctx.database.run(findMemberByEmail, { email })
  invariant(winner, 'an address that could not be added has a member')
  return { userId: winner.user_id, isNew: false }
}

/**
 * Creates the administrator of `ADMIN_EMAIL` unless they exist, under that address or one they took later. An existing
 * one is not changed. Two nodes that start at the same time create one.
 *
 * @returns whether this call created them
 * @throws Error if the password is too short or too long to log in with
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
  // Record it now, because the address may be different at the next start.
  await claim()
  return { isNew }
}
