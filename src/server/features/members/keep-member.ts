import type { Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { keepMember as keepMemberStatement } from './member-queries.ts'

/**
 * Keeps a member in the team until the transaction ends, so that what it writes for them passes to their heir when they
 * are removed at the same moment. Call it first: removing a member locks them before anything of theirs.
 *
 * @throws Refusal `unauthenticated` for a member who was removed
 */
export async function keepMember(tx: Transaction, userId: string): Promise<void> {
  const [kept] = await tx.run(keepMemberStatement, { userId })
  if (!kept) throw new Refusal('unauthenticated')
}
