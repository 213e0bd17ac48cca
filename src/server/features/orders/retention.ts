import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { forgetContacts } from './contact.ts'

/** Forgets what a feature above orders knows about their buyers, in the same transaction. */
export type ContactsListener = (tx: Transaction, orderIds: readonly string[]) => Promise<void>

declare module '#server/platform/context.ts' {
  interface NodeState {
    readonly contactsListeners: ContactsListener[]
  }
}

/** Removes the buyers of canceled orders. One that waits keeps its buyer, who must be told if its money still comes. */
export function forgetOldContacts(ctx: PlatformContext, rows: { before: Date; limit: number }): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const gone = await tx.run(forgetContacts, { ...rows, now: ctx.clock.now() })
    const orderIds = gone.map((row) => row.order_id)
    if (orderIds.length > 0) for (const forget of ctx.node.contactsListeners) await forget(tx, orderIds)
    return orderIds.length
  })
}
