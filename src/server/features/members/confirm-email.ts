import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/members/profile.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockMember } from './mail-link-queries.ts'
import { useLink } from './mail-links.ts'
import { markVerified } from './profile-queries.ts'
import { queueMemberMail } from './queue-member-mail.ts'
import { countMailing } from './throttle.ts'

/**
 * Emails the member a link that confirms their current address; earlier links stop working. Sends nothing if the
 * address is confirmed.
 *
 * @throws Refusal `login_throttled`, `unauthenticated`
 */
export async function requestEmailConfirmation(
  ctx: RequestContext,
): Promise<ReplyOf<typeof endpoints.requestEmailConfirmation>> {
  const { userId } = requireMember(ctx)
  await countMailing(ctx, userId)
  const verificationId = newId('ver', ctx.clock)
  return inTransaction(ctx, async (tx) => {
    const [member] = await tx.run(lockMember, { userId })
    if (!member) throw new Refusal('unauthenticated')
    if (member.is_verified) return { message: 'Your address is confirmed already.' }
    await queueMemberMail(ctx, tx, { purpose: 'email_confirmation', verificationId, userId, address: member.email })
    return { message: 'A link is on its way. It works for 24 hours.' }
  })
}

/**
 * Confirms the address that a link was sent to, once. It signs no one in.
 *
 * @throws Refusal `mail_link_invalid`, also if the member has changed their address
 */
export async function confirmEmail(
  ctx: RequestContext,
  input: BodyOf<typeof endpoints.confirmEmail>,
): Promise<ReplyOf<typeof endpoints.confirmEmail>> {
  await inTransaction(ctx, async (tx) => {
    const { user_id } = await useLink(ctx, tx, 'email_confirmation', input.token)
    await tx.run(markVerified, { userId: user_id, now: ctx.clock.now() })
  })
  return { message: 'Your address is confirmed.' }
}
