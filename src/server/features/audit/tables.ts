/**
 * The audit log. `write-audit` adds an entry in the transaction of the act itself: one is never there without the other.
 * `record-access` adds log-ins, failures and refused calls. Append only: a trigger refuses every change, and nothing is ever
 * deleted.
 */
import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const auditEntries = pgTable(
  'audit_entries',
  {
    auditId: text('audit_id').primaryKey(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** Null for a log-in at an address without an account. */
    memberId: text('member_id'),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    note: text('note'),
  },
  (table) => [
    // listAuditEntries: all, of one kind, of one member.
    index('audit_entries_by_time').on(table.at, table.auditId),
    index('audit_entries_by_action').on(table.action, table.at, table.auditId),
    index('audit_entries_by_member').on(table.memberId, table.at, table.auditId),
  ],
)
