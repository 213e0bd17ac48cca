/** Creates, names and locks members for other features, usually in their transaction. */
import { readEmail } from '#contract/email-address.ts'
import type { Role } from '#contract/values.ts'
import { endKeysOfMember } from '#server/features/keys/manage-keys.ts'
import type { Config, PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database/database.ts'
import { requireRow } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Auth } from './create-auth.ts'
import * as queries from './queries.ts'
import { queueMemberMail } from './queue-member-mail.ts'
import { removeFactor } from './second-factor-codes.ts'
import { endAllSessions } from './sessions.ts'

/** A new member's commission in basis points until someone changes it. Administrators get none. */
export const firstCommissionBps = (config: Config, role: Role) => (role === 'sales' ? config.usualCommissionBps : 0)

/** Creates a member with a password, in the caller's transaction. @returns their id; null if the address is taken */
export async function addAccount(
  ctx: Pick<PlatformContext, 'clock' | 'config'>,
  executor: Executor,
  member: { username: string; email: string; role: Role; passwordHash: string; isVerified?: boolean },
): Promise<string | null> {
  const [added] = await executor.run(queries.addMember, {
    isVerified: false,
    ...member,
    userId: newId('usr', ctx.clock),
    accountId: newId('acc', ctx.clock),
    now: ctx.clock.now(),
    commissionBps: firstCommissionBps(ctx.config, member.role),
  })
  return added?.user_id ?? null
}

/** For a member who is added again. */
export async function givePassword(ctx: PlatformContext, tx: Transaction, userId: string, passwordHash: string) {
  await tx.run(queries.setPassword, { userId, passwordHash, now: ctx.clock.now() })
}

/**
 * Keeps a member from being removed until the transaction ends, so what it writes passes to their successor. Call it
 * first, because a removal locks the member first. @throws Refusal `unauthenticated` for a removed member
 */
export async function keepMember(tx: Transaction, userId: string): Promise<void> {
  requireRow(await tx.run(queries.keepMember, { userId }), 'unauthenticated')
}

/** Ends every session of a member, and their API keys. @returns how many sessions */
export async function endEverySession(tx: Transaction, userId: string): Promise<number> {
  await endKeysOfMember(tx, userId)
  return (await tx.run(endAllSessions, { userId })).length
}

/** Turns a member's second factor off, ends their sessions and emails them. @returns false if they had none */
export async function takeSecondFactorOff(
  ctx: PlatformContext,
  tx: Transaction,
  member: { userId: string; address: string },
): Promise<boolean> {
  const { userId } = member
  if ((await tx.run(removeFactor, { userId })).length === 0) return false
  await endEverySession(tx, userId)
  await queueMemberMail(ctx, tx, { kind: 'second_factor_removed', ...member })
  return true
}

/** Returns members' names by id, including removed members, whose sales and actions stay. */
export async function readMemberNames(ctx: PlatformContext, executor: Executor = ctx.database) {
  return new Map((await executor.run(queries.listMemberNames)).map((row) => [row.user_id, row.username]))
}

/** Returns the ids of members with these lowercase addresses, including removed ones. */
export async function findMembersOf(ctx: PlatformContext, emails: readonly string[]) {
  return new Map((await ctx.database.run(queries.findMemberIds, { emails })).map((row) => [row.email, row.user_id]))
}

/** Reads the address that someone logs in with. Older addresses to which no mail can be delivered still work. */
export const signInAddress = (typed: string): string => (readEmail(typed) ?? typed.trim()).toLowerCase()

/** Whether a password opens an account now. It counts no attempt, so use it only for the store's own passwords. */
export async function opensAccount(
  ctx: PlatformContext,
  auth: Auth,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const known = email.trim().toLowerCase()
  const [credential] = await ctx.database.run(queries.findCredential, { email: known, typed: known })
  return Boolean(credential?.is_member) && (await auth.verifyPassword(password, credential?.password_hash ?? ''))
}
