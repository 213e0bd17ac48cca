/**
 * What the texts about law and trust said, and when. `publish-edition` writes rows when an administrator publishes a text
 * or changes a setting that the texts name, and when the store starts with texts or settings of its own that are new.
 * Rows are never changed or deleted: the edition in force when an order was paid is the last one published by then.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

/** One row for each part that an edition changed. */
export const legalEditions = pgTable(
  'legal_editions',
  {
    /** From 1, one number for all parts. A part without a row in an edition is as in the edition before. */
    edition: integer('edition').notNull(),
    /** A text by its address, such as `terms`; or `facts`: what is filled in, as JSON. */
    part: text('part').notNull(),
    body: text('body').notNull(),
    /** Never before the edition before. */
    publishedAt: instant('published_at').notNull(),
    /** The administrator; null for what came with the store. */
    publishedBy: text('published_by'),
  },
  (table) => [
    // readEdition, insertEdition.
    primaryKey({ columns: [table.edition, table.part] }),
    // findEditionAt.
    index('legal_editions_time').on(table.publishedAt, table.edition),
    check('legal_editions_edition', sql`${table.edition} > 0`),
  ],
)
