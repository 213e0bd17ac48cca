/**
 * The audit log. `write-audit` adds an entry in the transaction of the action itself, so one never exists without the
 * other. `record-access` adds logins, failures and refused calls. Append-only: a trigger refuses every change, and
 * nothing is ever deleted.
 */
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

export const auditEntries = pgTable(
  'audit_entries',
  {
    auditId: text('audit_id').primaryKey(),
    at: instant('at').notNull(),
    /** Null for a login at an address without an account. */
    memberId: text('member_id'),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    note: text('note'),
  },
  (table) => [
    // listAuditEntries: all, by kind, by member.
    index('audit_entries_by_time').on(table.at, table.auditId),
    index('audit_entries_by_action').on(table.action, table.at, table.auditId),
    index('audit_entries_by_member').on(table.memberId, table.at, table.auditId),
  ],
)
