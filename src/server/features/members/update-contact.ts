import type { BodyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/members/profile.ts'
import { type PlatformContext, type RequestContext, requireMember } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { invariant, Refusal, requireRow } from '#server/platform/errors.ts'
import { oneLine, readAddress } from '#server/platform/text/text.ts'
import type { Auth } from './create-auth.ts'
import { endLinks, lockMember, useLink } from './mail-links.ts'
import { provePassword, requireSecondFactorProof } from './prove-identity.ts'
import { changeEmail, changePhone, markVerified } from './queries.ts'
import { queueMemberMail } from './queue-member-mail.ts'
import { readOwnMember } from './sessions.ts'
import { countMailing, rememberAddress } from './throttle.ts'

/** Emails a link that confirms the member's current address. @throws Refusal `login_throttled`, `unauthenticated` */
export async function requestEmailConfirmation(ctx: RequestContext): Promise<{ message: string }> {
  const { userId } = requireMember(ctx)
  await countMailing(ctx, userId)
  return inTransaction(ctx, async (tx) => {
    const member = requireRow(await tx.run(lockMember, { userId }), 'unauthenticated')
    if (member.is_verified) return { message: 'Your address is confirmed already.' }
    await queueMemberMail(ctx, tx, { kind: 'email_confirmation', userId, address: member.email })
    return { message: 'A link is on its way. It works for 24 hours.' }
  })
}

/** Confirms the address that a link was sent to. @throws Refusal `mail_link_invalid`, also after another change */
export async function confirmEmail(ctx: RequestContext, input: BodyOf<typeof endpoints.confirmEmail>) {
  await inTransaction(ctx, async (tx) => {
    const { user_id } = await useLink(ctx, tx, 'email_confirmation', input.token)
    await tx.run(markVerified, { userId: user_id, now: ctx.clock.now() })
  })
  return { message: 'Your address is confirmed.' }
}

/**
 * Gives a member a new address to log in with. It is unconfirmed until its link is opened, the old address gets an
 * email, and links sent to the old one stop working. The unique index refuses another member's address.
 */
export async function changeAddress(
  ctx: PlatformContext,
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const [changed] = await tx.run(changeEmail, { userId, email, now: ctx.clock.now() })
  invariant(changed, 'a member whose address changes is there')
  await tx.run(endLinks, { userId, purposes: ['password_reset', 'email_confirmation'] })
  await queueMemberMail(ctx, tx, { kind: 'email_confirmation', userId, address: email })
  await queueMemberMail(ctx, tx, { kind: 'email_changed', userId, address: changed.former })
}

/** Changes the sign-in address, see `changeAddress`. @throws Refusal see the contract */
export async function updateEmail(ctx: RequestContext, auth: Auth, input: BodyOf<typeof endpoints.updateEmail>) {
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

/** Stored as typed: the store never calls it. @throws Refusal `bad_request`, `password_wrong`, `login_throttled` */
export async function updatePhone(ctx: RequestContext, auth: Auth, input: BodyOf<typeof endpoints.updatePhone>) {
  const phone = oneLine(input.phone)
  if (!phone) throw new Refusal('bad_request.phone')
  const { user_id } = await provePassword(ctx, auth, input.password, { wrong: 'password_wrong.phone' })
  await ctx.database.run(changePhone, { userId: user_id, phone, now: ctx.clock.now() })
  return readOwnMember(ctx, user_id)
}
