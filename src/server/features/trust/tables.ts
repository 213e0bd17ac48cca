/**
 * The public figures, one row for each day. `make-figures` writes it once, with its statement for the log in the same
 * transaction; it is never changed or deleted.
 */
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const publicFigures = pgTable('public_figures', {
  /** `2026-11-27`, in the store's time zone. */
  day: text('day').primaryKey(),
  /** What anyone may read: the JSON text whose bytes the log vouches for. */
  figures: text('figures').notNull(),
  /** SHA-256 of that text, hexadecimal. */
  checksum: text('checksum').notNull(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
})
