import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { requestPasswordReset as endpoint } from '#contract/members/profile.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { lockMember } from './mail-link-queries.ts'
import { findMemberByEmail } from './queries.ts'
import { queueMemberMail } from './queue-member-mail.ts'
import { countMailing } from './throttle.ts'

/** The job that looks whether there is a member. */
export const RESET_JOB = 'mail-password-reset'

/**
 * Notes that somebody wants to reset the password of an address. Whether a member has it is looked up later, by a job: so
 * the answer, and the work before it, are the same for every address.
 *
 * @throws Refusal `login_throttled`, for unknown addresses too
 */
export async function requestPasswordReset(
  ctx: RequestContext,
  input: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const email = input.email.trim().toLowerCase()
  await countMailing(ctx, email)
  await enqueue(ctx.database, RESET_JOB, { verificationId: newId('ver', ctx.clock), email }, { attemptsMax: 5 })
  return { message: 'If this address belongs to a member, a link is on its way. It works for 30 minutes.' }
}

/** The other half: decides that a mail goes out, if the address has a member who may sign in. Doing it twice makes one. */
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
