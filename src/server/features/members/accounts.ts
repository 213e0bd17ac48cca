/** Members as other features make, name and guard them, most often in a transaction of theirs. */
import type { Role } from '#contract/values.ts'
import type { Config } from '#server/platform/config.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { findMemberIds, keepMember as keepMemberStatement, listMemberNames } from './member-queries.ts'
import { setPassword } from './profile-queries.ts'
import { addMember, findCredential } from './queries.ts'
import { queueMemberMail } from './queue-member-mail.ts'
import { removeFactor } from './second-factor-queries.ts'
import { endAllSessions } from './session-queries.ts'

/** What a new member earns of a sale, in hundredths of a percent, until told otherwise: administrators nothing. */
export const firstCommissionBps = (config: Pick<Config, 'usualCommissionBps'>, role: Role): number =>
  role === 'sales' ? config.usualCommissionBps : 0

/**
 * Makes a member with a password and an unconfirmed address, in the transaction of the feature that decided it.
 *
 * @returns the new member's id; null when the address has one already, removed or not
 */
export async function addAccount(
  ctx: PlatformContext,
  tx: Transaction,
  member: { username: string; email: string; role: Role; passwordHash: string },
): Promise<string | null> {
  const { username, email, role, passwordHash } = member
  const commissionBps = firstCommissionBps(ctx.config, role)
  const userId = newId('usr', ctx.clock)
  const accountId = newId('acc', ctx.clock)
  const values = {
    userId,
    username,
    email,
    role,
    accountId,
    passwordHash,
    now: ctx.clock.now(),
    isVerified: false,
    commissionBps,
  }
  const [added] = await tx.run(addMember, values)
  return added?.user_id ?? null
}

/** Gives a member who is let in again another password. */
export async function givePassword(
  ctx: PlatformContext,
  tx: Transaction,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await tx.run(setPassword, { userId, passwordHash, now: ctx.clock.now() })
}

/**
 * Keeps a member in the team until the transaction ends, so that what it writes for them passes to their successor when they
 * are removed at the same moment. Call it first: removing a member locks them before anything of theirs.
 *
 * @throws Refusal `unauthenticated` for a member who was removed
 */
export async function keepMember(tx: Transaction, userId: string): Promise<void> {
  const [kept] = await tx.run(keepMemberStatement, { userId })
  if (!kept) throw new Refusal('unauthenticated')
}

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

/** What members are called, by id; removed ones too, since what they did and sold stays. */
export async function readMemberNames(
  ctx: PlatformContext,
  executor: Executor = ctx.database,
): Promise<ReadonlyMap<string, string>> {
  return new Map((await executor.run(listMemberNames)).map((row) => [row.user_id, row.username]))
}

/** The ids of those addresses in small letters that have a member, removed ones too. */
export async function findMembersOf(
  ctx: PlatformContext,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return new Map((await ctx.database.run(findMemberIds, { emails })).map((row) => [row.email, row.user_id]))
}

/** Whether a password opens the account of an address now. It counts no attempt, so it is for the store's own passwords only. */
export async function opensAccount(
  ctx: Pick<PlatformContext, 'database'>,
  auth: Auth,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const [credential] = await ctx.database.run(findCredential, { email: email.trim().toLowerCase() })
  return Boolean(credential?.is_member) && (await auth.verifyPassword(password, credential?.password_hash ?? ''))
}
