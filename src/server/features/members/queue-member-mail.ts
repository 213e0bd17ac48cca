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
}

/**
 * Decides, in a transaction, that a member gets a mail at an address; each is a mail of its own. A link that confirms an
 * address takes the place of the one before. Several reset links may be open at once: somebody who asks for one in another's
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
  if (purpose === 'email_confirmation') await tx.run(endLinks, { userId, purposes: [purpose] })
  const expiresAt = addMilliseconds(now, LIVES_MS[purpose])
  await tx.run(addVerification, { verificationId, purpose, userId, address, expiresAt, now })
  await queueMessage(ctx, tx, { messageId: `${purpose}.${verificationId}`, kind: purpose, subjectId: verificationId })
}

/**
 * Decides, in the transaction that changes a password, that its member is told at their address: who did not do it learns
 * of it while it can be put right.
 */
export async function tellPasswordChanged(
  ctx: PlatformContext,
  tx: Transaction,
  member: { userId: string; address: string },
): Promise<void> {
  await queueMemberMail(ctx, tx, { purpose: 'password_changed', verificationId: newId('ver', ctx.clock), ...member })
}

/**
 * Decides, in the transaction that adds a member without a password, that they are mailed a link to choose theirs. It opens
 * the same page as a reset and lives longer.
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

/** Decides, in the transaction that adds a member with a password, that they are asked to confirm their address. */
export async function queueConfirmation(
  ctx: PlatformContext,
  tx: Transaction,
  member: { userId: string; address: string },
): Promise<void> {
  await queueMemberMail(ctx, tx, { purpose: 'email_confirmation', verificationId: newId('ver', ctx.clock), ...member })
}
