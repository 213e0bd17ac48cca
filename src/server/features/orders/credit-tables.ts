/**
 * The ledger of store credit. An entry is written in the transaction of its cause and never changed or deleted; what a
 * customer has is the sum of their entries, kept nowhere. `late`: something was delivered late. `returning`: a line of
 * an order after the customer's first. `granted`: an administrator
 * gave it. `reserved`: an order that waits for its payment has set it aside; `returned`: it did not need it (any more), and
 * once the order was paid the difference of the two is spent. `refund`: a credit-paid share of a line came back.
 * `taken_back`: what a refunded line had earned, or what an administrator took.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { CREDIT_REASONS } from '#contract/credit/credit-use.ts'

export const creditEntries = pgTable(
  'credit_entries',
  {
    /**
     * Its reason and what it is about, e.g. `late.<order>.<line>`, `reserved.<order>.<revision>`, `refund.<refund>`: so
     * nothing happens twice.
     */
    entryId: text('entry_id').primaryKey(),
    /** Whose it is: the keyed fingerprint of an address (`customerKeyOf`). */
    customerKey: text('customer_key').notNull(),
    /** More or less of it. */
    cents: integer('cents').notNull(),
    reason: text('reason', { enum: CREDIT_REASONS }).notNull(),
    orderId: text('order_id').notNull(),
    /** Of the order's paid revision: the line that earned it. */
    lineNumber: integer('line_number'),
    /** Of what an administrator did: why, and who. */
    note: text('note'),
    decidedBy: text('decided_by'),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    // What a customer has, and their story, the newest first.
    index('credit_entries_of_customer').on(table.customerKey, table.madeAt),
    // What an order has set aside, and what came of it.
    index('credit_entries_of_order').on(table.orderId),
    check(
      'credit_entries_reason',
      sql`${table.reason} in ('late', 'returning', 'granted', 'reserved', 'returned', 'refund', 'taken_back')`,
    ),
    check(
      'credit_entries_sign',
      sql`case when ${table.reason} in ('reserved', 'taken_back') then ${table.cents} < 0 else ${table.cents} > 0 end`,
    ),
    check('credit_entries_line', sql`${table.reason} not in ('late', 'returning') or ${table.lineNumber} is not null`),
  ],
)
