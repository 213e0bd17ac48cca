/** A row is written in the transaction that creates the data; a second node waits for it and then finds it. */
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const demoLoads = pgTable('demo_loads', {
  name: text('name').primaryKey(),
  loadedAt: timestamp('loaded_at', { withTimezone: true }).notNull(),
})
