/**
 * How backups are doing: one row each for the log that is shipped all the time (`log`), the daily backup (`backup`) and the
 * weekly trial restore (`trial`). `record-check` writes them; nothing deletes them. They are restored with everything else
 * and then tell how it was at that time, until the next run.
 */
import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

export const backupChecks = pgTable('backup_checks', {
  kind: text('kind').primaryKey(),
  /** When it ran for the first time. */
  firstAt: instant('first_at').notNull(),
  succeededAt: instant('succeeded_at'),
  /** Since when it has failed; null while it works. */
  failingSince: instant('failing_since'),
  /** Why it failed the last time. */
  problem: text('problem'),
})
