import type { BodyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/members/profile.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { newId, newToken } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { endEverySession, signInAddress } from './accounts.ts'
import type { Auth } from './create-auth.ts'
import { endLinks, lockMember, readLink, useLink } from './mail-links.ts'
import { checkNewPassword, requirePasswords } from './passwords.ts'
import { provePassword } from './prove-identity.ts'
import { findMemberByEmail, markJoined, replacePassword, setPassword } from './queries.ts'
import { queueMemberMail } from './queue-member-mail.ts'
import { endOwnOthers, rotateSession, writeSessionCookies } from './sessions.ts'
import { countMailing, liftLockOut } from './throttle.ts'

export const RESET_JOB = 'mail-password-reset'

/** A job checks later whether there is a member: the reply and the work before it are the same for every address. */
export async function requestPasswordReset(ctx: RequestContext, input: BodyOf<typeof endpoints.requestPasswordReset>) {
  requirePasswords(ctx)
  const email = signInAddress(input.email)
  await countMailing(ctx, email)
  await enqueue(ctx.database, RESET_JOB, { verificationId: newId('ver', ctx.clock), email }, { attemptsMax: 5 })
  return { message: 'If this address belongs to a member, a link is on its way. It works for 30 minutes.' }
}

/** The job's part: queues the email if the address has a member who may log in. Repeating it queues one. */
export async function mailPasswordReset(
  ctx: PlatformContext,
  { verificationId, email }: { verificationId: string; email: string },
): Promise<void> {
  const [member] = await ctx.database.run(findMemberByEmail, { email })
  if (!member) return
  const userId = member.user_id
  await inTransaction(ctx, async (tx) => {
    const [present] = await tx.run(lockMember, { userId })
    if (present?.email !== email) return
    await queueMemberMail(ctx, tx, { kind: 'password_reset', verificationId, userId, address: email })
  })
}

/**
 * Sets a new password through an emailed link, uses up all links like it and ends every session; a second factor stays
 * on. The link also confirms the address, an invited member has joined, and guesses of others no longer lock the login.
 * The member gets an email. A refused password uses nothing up. @throws Refusal see the contract
 */
export async function resetPassword(ctx: RequestContext, auth: Auth, input: BodyOf<typeof endpoints.resetPassword>) {
  requirePasswords(ctx)
  const { username, address } = await readLink(ctx, ctx.database, 'password_reset', input.token)
  await checkNewPassword(ctx, input.newPassword, { username, email: address })
  const passwordHash = await auth.hashPassword(input.newPassword)
  await inTransaction(ctx, async (tx) => {
    const { user_id: userId, address: told } = await useLink(ctx, tx, 'password_reset', input.token)
    await tx.run(setPassword, { userId, passwordHash, now: ctx.clock.now() })
    await tx.run(markJoined, { userId, now: ctx.clock.now() })
    await endEverySession(tx, userId)
    await queueMemberMail(ctx, tx, { kind: 'password_changed', userId, address: told })
  })
  await liftLockOut(ctx, address)
  return { message: 'Your password was changed. Log in with the new one.' }
}

/** Ends reset links, other sessions and copies of this one. Of two calls, one wins. @throws Refusal see the contract */
export async function updatePassword(ctx: RequestContext, auth: Auth, input: BodyOf<typeof endpoints.updatePassword>) {
  requirePasswords(ctx)
  const member = await provePassword(ctx, auth, input.currentPassword, { wrong: 'password_wrong.password' })
  const { user_id: userId, password_hash: formerHash } = member
  await checkNewPassword(ctx, input.newPassword, member)
  const passwordHash = await auth.hashPassword(input.newPassword)
  const formerToken = auth.readSession(ctx.headers)?.token ?? null
  const token = newToken()
  await inTransaction(ctx, async (tx) => {
    const present = requireRow(await tx.run(lockMember, { userId }), 'unauthenticated')
    const [replaced] = await tx.run(replacePassword, { userId, passwordHash, now: ctx.clock.now(), formerHash })
    if (!replaced) throw new Refusal('password_wrong.password')
    // No row: ended from another device just now.
    requireRow(await tx.run(rotateSession, { userId, token: formerToken, newOne: token }), 'unauthenticated')
    await tx.run(endOwnOthers, { userId, token })
    await tx.run(endLinks, { userId, purposes: ['password_reset'] })
    await queueMemberMail(ctx, tx, { kind: 'password_changed', userId, address: present.email })
  })
  writeSessionCookies(ctx, auth, auth.cookieOf(token))
  return { message: 'Password updated. Your other devices are logged out.' }
}
