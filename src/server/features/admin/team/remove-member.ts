import type { removeMember as endpoint } from '#contract/admin/team.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import { requireProof } from '#server/features/members/prove-identity.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { disable, lockAdministrators, lockMember, passCustomersOn, passLinksOn } from './queries.ts'

/**
 * Removes a member and ends all their access. Their sales stay theirs in every figure. Their customers and unpaid links
 * go to a successor. They can be added again under the same address.
 *
 * @param input.heirId null: the administrator who removes
 * @throws Refusal `not_found`, `member_self`, `member_last_admin`, `member_heir_unknown`, `proof_needed` for an
 * administrator; nothing is changed then
 */
export async function removeMember(
  ctx: RequestContext,
  auth: Auth,
  input: { userId: string; heirId: string | null },
): Promise<ReplyOf<typeof endpoint>> {
  const { userId: remover } = requireMember(ctx)
  const { userId } = input
  const heirId = input.heirId ?? remover
  if (userId === remover) throw new Refusal('member_self')
  return inTransaction(ctx, async (tx) => {
    const administrators = await tx.run(lockAdministrators)
    const [row] = await tx.run(lockMember, { userId })
    if (!row) throw new Refusal('not_found')
    if (row.role === 'admin') await requireProof(ctx, auth, tx)
    if (!administrators.some((one) => one.user_id !== userId)) throw new Refusal('member_last_admin')
    const [successor] = heirId === userId ? [] : await tx.run(lockMember, { userId: heirId })
    if (!successor) throw new Refusal('member_heir_unknown')
    await tx.run(disable, { userId, now: ctx.clock.now() })
    const [passed] = await tx.run(passCustomersOn, { repId: userId, successorId: heirId })
    const [links] = await tx.run(passLinksOn, {
      repId: userId,
      successorId: heirId,
      commissionBps: successor.commission_bps,
    })
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
