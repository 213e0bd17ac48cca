import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import { requireProof } from '#server/features/members/prove-identity.ts'
import { type RequestContext, requireMember } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import * as sql from './queries.ts'
import { requireMemberRow } from './update-member.ts'

/**
 * Removes a member and ends all their access. Their sales stay theirs. Their customers and unpaid links go to a
 * successor.
 * @param input.heirId null: the administrator who removes
 * @throws Refusal see the contract, `proof_needed` for an administrator; nothing is changed then
 */
export async function removeMember(ctx: RequestContext, auth: Auth, input: { userId: string; heirId: string | null }) {
  const { userId: remover } = requireMember(ctx)
  const { userId } = input
  const heirId = input.heirId ?? remover
  if (userId === remover) throw new Refusal('member_self')
  return inTransaction(ctx, async (tx) => {
    const administrators = await tx.run(sql.lockAdministrators)
    const row = await requireMemberRow(tx, userId)
    if (row.role === 'admin') await requireProof(ctx, auth, tx)
    if (!administrators.some((one) => one.user_id !== userId)) throw new Refusal('member_last_admin')
    const [successor] = heirId === userId ? [] : await tx.run(sql.lockMember, { userId: heirId })
    if (!successor) throw new Refusal('member_heir_unknown')
    await tx.run(sql.disable, { userId, now: ctx.clock.now() })
    const successorId = heirId
    const [passed] = await tx.run(sql.passCustomersOn, { repId: userId, successorId })
    const commissionBps = successor.commission_bps
    const [links] = await tx.run(sql.passLinksOn, { repId: userId, successorId, commissionBps })
    const counts = { customers: passed?.customers ?? 0, liveLinks: links?.links ?? 0 }
    await writeAudit(ctx, tx, {
      action: 'member_removed',
      subject: row.username,
      target: userId,
      before: { email: row.email, role: row.role },
      after: { heir: successor.username, ...counts },
    })
    return { message: 'Sales team member removed successfully', ...counts }
  })
}
