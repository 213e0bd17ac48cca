/** A row is written in the transaction that creates the data; a second node waits for it and then finds it. */
import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

export const demoLoads = pgTable('demo_loads', {
  name: text('name').primaryKey(),
  loadedAt: instant('loaded_at').notNull(),
})
