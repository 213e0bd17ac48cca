import type { Transaction } from './database.ts'
import { statement } from './statement.ts'

export const lockNameStatement = statement<{ name: string }>(
  'platform.lock_name',
  'select pg_advisory_xact_lock(hashtextextended($name, 0))',
)

/**
 * Lets one transaction at a time do something for the same owner, until it ends. It is a statement of its own, because
 * the next one then sees what was committed while this one waited: a statement that locks and counts would count what
 * was there before. Call it before the transaction changes any row, or two of an owner's deadlock.
 *
 * @param name what is done and for whom, such as `webhooks ada@example.com`
 */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx.run(lockNameStatement, { name })
}
