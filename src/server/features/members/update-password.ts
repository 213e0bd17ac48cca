import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/members/profile.ts'
import type { updatePassword as endpoint } from '#contract/members/profile.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId, newToken } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { endEverySession, signInAddress } from './accounts.ts'
import type { Auth } from './create-auth.ts'
import { endLinks, lockMember, readLink, useLink } from './mail-links.ts'
import { checkNewPassword, requirePasswords } from './passwords.ts'
import { provePassword } from './prove-identity.ts'
import { findMemberByEmail, markJoined, replacePassword, setPassword } from './queries.ts'
import { queueMemberMail, tellPasswordChanged } from './queue-member-mail.ts'
import { endOwnOthers, rotateSession, writeSessionCookies } from './sessions.ts'
import { countMailing, liftLockOut } from './throttle.ts'

/** The job that checks whether there is a member. */
export const RESET_JOB = 'mail-password-reset'

/**
 * Accepts a request to reset the password of an address. A job checks later whether a member has it, so the reply and
 * the work before it are the same for every address.
 *
 * @throws Refusal `passwords_off`; `login_throttled`, for unknown addresses too
 */
export async function requestPasswordReset(
  ctx: RequestContext,
  input: BodyOf<typeof endpoints.requestPasswordReset>,
): Promise<ReplyOf<typeof endpoints.requestPasswordReset>> {
  requirePasswords(ctx)
  const email = signInAddress(input.email)
  await countMailing(ctx, email)
  await enqueue(ctx.database, RESET_JOB, { verificationId: newId('ver', ctx.clock), email }, { attemptsMax: 5 })
  return { message: 'If this address belongs to a member, a link is on its way. It works for 30 minutes.' }
}

/** The job's part: queues the email if the address has a member who may sign in. Repeating it queues one. */
export async function mailPasswordReset(
  ctx: PlatformContext,
  input: { verificationId: string; email: string },
): Promise<void> {
  const { verificationId, email } = input
  const [member] = await ctx.database.run(findMemberByEmail, { email })
  if (!member) return
  const userId = member.user_id
  await inTransaction(ctx, async (tx) => {
    const [present] = await tx.run(lockMember, { userId })
    if (present?.email !== email) return
    await queueMemberMail(ctx, tx, { purpose: 'password_reset', verificationId, userId, address: email })
  })
}

/**
 * Sets a new password through an emailed link. It uses up the link and all others like it and ends every session of the
 * member; a second factor stays on. Since the link came by email, it also confirms the address, an invited member has
 * joined, and other people's guesses no longer lock the login. The member gets an email. A refused password does not
 * use up the link.
 *
 * @throws Refusal `passwords_off`, `mail_link_invalid`, `password_guessable`
 */
export async function resetPassword(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoints.resetPassword>,
): Promise<ReplyOf<typeof endpoints.resetPassword>> {
  requirePasswords(ctx)
  const { username, address } = await readLink(ctx, ctx.database, 'password_reset', input.token)
  await checkNewPassword(ctx, input.newPassword, { username, email: address })
  const hash = await auth.hashPassword(input.newPassword)
  await inTransaction(ctx, async (tx) => {
    const { user_id, address: told } = await useLink(ctx, tx, 'password_reset', input.token)
    await tx.run(setPassword, { userId: user_id, passwordHash: hash, now: ctx.clock.now() })
    await tx.run(markJoined, { userId: user_id, now: ctx.clock.now() })
    await endEverySession(tx, user_id)
    await tellPasswordChanged(ctx, tx, { userId: user_id, address: told })
  })
  await liftLockOut(ctx, address)
  return { message: 'Your password was changed. Log in with the new one.' }
}

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
