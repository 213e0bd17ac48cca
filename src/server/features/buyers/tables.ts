/**
 * The buyer's desk. `send-desk-code` writes a code for each request, whether or not the address bought anything; the
 * code and the secret of its link are derived from its id and are not stored. `open-desk` uses it once and writes a
 * session. `forget-old-rows` deletes both when they have ended.
 */
import { index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/columns.ts'

export const deskCodes = pgTable(
  'desk_codes',
  {
    codeId: text('code_id').primaryKey(),
    /** The fingerprint of the address, see `customerKeyOf`. */
    customerKey: text('customer_key').notNull(),
    /** Where it is sent, in lowercase. */
    email: text('email').notNull(),
    /** The fingerprint by which the link is found. */
    linkFingerprint: text('link_fingerprint').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When it opened a desk; null until then. */
    usedAt: instant('used_at'),
  },
  (table) => [
    unique('desk_codes_link').on(table.linkFingerprint),
    // open-desk: the codes of an address that still work.
    index('desk_codes_of_customer').on(table.customerKey, table.expiresAt),
    // forget-old-rows.
    index('desk_codes_by_end').on(table.expiresAt),
  ],
)

export const deskSessions = pgTable(
  'desk_sessions',
  {
    sessionId: text('session_id').primaryKey(),
    /** The fingerprint of the browser's cookie. */
    tokenFingerprint: text('token_fingerprint').notNull(),
    customerKey: text('customer_key').notNull(),
    /** The address that it proves, in lowercase. */
    email: text('email').notNull(),
    userAgent: text('user_agent').notNull(),
    openedAt: instant('opened_at').notNull(),
    /** The last use, to within an hour. */
    usedAt: instant('used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    unique('desk_sessions_token').on(table.tokenFingerprint),
    // The browsers in which an address has its desk open.
    index('desk_sessions_of_customer').on(table.customerKey, table.usedAt),
    // forget-old-rows.
    index('desk_sessions_by_end').on(table.expiresAt),
  ],
)
