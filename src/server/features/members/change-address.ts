import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { invariant } from '#server/platform/invariant.ts'
import { endLinks } from './mail-link-queries.ts'
import { changeEmail } from './profile-queries.ts'
import { queueMemberMail } from './queue-member-mail.ts'

/**
 * Gives a member another address, which they sign in with from then on. It counts as unconfirmed until its link was
 * opened, the old one is told, and links that were mailed there open nothing any more. Another member's address is refused
 * by the unique index.
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
