/** Tables of the machinery, free of business words. */
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * One row per living job worker. The worker writes its beat once a second; a worker that stops in order deletes its
 * row, the others' sweep deletes rows whose beat stopped an hour ago.
 */
export const jobWorkers = pgTable('job_workers', {
  workerId: text('worker_id').primaryKey(),
  beatAt: timestamp('beat_at', { withTimezone: true }).notNull(),
})

/**
 * Secrets this store made for itself at its first start (to sign sessions, to fingerprint addresses). Written once, by
 * whichever node comes first; never changed, since links and sessions would die with them.
 */
export const storeSecrets = pgTable('store_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})
