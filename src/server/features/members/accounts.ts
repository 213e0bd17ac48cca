/** Creates, names and locks members for other features, usually in their transaction. */
import { readEmail } from '#contract/email-address.ts'
import type { Role } from '#contract/values.ts'
import { endKeysOfMember } from '#server/features/keys/manage-keys.ts'
import type { Config } from '#server/platform/config.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Auth } from './create-auth.ts'
import {
  addMember,
  findCredential,
  findMemberIds,
  keepMember as keepMemberStatement,
  listMemberNames,
  setPassword,
} from './queries.ts'
import { queueMemberMail } from './queue-member-mail.ts'
import { removeFactor } from './second-factor-queries.ts'
import { endAllSessions } from './sessions.ts'

/** A new member's commission in basis points until someone changes it. Administrators get none. */
export const firstCommissionBps = (config: Pick<Config, 'usualCommissionBps'>, role: Role): number =>
  role === 'sales' ? config.usualCommissionBps : 0

/**
 * Creates a member with a password and an unconfirmed address, in the caller's transaction.
 *
 * @returns the new member's id, or null if the address has a member already, removed or not
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

/** Sets a new password for a member who is added again. */
export async function givePassword(
  ctx: PlatformContext,
  tx: Transaction,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await tx.run(setPassword, { userId, passwordHash, now: ctx.clock.now() })
}

/**
 * Keeps a member from being removed until the transaction ends. What it writes for them then passes to their successor
 * if they are removed at the same moment. Call it first, because removing a member locks the member before their other
 * rows.
 *
 * @throws Refusal `unauthenticated` for a removed member
 */
export async function keepMember(tx: Transaction, userId: string): Promise<void> {
  const [kept] = await tx.run(keepMemberStatement, { userId })
  if (!kept) throw new Refusal('unauthenticated')
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
  const { userId, address } = member
  const removed = await tx.run(removeFactor, { userId })
  if (removed.length === 0) return false
  await endEverySession(tx, userId)
  const verificationId = newId('ver', ctx.clock)
  await queueMemberMail(ctx, tx, { purpose: 'second_factor_removed', verificationId, userId, address })
  return true
}

/** Returns members' names by id, including removed members, whose sales and actions stay. */
export async function readMemberNames(
  ctx: PlatformContext,
  executor: Executor = ctx.database,
): Promise<ReadonlyMap<string, string>> {
  return new Map((await executor.run(listMemberNames)).map((row) => [row.user_id, row.username]))
}

/** Returns the ids of members with these lowercase addresses, including removed ones. */
export async function findMembersOf(
  ctx: PlatformContext,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return new Map((await ctx.database.run(findMemberIds, { emails })).map((row) => [row.email, row.user_id]))
}

/**
 * Reads the address that someone signs in with. An older address to which no mail can be delivered can still sign in.
 */
export const signInAddress = (typed: string): string => (readEmail(typed) ?? typed.trim()).toLowerCase()

/**
 * Whether a password opens the account of an address now. It counts no attempt, so use it only for the store's own
 * passwords.
 */
export async function opensAccount(
  ctx: Pick<PlatformContext, 'database'>,
  auth: Auth,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const known = email.trim().toLowerCase()
  const [credential] = await ctx.database.run(findCredential, { email: known, typed: known })
  return Boolean(credential?.is_member) && (await auth.verifyPassword(password, credential?.password_hash ?? ''))
}
