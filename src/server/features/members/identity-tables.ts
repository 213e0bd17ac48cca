/**
 * Who members are at the company's issuer. A row is written when someone signs in there for the first time. It stays
 * when the member is removed, so that they cannot come back as someone new, and is deleted when an administrator adds
 * them again.
 */
import { pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { users } from './tables.ts'

export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    /** The issuer's own name for the person, which never changes there. */
    subject: text('subject').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    // Signing in.
    primaryKey({ columns: [table.issuer, table.subject] }),
    // A member is one person at an issuer.
    unique('identities_one_per_member').on(table.userId, table.issuer),
  ],
)
