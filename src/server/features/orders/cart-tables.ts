/**
 * What a cart knows about a hold beyond the hold itself. Written by `add-to-cart` while the hold lives; the hold's end
 * ends the line, whose row then only remembers until `forget-old-lines` deletes it.
 */
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const cartLines = pgTable(
  'cart_lines',
  {
    holdId: text('hold_id').primaryKey(),
    deliveryMethod: text('delivery_method', { enum: ['email', 'sms'] }).notNull(),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    // forget-old-lines: the oldest.
    index('cart_lines_by_age').on(table.addedAt),
  ],
)
