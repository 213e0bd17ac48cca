import type { Role } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { firstCommissionBps } from './first-commission.ts'
import { setPassword } from './profile-queries.ts'
import { addMember } from './queries.ts'

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
