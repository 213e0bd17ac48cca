/** Forgets the buyers of orders that were canceled. */
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { forgetContacts } from './contact.ts'

/** Forgets what a feature above orders knows about the buyers of these orders, in the same transaction. */
export type ContactsListener = (tx: Transaction, orderIds: readonly string[]) => Promise<void>

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Features above orders that forget contacts along with them; `core.ts` lists them. */
    readonly contactsListeners: ContactsListener[]
  }
}

/**
 * Removes name, addresses and phone from orders. An order that is still waiting is left alone: its money may be on its
 * way, and its buyer must be told.
 */
export function forgetOldContacts(ctx: PlatformContext, rows: { before: Date; limit: number }): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const gone = await tx.run(forgetContacts, { ...rows, now: ctx.clock.now() })
    const orderIds = gone.map((row) => row.order_id)
    if (orderIds.length > 0) for (const forget of ctx.node.contactsListeners) await forget(tx, orderIds)
    return orderIds.length
  })
}
