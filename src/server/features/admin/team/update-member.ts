import type * as contract from '#contract/admin/team.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { endEverySession, readMemberNames, takeSecondFactorOff } from '#server/features/members/accounts.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import { requireProof } from '#server/features/members/prove-identity.ts'
import { queueMemberMail } from '#server/features/members/queue-member-mail.ts'
import { countMailing } from '#server/features/members/throttle.ts'
import { changeAddress } from '#server/features/members/update-contact.ts'
import { type PlatformContext, type RequestContext, requireMember } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { oneLine, readAddress } from '#server/platform/text/text.ts'
import { readMember } from './create-member.ts'
import * as sql from './queries.ts'

/** @throws Refusal `not_found` */
export async function requireMemberRow(tx: Transaction, userId: string): Promise<sql.TeamMemberRow> {
  return requireRow(await tx.run(sql.lockMember, { userId }), 'not_found')
}

async function lockOther(ctx: PlatformContext, tx: Transaction, userId: string, message: string) {
  if (requireMember(ctx).userId === userId) throw new Refusal('member_self', { message })
  return requireMemberRow(tx, userId)
}

/** Ends every session of another member. They can log in again. @throws Refusal `member_self`, `not_found` */
export async function endMemberSessions(ctx: PlatformContext, userId: string) {
  return inTransaction(ctx, async (tx) => {
    const row = await lockOther(ctx, tx, userId, 'End your own sessions under My Profile.')
    const ended = await endEverySession(tx, userId)
    await writeAudit(ctx, tx, { action: 'sessions_ended', subject: row.username, target: userId, after: { ended } })
    return { ended }
  })
}

/** Helps a member without phone and codes; sessions end. @throws Refusal `proof_needed`, `member_self`, `not_found` */
export async function resetMemberSecondFactor(ctx: RequestContext, auth: Auth, userId: string) {
  await requireProof(ctx, auth)
  return inTransaction(ctx, async (tx) => {
    const row = await lockOther(ctx, tx, userId, 'Turn off your own two-step sign-in under My Profile.')
    const wasOn = await takeSecondFactorOff(ctx, tx, { userId, address: row.email })
    if (wasOn) await writeAudit(ctx, tx, { action: 'second_factor_reset', subject: row.username, target: userId })
    return { message: `${row.username} logs in with the password only.` }
  })
}

/**
 * A new address is unconfirmed until its link is opened; the old one gets an email.
 * @throws Refusal `not_found`, `email_taken`, `bad_request`; for an address also `proof_needed`, and `member_self` for
 * one's own
 */
export async function updateMember(
  ctx: RequestContext,
  auth: Auth,
  userId: string,
  body: BodyOf<typeof contract.updateMember>,
): Promise<contract.TeamMember> {
  const email = readAddress(body.email).toLowerCase()
  const username = oneLine(body.username)
  if (!username) throw new Refusal('bad_request.name')
  const phone = oneLine(body.phone)
  const { userId: self } = requireMember(ctx)
  try {
    await inTransaction(ctx, async (tx) => {
      const row = await requireMemberRow(tx, userId)
      if (row.email !== email) {
        if (userId === self) throw new Refusal('member_self.address')
        await requireProof(ctx, auth, tx)
        await changeAddress(ctx, tx, { userId, email })
      }
      await tx.run(sql.changeNameAndPhone, { userId, username, phone, now: ctx.clock.now() })
      await writeAudit(ctx, tx, {
        action: 'member_updated',
        subject: row.username,
        target: userId,
        before: { username: row.username, email: row.email, phone: row.phone },
        after: { username, email, phone },
      })
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal('email_taken') : error
  }
  return readMember(ctx, userId)
}

/** The earlier invitation still works. @throws Refusal `not_found`, `member_joined`, `login_throttled` */
export async function inviteMember(ctx: RequestContext, userId: string): Promise<contract.TeamMember> {
  await countMailing(ctx, userId)
  await inTransaction(ctx, async (tx) => {
    const row = await requireMemberRow(tx, userId)
    if (row.invited_at === null) throw new Refusal('member_joined')
    await queueMemberMail(ctx, tx, { kind: 'member_invited', userId, address: row.email })
  })
  return readMember(ctx, userId)
}

/**
 * Sets a commission, in percent, on future sales; earlier sales and sent links keep theirs.
 * @throws Refusal `not_found`
 */
export async function setCommission(ctx: PlatformContext, userId: string, rate: number): Promise<contract.TeamMember> {
  const { userId: setBy } = requireMember(ctx)
  await inTransaction(ctx, async (tx) => {
    const row = await requireMemberRow(tx, userId)
    await tx.run(sql.setRate, { userId, commissionBps: Math.round(rate * 100), now: ctx.clock.now(), setBy })
    await writeAudit(ctx, tx, {
      action: 'commission_set',
      subject: row.username,
      target: userId,
      before: { rate: row.commission_bps / 100 },
      after: { rate },
    })
  })
  return readMember(ctx, userId)
}

/**
 * Removes a member and ends all their access. Their sales stay theirs. Their customers and unpaid links go to a
 * successor.
 * @param input.successorId null: the administrator who removes
 * @throws Refusal see the contract, `proof_needed` for an administrator; nothing is changed then
 */
export async function removeMember(
  ctx: RequestContext,
  auth: Auth,
  input: { userId: string; successorId: string | null },
) {
  const { userId: remover } = requireMember(ctx)
  const { userId } = input
  const successorId = input.successorId ?? remover
  if (userId === remover) throw new Refusal('member_self')
  return inTransaction(ctx, async (tx) => {
    const administrators = await tx.run(sql.lockAdministrators)
    const row = await requireMemberRow(tx, userId)
    if (row.role === 'admin') await requireProof(ctx, auth, tx)
    if (!administrators.some((one) => one.user_id !== userId)) throw new Refusal('member_last_admin')
    const [successor] = successorId === userId ? [] : await tx.run(sql.lockMember, { userId: successorId })
    if (!successor) throw new Refusal('member_heir_unknown')
    await tx.run(sql.disable, { userId, now: ctx.clock.now() })
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

/** Lists a member's rates, newest first. @throws Refusal `not_found` */
export async function listCommissionRates(ctx: PlatformContext, userId: string) {
  await readMember(ctx, userId)
  const [rows, names] = await Promise.all([ctx.database.run(sql.listRates, { userId }), readMemberNames(ctx)])
  return rows.map((row) => ({
    rate: row.rate_bps / 100,
    since: row.since.toISOString(),
    setBy: names.get(row.set_by) ?? row.set_by,
  }))
}
