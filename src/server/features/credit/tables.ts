/**
 * Codes that let a buyer use their store credit. `send-credit-code` writes a row when somebody asks for a code, whether or
 * not there is credit; `open-credit` counts the tries and, with the right code, lets the browser use the credit for an hour.
 * The code itself is kept nowhere: it follows from the row's id and a secret of the store. `forget-credit-codes` deletes
 * what is over.
 */

import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const creditCodes = pgTable(
  'credit_codes',
  {
    codeId: text('code_id').primaryKey(),
    /** Whose cart it is for: the code is of no use in another browser. */
    ownerId: text('owner_id').notNull(),
    customerKey: text('customer_key').notNull(),
    /** Where it is mailed to, in small letters. */
    email: text('email').notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** Codes that were typed. */
    tries: integer('tries').notNull().default(0),
    /** Until when the cart may use the credit; null until the right code was typed. */
    openUntil: timestamp('open_until', { withTimezone: true }),
  },
  (table) => [
    // The newest code of a cart, and what it may use.
    index('credit_codes_of_owner').on(table.ownerId, table.askedAt),
    // forget-credit-codes: the oldest.
    index('credit_codes_by_age').on(table.askedAt),
    check('credit_codes_tries', sql`${table.tries} between 0 and 5`),
  ],
)
