/**
 * Whether the made-up data is there. A row is written in the transaction that makes the data, so it is made once:
 * a second node waits for the first one's row and then finds it.
 */
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const demoLoads = pgTable('demo_loads', {
  name: text('name').primaryKey(),
  loadedAt: timestamp('loaded_at', { withTimezone: true }).notNull(),
})
