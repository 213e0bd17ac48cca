import type { Transaction } from '#server/platform/database.ts'
import { forgetRecipients as forgetStatement } from './queries.ts'

/**
 * Removes the address from the log of messages, in the transaction of the feature that forgets whose they were. Messages
 * that do not exist are skipped.
 */
export async function forgetRecipients(tx: Transaction, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length > 0) await tx.run(forgetStatement, { messageIds })
}
