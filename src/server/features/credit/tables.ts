/**
 * Codes that let buyers use their store credit. `send-credit-code` writes a row for each request, whether or not there
 * is credit. `open-credit` counts the tries and, with the right code, lets the browser use the credit for an hour. The
 * code itself is not stored: it is derived from the row's id and a secret of the store. `forget-old-rows` deletes
 * expired rows.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

export const creditCodes = pgTable(
  'credit_codes',
  {
    codeId: text('code_id').primaryKey(),
    /** The code does not work in another browser. */
    ownerId: text('owner_id').notNull(),
    customerKey: text('customer_key').notNull(),
    email: text('email').notNull(),
    askedAt: instant('asked_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** Null until the right code is typed. */
    openUntil: instant('open_until'),
  },
  (table) => [
    index('credit_codes_of_owner').on(table.ownerId, table.askedAt),
    index('credit_codes_by_age').on(table.askedAt),
    check('credit_codes_tries', sql`${table.tries} between 0 and 5`),
  ],
)
