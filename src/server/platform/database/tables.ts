/** Tables of the machinery, free of business words. */
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * One row per living job worker. The worker writes its heartbeat once a second. A worker that stops in order deletes
 * its row; the others' sweep deletes rows whose heartbeat stopped an hour ago.
 */
export const jobWorkers = pgTable('job_workers', {
  workerId: text('worker_id').primaryKey(),
  beatAt: instant('beat_at').notNull(),
})

/**
 * The secrets of a store that has no secrets file, written once by whichever node comes first. Otherwise `moved` with the
 * fingerprint of that file, and `newest tokens` and `newest sessions` after a rotation: when the newest secret begins and
 * its fingerprint.
 */
export const storeSecrets = pgTable('store_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/**
 * Counters of attempts that must hold on every node and across restarts: logins, emails, payments. A row is written at
 * the first attempt under its key and counts until it expires; the next attempt starts it again. `forget-old-rows`
 * deletes expired rows. A key is `<kind>:<fingerprint>`, so the table names no one; the kinds are listed where each
 * limit is set.
 */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    key: text('key').primaryKey(),
    attempts: integer('attempts').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    // forget-old-rows.
    index('login_attempts_by_expiry').on(table.expiresAt),
  ],
)
