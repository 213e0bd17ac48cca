/**
 * Whether the demo data exists. A row is written in the transaction that creates the data, so it is created once: a
 * second node waits for the first one's row and then finds it.
 */
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const demoLoads = pgTable('demo_loads', {
  name: text('name').primaryKey(),
  loadedAt: timestamp('loaded_at', { withTimezone: true }).notNull(),
})
