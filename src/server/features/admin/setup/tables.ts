/**
 * Steps of the first setup that an administrator confirmed or skipped, one row each.
 * `confirm-step` writes and deletes them; the audit log has the history.
 */
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const setupConfirmations = pgTable('setup_confirmations', {
  /** As in contract/admin/setup.ts. */
  step: text('step').primaryKey(),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }).notNull(),
  confirmedBy: text('confirmed_by').notNull(),
})
