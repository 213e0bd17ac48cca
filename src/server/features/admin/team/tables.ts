/**
 * Members' commission rates over time. A row is written when a rate is set. The current rate is stored with the member
 * (`users.commission_bps`) and copied into each order. Rows are never changed or deleted.
 */
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const commissionRates = pgTable(
  'commission_rates',
  {
    userId: text('user_id').notNull(),
    since: timestamp('since', { withTimezone: true }).notNull(),
    /** In basis points. */
    rateBps: integer('rate_bps').notNull(),
    setBy: text('set_by').notNull(),
  },
  (table) => [
    // listCommissionRates; two administrators in one millisecond set one rate.
    primaryKey({ columns: [table.userId, table.since] }),
    check('commission_rates_rate', sql`${table.rateBps} between 0 and 10000`),
  ],
)
