import type { createMember as endpoint, TeamMember } from '#contract/admin/team.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Role, UserId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { addAccount, firstCommissionBps, givePassword } from '#server/features/members/accounts.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import { checkNewPassword } from '#server/features/members/passwords.ts'
import { requireProof } from '#server/features/members/prove-identity.ts'
import { queueMemberMail } from '#server/features/members/queue-member-mail.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { newToken } from '#server/platform/ids.ts'
import { oneLine, readAddress } from '#server/platform/text/text.ts'
import * as sql from './queries.ts'

const show = (row: sql.TeamMemberRow): TeamMember => ({
  id: row.user_id as UserId,
  ...shownOf(row, 'username', 'email', 'phone', 'role', 'is_verified', 'has_second_factor', 'created_at'),
  isInvited: row.invited_at !== null,
  commissionRate: row.commission_bps / 100,
})

/** Lists the members who may log in, by name. */
export async function listMembers(ctx: PlatformContext): Promise<TeamMember[]> {
  return (await ctx.database.run(sql.listMembers)).map(show)
}

/** Finds a member who may log in. @throws Refusal `not_found` */
export async function readMember(ctx: PlatformContext, userId: string): Promise<TeamMember> {
  return show(requireRow(await ctx.database.run(sql.findMember, { userId }), 'not_found'))
}

/** Adds the member's row, or restores that of a former member, with their sales. */
async function addOrLetIn(
  ctx: PlatformContext,
  tx: Transaction,
  member: { username: string; email: string; role: Role; passwordHash: string },
): Promise<string> {
  const { username, email, role, passwordHash } = member
  const [former] = await tx.run(sql.lockFormer, { email })
  if (!former) {
    const added = await addAccount(ctx, tx, member)
    if (!added) throw new Refusal('email_taken')
    return added
  }
  const rate = firstCommissionBps(ctx.config, role)
  await tx.run(sql.letInAgain, { userId: former.user_id, username, role, commissionBps: rate, now: ctx.clock.now() })
  await givePassword(ctx, tx, former.user_id, passwordHash)
  return former.user_id
}

/**
 * Adds a member. Without a password they get an invitation by email, which works once within 7 days. A removed member
 * gets their account and sales back.
 * @throws Refusal `bad_request` for an invalid address or no name, `email_taken`, `password_guessable`, `proof_needed`
 * for an administrator
 */
export async function createMember(ctx: RequestContext, auth: Auth, body: BodyOf<typeof endpoint>) {
  const email = readAddress(body.email).toLowerCase()
  const username = oneLine(body.username)
  if (!username) throw new Refusal('bad_request.name')
  const { role, password } = body
  if (role === 'admin') await requireProof(ctx, auth)
  if (password !== undefined) await checkNewPassword(ctx, password, { username, email })
  const passwordHash = await auth.hashPassword(password ?? newToken())
  const userId = await inTransaction(ctx, async (tx) => {
    const added = await addOrLetIn(ctx, tx, { username, email, role, passwordHash })
    const now = ctx.clock.now()
    await tx.run(sql.markInvited, { userId: added, invitedAt: password === undefined ? now : null })
    const setBy = ctx.actor.kind === 'member' ? ctx.actor.userId : ''
    const commissionBps =
      body.commissionRate === undefined ? firstCommissionBps(ctx.config, role) : Math.round(body.commissionRate * 100)
    await tx.run(sql.setRate, { userId: added, commissionBps, now, setBy })
    const kind = password === undefined ? 'member_invited' : 'email_confirmation'
    await queueMemberMail(ctx, tx, { kind, userId: added, address: email })
    await writeAudit(ctx, tx, {
      action: 'member_created',
      subject: username,
      target: added,
      after: { email, role, isInvited: password === undefined },
    })
    return added
  })
  return readMember(ctx, userId)
}
