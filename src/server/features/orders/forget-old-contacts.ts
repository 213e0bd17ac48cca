import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'
import { forgetContacts } from './contact-queries.ts'

/**
 * Who bought nothing is no customer: a month is for a buyer who asks what became of the order, and for money that comes
 * late. An order that nobody pays is canceled after a day, so these are all that were never paid.
 */
const UNPAID_CONTACTS_KEPT_MS = days(30)

/** Forgets what a feature above orders knows of the buyers of these orders, in the same transaction. */
export type ContactsListener = (tx: Transaction, orderIds: readonly string[]) => Promise<void>

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Features above orders that forget contacts along with them; `app.ts` lists them. */
    readonly contactsListeners: ContactsListener[]
  }
}

/**
 * Takes name, addresses and phone out of orders that were canceled more than 30 days ago. The order itself stays with
 * its lines and sums. An order that still waits is left alone: its money may be under way, and its buyer must be told.
 *
 * @returns how many orders
 */
export async function forgetOldContacts(ctx: PlatformContext): Promise<number> {
  const now = ctx.clock.now()
  const before = addMilliseconds(now, -UNPAID_CONTACTS_KEPT_MS)
  return inBatches(ctx, { what: 'contacts of canceled orders were removed' }, (rowsMax) =>
    inTransaction(ctx, async (tx) => {
      const gone = await tx.run(forgetContacts, { before, now, limit: rowsMax })
      const orderIds = gone.map((row) => row.order_id)
      if (orderIds.length > 0) for (const forget of ctx.node.contactsListeners) await forget(tx, orderIds)
      return orderIds.length
    }),
  )
}
