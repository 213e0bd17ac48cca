import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { updatePassword as endpoint } from '#contract/members/profile.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { newToken } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkNewPassword } from './check-new-password.ts'
import type { Auth } from './create-auth.ts'
import { endLinks, lockMember } from './mail-link-queries.ts'
import { replacePassword } from './profile-queries.ts'
import { provePassword } from './prove-password.ts'
import { tellPasswordChanged } from './queue-member-mail.ts'
import { requirePasswords } from './require-passwords.ts'
import { endOwnOthers, rotateSession } from './session-queries.ts'
import { writeSessionCookies } from './sessions.ts'

/**
 * Changes the member's password. Every other session and all open reset links end. This session continues under a new
 * cookie, so a copy of the old cookie opens nothing. The member gets an email. If two changes come at once, one
 * happens.
 *
 * @throws Refusal `passwords_off`, `password_wrong`, `password_guessable`, `login_throttled`, `unauthenticated`
 */
export async function updatePassword(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  requirePasswords(ctx)
  const member = await provePassword(ctx, auth, input.currentPassword, { wrong: 'password_wrong.password' })
  await checkNewPassword(ctx, input.newPassword, member)
  const hash = await auth.hashPassword(input.newPassword)
  const formerToken = auth.readSession(ctx.headers)?.token ?? null
  const token = newToken()
  await inTransaction(ctx, async (tx) => {
    const [present] = await tx.run(lockMember, { userId: member.user_id })
    if (!present) throw new Refusal('unauthenticated')
    const values = {
      userId: member.user_id,
      passwordHash: hash,
      now: ctx.clock.now(),
      formerHash: member.password_hash,
    }
    const [replaced] = await tx.run(replacePassword, values)
    if (!replaced) throw new Refusal('password_wrong.password')
    const [rotated] = await tx.run(rotateSession, { userId: member.user_id, token: formerToken, newOne: token })
    // Ended from another device just now.
    if (!rotated) throw new Refusal('unauthenticated')
    await tx.run(endOwnOthers, { userId: member.user_id, token })
    await tx.run(endLinks, { userId: member.user_id, purposes: ['password_reset'] })
    await tellPasswordChanged(ctx, tx, { userId: member.user_id, address: present.email })
  })
  writeSessionCookies(ctx, auth, auth.cookieOf(token))
  return { message: 'Password updated. Your other devices are signed out.' }
}
