/** What administrators set and confirmed, each written by the operation that its table names; how backups are doing. */
import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

/**
 * Settings that an administrator changed, one row each. A setting without a row has its default from the environment.
 * `save-settings` writes a row and deletes it when the setting goes back to the default; the audit log has the history
 * for good.
 */
export const settings = pgTable('settings', {
  /** As in contract/admin/setting-list.ts; names that this version does not know are ignored. */
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  changedAt: instant('changed_at').notNull(),
  changedBy: text('changed_by').notNull(),
})

/**
 * What an administrator connected instead of the environment: card keys, mail server, SMS service. `keep-connection` and
 * `remove-connection` write and delete a row; the audit log says when, never what.
 */
export const connections = pgTable('connections', {
  /** As in contract/admin/connections.ts. */
  name: text('name').primaryKey(),
  /** All values as JSON, encrypted with the store's secret of sessions. */
  sealed: text('sealed').notNull(),
  changedAt: instant('changed_at').notNull(),
  changedBy: text('changed_by').notNull(),
})

/**
 * Steps of the first setup that an administrator confirmed or skipped, one row each.
 * `confirm-step` writes and deletes them; the audit log has the history.
 */
export const setupConfirmations = pgTable('setup_confirmations', {
  /** As in contract/admin/setup.ts. */
  step: text('step').primaryKey(),
  confirmedAt: instant('confirmed_at').notNull(),
  confirmedBy: text('confirmed_by').notNull(),
})

/**
 * How backups are doing: one row each for the latest one (`backup`) and the trial restore (`trial`), of the embedded database
 * or as the owner of another one reports. `run-backups` writes them, and deploy/backup.sh; nothing deletes them. They are
 * restored with everything else and then tell how it was at that time, until the next run. Other rows are from earlier versions.
 */
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

/**
 * Members' commission rates over time. A row is written when a rate is set. The current rate is stored with the member
 * (`users.commission_bps`) and copied into each order. Rows are never changed or deleted.
 */
export const commissionRates = pgTable(
  'commission_rates',
  {
    userId: text('user_id').notNull(),
    since: instant('since').notNull(),
    /** In basis points. */
    rateBps: integer('rate_bps').notNull(),
    setBy: text('set_by').notNull(),
  },
  (table) => [
    // listCommissionRates; two administrators in one millisecond set one rate.
    primaryKey({ columns: [table.userId, table.since] }),
    check('commission_rates_rate', sql`${table.rateBps} between 0 and 10000`),
  ],
)
