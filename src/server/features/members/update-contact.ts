import type { BodyOf } from '#contract/endpoint.ts'
import type { CurrentUser } from '#contract/members/auth.ts'
import type * as endpoints from '#contract/members/profile.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { invariant } from '#server/platform/invariant.ts'
import { oneLine, readAddress } from '#server/platform/one-line.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { readOwnMember } from './current-user.ts'
import { endLinks } from './mail-link-queries.ts'
import { changeEmail, changePhone } from './profile-queries.ts'
import { requireSecondFactorProof } from './prove-identity.ts'
import { provePassword } from './prove-password.ts'
import { queueMemberMail } from './queue-member-mail.ts'
import { countMailing, rememberAddress } from './throttle.ts'

/**
 * Gives a member a new address to sign in with. It is unconfirmed until its link is opened, the old address gets an
 * email, and links sent to the old one stop working. The unique index refuses another member's address.
 */
export async function changeAddress(
  ctx: PlatformContext,
  tx: Transaction,
  change: { userId: string; email: string },
): Promise<void> {
  const { userId, email } = change
  const [changed] = await tx.run(changeEmail, { userId, email, now: ctx.clock.now() })
  invariant(changed, 'a member whose address changes is there')
  await tx.run(endLinks, { userId, purposes: ['password_reset', 'email_confirmation'] })
  const mail = (purpose: 'email_confirmation' | 'email_changed', address: string) =>
    queueMemberMail(ctx, tx, { purpose, verificationId: newId('ver', ctx.clock), userId, address })
  await mail('email_confirmation', email)
  await mail('email_changed', changed.former)
}

/**
 * Changes the address that the member signs in with. The new one is unconfirmed until its link is opened, the old
 * address gets an email, and links sent to the old one stop working. Setting the current address changes nothing.
 *
 * @throws Refusal `bad_request` if it is not exactly one address, `password_wrong`, `email_taken`, `login_throttled`,
 * `proof_needed` with a second factor
 */
export async function updateEmail(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoints.updateEmail>,
): Promise<CurrentUser> {
  const email = readAddress(input.email).toLowerCase()
  const { user_id, email: present } = await provePassword(ctx, auth, input.password, { wrong: 'password_wrong.email' })
  if (email === present) return readOwnMember(ctx, user_id)
  await requireSecondFactorProof(ctx, auth)
  await countMailing(ctx, user_id)
  try {
    await inTransaction(ctx, (tx) => changeAddress(ctx, tx, { userId: user_id, email }))
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('email_taken')
    throw error
  }
  await rememberAddress(ctx, email)
  return readOwnMember(ctx, user_id)
}

/**
 * Changes the member's phone number, stored as typed: the store never calls it.
 *
 * @throws Refusal `bad_request` for only spaces, `password_wrong`, `login_throttled`
 */
export async function updatePhone(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoints.updatePhone>,
): Promise<CurrentUser> {
  const phone = oneLine(input.phone)
  if (!phone) throw new Refusal('bad_request.phone')
  const { user_id } = await provePassword(ctx, auth, input.password, { wrong: 'password_wrong.phone' })
  await ctx.database.run(changePhone, { userId: user_id, phone, now: ctx.clock.now() })
  return readOwnMember(ctx, user_id)
}
