/** Retention of carts and orders. */
import { forgetOldHolds } from '#server/features/stock/forget-old-rows.ts'
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import { forgetLines } from './cart-queries.ts'
import { findNamedHolds, forgetContacts } from './contact-queries.ts'

/** Forgets what a feature above orders knows about the buyers of these orders, in the same transaction. */
export type ContactsListener = (tx: Transaction, orderIds: readonly string[]) => Promise<void>

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Features above orders that forget contacts along with them; `app.ts` lists them. */
    readonly contactsListeners: ContactsListener[]
  }
}

/**
 * Removes name, addresses and phone from orders. An order that is still waiting is left alone: its money may be on its
 * way, and its buyer must be told.
 */
async function forgetOldContacts(ctx: PlatformContext, rows: { before: Date; limit: number }): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const gone = await tx.run(forgetContacts, { ...rows, now: ctx.clock.now() })
    const orderIds = gone.map((row) => row.order_id)
    if (orderIds.length > 0) for (const forget of ctx.node.contactsListeners) await forget(tx, orderIds)
    return orderIds.length
  })
}

export const retention = [
  defineRetention<Context>({
    name: 'forget-old-contacts',
    schedule: '21 * * * *',
    rows: [
      {
        what: 'contacts of canceled orders',
        kept: '30 days after they were canceled',
        keptMs: days(30),
        why: 'Gives buyers time to ask about the order, and late money time to come. An unpaid order is canceled after a day.',
        stays: 'the order with its lines and amounts',
        forget: forgetOldContacts,
      },
    ],
  }),
  // Here and not in stock, because only orders know which holds their lines name.
  defineRetention<Context>({
    name: 'forget-old-holds',
    schedule: '31 * * * *',
    rows: [
      {
        what: 'holds',
        kept: '30 days after they ended',
        keptMs: days(30),
        why: 'Gives time to investigate a script that emptied a county; the network’s fingerprint identifies it.',
        stays: 'holds that a stock movement or an order line names, without the network',
        forget: (ctx, rows) =>
          forgetOldHolds(ctx, {
            ...rows,
            async findNamed(holdIds) {
              const named = await ctx.database.run(findNamedHolds, { holdIds })
              return new Set(named.map((row) => row.hold_id))
            },
          }),
      },
    ],
  }),
  defineRetention<Context>({
    name: 'forget-old-lines',
    schedule: '11 * * * *',
    rows: [
      {
        what: 'cart lines of holds that ended',
        kept: '30 days after they were added',
        keptMs: days(30),
        why: 'Lets us answer a buyer who asks about a cart that expired.',
        stays: 'the delivery method, on orders',
        forget: byStatement(forgetLines),
      },
    ],
  }),
]
