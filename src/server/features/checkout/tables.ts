/**
 * Checkout sessions. `createSession` writes a row; `openSession` notes the cart into which its lines went, and nothing
 * else changes it. Whether it was paid follows from the orders of that cart. `forget-old-rows` deletes it.
 */
import { index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

export const checkoutSessions = pgTable(
  'checkout_sessions',
  {
    sessionId: text('session_id').primaryKey(),
    /** Of the secret in its address, which is not stored: it is derived from the id. */
    tokenFingerprint: text('token_fingerprint').notNull(),
    /** For whom it was made, in lowercase: the address of the API key or the desk. */
    email: text('email').notNull(),
    /** `SessionLine[]`. */
    lines: jsonb('lines').notNull(),
    fullName: text('full_name').notNull(),
    cellPhone: text('cell_phone').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The cart that opened it last, and when one first did; null until then. */
    ownerId: text('owner_id'),
    openedAt: instant('opened_at'),
    /** What the program calls this attempt; its own id unless it named it, null before that could be done. */
    attemptId: text('attempt_id'),
  },
  (table) => [
    unique('checkout_sessions_token').on(table.tokenFingerprint),
    unique('checkout_sessions_attempt').on(table.email, table.attemptId),
    // forget-old-rows.
    index('checkout_sessions_by_age').on(table.createdAt),
  ],
)
