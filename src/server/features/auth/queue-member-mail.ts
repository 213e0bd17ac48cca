import { queueMessage } from '#server/features/notifications/queue-message.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { addVerification, endLinks, type Purpose } from './mail-link-queries.ts'
import { CONFIRMATION_LINK_MS, NOTICE_MS, RESET_LINK_MS } from './rules.ts'

const LIVES_MS: Readonly<Record<Purpose, number>> = {
  password_reset: RESET_LINK_MS,
  email_confirmation: CONFIRMATION_LINK_MS,
  email_changed: NOTICE_MS,
}

/**
 * Decides, in a transaction, that a member gets a mail at an address; each is a mail of its own. A link that confirms an
 * address takes the place of the one before. Reset links stand beside each other: somebody who asks for one in another's
 * name must not end the one that the other is just using.
 *
 * @param mail.verificationId a new id; saying it twice makes one mail
 */
export async function queueMemberMail(
  ctx: PlatformContext,
  tx: Transaction,
  mail: { purpose: Purpose; verificationId: string; userId: string; address: string },
): Promise<void> {
  const { purpose, verificationId, userId, address } = mail
  const now = ctx.clock.now()
  if (purpose === 'email_confirmation') await tx.run(endLinks, [userId, [purpose]])
  const expiresAt = addMilliseconds(now, LIVES_MS[purpose])
  await tx.run(addVerification, [verificationId, purpose, userId, address, expiresAt, now])
  await queueMessage(ctx, tx, { messageId: `${purpose}.${verificationId}`, kind: purpose, subjectId: verificationId })
}
