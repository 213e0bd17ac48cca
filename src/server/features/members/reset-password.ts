import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { resetPassword as endpoint } from '#contract/members/profile.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { checkNewPassword } from './check-new-password.ts'
import type { Auth } from './create-auth.ts'
import { readLink, useLink } from './mail-links.ts'
import { markJoined, setPassword } from './profile-queries.ts'
import { tellPasswordChanged } from './queue-member-mail.ts'
import { endAllSessions } from './session-queries.ts'
import { liftLockOut } from './throttle.ts'

/**
 * Sets a new password by the link of a mail. The link and all others like it are used up, and every session of the member
 * ends; a second factor stays. The link came by mail, so the address is confirmed, whoever was invited has joined, and
 * guesses by others lock the log-in no longer. The member is told by mail. A refused password leaves the link as it is.
 *
 * @throws Refusal `mail_link_invalid`, `password_guessable`
 */
export async function resetPassword(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { username, address } = await readLink(ctx, ctx.database, 'password_reset', input.token)
  await checkNewPassword(ctx, input.newPassword, { username, email: address })
  const hash = await auth.hashPassword(input.newPassword)
  await inTransaction(ctx, async (tx) => {
    const { user_id, address: told } = await useLink(ctx, tx, 'password_reset', input.token)
    await tx.run(setPassword, { userId: user_id, passwordHash: hash, now: ctx.clock.now() })
    await tx.run(markJoined, { userId: user_id, now: ctx.clock.now() })
    await tx.run(endAllSessions, { userId: user_id })
    await tellPasswordChanged(ctx, tx, { userId: user_id, address: told })
  })
  await liftLockOut(ctx, address)
  return { message: 'Your password was changed. Log in with the new one.' }
}
