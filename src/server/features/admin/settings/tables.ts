/**
 * Settings that an administrator changed, one row each. A setting without a row has its default from the environment.
 * `save-settings` writes a row and deletes it when the setting goes back to the default; the audit log has the history
 * for good.
 */
import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const settings = pgTable('settings', {
  /** As in contract/admin/setting-list.ts; names that this version does not know are ignored. */
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  changedBy: text('changed_by').notNull(),
})
