/**
 * Settings that an administrator changed, one row each; a setting without a row has its default, the environment's.
 * `save-settings` writes a row and takes it away again when somebody goes back to the default; who changed what when
 * is in the audit log for good.
 */
import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const settings = pgTable('settings', {
  /** As contract/settings.ts names it; a name that this version does not know is left alone. */
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  changedBy: text('changed_by').notNull(),
})
