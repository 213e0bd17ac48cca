/** What administrators can do about a member's access: end their sessions, turn off a lost second factor. */

import type {
  endMemberSessions as endEndpoint,
  resetMemberSecondFactor as resetEndpoint,
} from '#contract/admin/team.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { endEverySession, takeSecondFactorOff } from '#server/features/members/accounts.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import { requireProof } from '#server/features/members/require-proof.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockMember, type TeamMemberRow } from './queries.ts'

/** @throws Refusal `member_self`, `not_found` */
async function lockOther(
  ctx: PlatformContext,
  tx: Transaction,
  userId: string,
  message: string,
): Promise<TeamMemberRow> {
  if (requireMember(ctx).userId === userId) throw new Refusal('member_self', { message })
  const [row] = await tx.run(lockMember, { userId })
  if (!row) throw new Refusal('not_found')
  return row
}

/**
 * Ends every session of another member. They can sign in again.
 *
 * @throws Refusal `member_self`, `not_found`
 */
export async function endMemberSessions(ctx: PlatformContext, userId: string): Promise<ReplyOf<typeof endEndpoint>> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockOther(ctx, tx, userId, 'End your own sessions under My Profile.')
    const ended = await endEverySession(tx, userId)
    await writeAudit(ctx, tx, { action: 'sessions_ended', subject: row.username, target: userId, after: { ended } })
    return { ended }
  })
}

/**
 * Turns off the second factor of another member who lost phone and recovery codes. Their sessions end, and they get an
 * email. Repeating it changes nothing.
 *
 * @throws Refusal `proof_needed`, `member_self`, `not_found`
 */
export async function resetMemberSecondFactor(
  ctx: RequestContext,
  auth: Auth,
  userId: string,
): Promise<ReplyOf<typeof resetEndpoint>> {
  await requireProof(ctx, auth)
  return inTransaction(ctx, async (tx) => {
    const row = await lockOther(ctx, tx, userId, 'Turn off your own two-step sign-in under My Profile.')
    const wasOn = await takeSecondFactorOff(ctx, tx, { userId, address: row.email })
    if (wasOn) await writeAudit(ctx, tx, { action: 'second_factor_reset', subject: row.username, target: userId })
    return { message: `${row.username} signs in with the password only.` }
  })
}
