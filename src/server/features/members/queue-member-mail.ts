import { queueMessage } from '#server/features/messages/queue-message.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { addVerification, endLinks, type Purpose } from './mail-link-queries.ts'
import { CONFIRMATION_LINK_MS, INVITATION_MS, NOTICE_MS, RESET_LINK_MS } from './rules.ts'

const LIVES_MS: Readonly<Record<Purpose, number>> = {
  password_reset: RESET_LINK_MS,
  email_confirmation: CONFIRMATION_LINK_MS,
  email_changed: NOTICE_MS,
  password_changed: NOTICE_MS,
  second_factor_removed: NOTICE_MS,
  passkey_added: NOTICE_MS,
  passkey_removed: NOTICE_MS,
}

/**
 * Queues an email to a member at an address, in the caller's transaction. Each call queues a separate email. A link
 * that confirms an address replaces the one before. Several reset links may be open at once: asking for one in someone
 * else's name must not end the link that they are using.
 *
 * @param mail.verificationId a new id; repeating it queues one email
 */
export async function queueMemberMail(
  ctx: PlatformContext,
  tx: Transaction,
  mail: { purpose: Purpose; verificationId: string; userId: string; address: string },
): Promise<void> {
  const { purpose, verificationId, userId, address } = mail
  const now = ctx.clock.now()
  if (purpose === 'email_confirmation') await tx.run(endLinks, { userId, purposes: [purpose] })
  const expiresAt = addMilliseconds(now, LIVES_MS[purpose])
  await tx.run(addVerification, { verificationId, purpose, userId, address, expiresAt, now })
  await queueMessage(ctx, tx, { messageId: `${purpose}.${verificationId}`, kind: purpose, subjectId: verificationId })
}

/**
 * Queues an email about a changed password, in the transaction that changes it. A member who did not change it finds
 * out while it can still be fixed.
 */
export async function tellPasswordChanged(
  ctx: PlatformContext,
  tx: Transaction,
  member: { userId: string; address: string },
): Promise<void> {
  await queueMemberMail(ctx, tx, { purpose: 'password_changed', verificationId: newId('ver', ctx.clock), ...member })
}

/**
 * Queues an invitation, in the transaction that adds a member without a password. Its link lets them choose one. It
 * opens the same page as a reset and lasts longer.
 */
export async function queueInvitation(
  ctx: PlatformContext,
  tx: Transaction,
  member: { userId: string; address: string },
): Promise<void> {
  const verificationId = newId('ver', ctx.clock)
  const now = ctx.clock.now()
  const expiresAt = addMilliseconds(now, INVITATION_MS)
  await tx.run(addVerification, {
    verificationId,
    purpose: 'password_reset',
    userId: member.userId,
    address: member.address,
    expiresAt,
    now,
  })
  await queueMessage(ctx, tx, {
    messageId: `member_invited.${verificationId}`,
    kind: 'member_invited',
    subjectId: verificationId,
  })
}

/** Queues a confirmation of the address, in the transaction that adds a member with a password. */
export async function queueConfirmation(
  ctx: PlatformContext,
  tx: Transaction,
  member: { userId: string; address: string },
): Promise<void> {
  await queueMemberMail(ctx, tx, { purpose: 'email_confirmation', verificationId: newId('ver', ctx.clock), ...member })
}
