/** What an administrator's act does to the way in of another member, in the transaction of the feature that decided it. */
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { queueMemberMail } from './queue-member-mail.ts'
import { removeFactor } from './second-factor-queries.ts'
import { endAllSessions } from './session-queries.ts'

/** Ends every session of a member. @returns how many */
export async function endEverySession(tx: Transaction, userId: string): Promise<number> {
  return (await tx.run(endAllSessions, { userId })).length
}

/** Turns a member's second factor off, ends their sessions and tells them. @returns false when they had none */
export async function takeSecondFactorOff(
  ctx: PlatformContext,
  tx: Transaction,
  member: { userId: string; address: string },
): Promise<boolean> {
  const { userId, address } = member
  const removed = await tx.run(removeFactor, { userId })
  if (removed.length === 0) return false
  await endEverySession(tx, userId)
  const verificationId = newId('ver', ctx.clock)
  await queueMemberMail(ctx, tx, { purpose: 'second_factor_removed', verificationId, userId, address })
  return true
}
