/**
 * Administrators' changes to many packages at once, and low-stock news. `change-stock` writes a row for each such
 * change; nothing deletes it. `tell-low-stock` writes a notice when a package falls to 10 or fewer, adds the email that
 * reports it, and deletes notices after 30 days.
 */
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { PackageScope } from '#contract/admin/price-areas.ts'
import { instant } from '#server/platform/database/columns.ts'

export const stockChanges = pgTable(
  'stock_changes',
  {
    changeId: text('change_id').primaryKey(),
    /** The browser's id for the attempt: repeating it finds this change. */
    attemptId: text('attempt_id').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** Packages selected, and those of them whose count changed. */
    packages: integer('packages').notNull(),
    changed: integer('changed').notNull(),
    /** Units of the selected packages that do not follow leads; an unlimited package counts as 1000. */
    unitsBefore: bigint('units_before', { mode: 'number' }).notNull(),
    unitsAfter: bigint('units_after', { mode: 'number' }).notNull(),
    /** Which packages. Null: of an older release, which cannot be undone. */
    scope: jsonb('scope').$type<PackageScope>(),
    /** The change that this one undoes. */
    undoesId: text('undoes_id'),
  },
  (table) => [
    unique('stock_changes_attempt').on(table.attemptId),
    // A change is undone once, even if several people click.
    unique('stock_changes_undone_once').on(table.undoesId),
  ],
)

export const lowStockNotices = pgTable(
  'low_stock_notices',
  {
    packageId: text('package_id').notNull(),
    /** When it was found to have fallen, and what was left then. */
    notedAt: instant('noted_at').notNull(),
    available: integer('available').notNull(),
    /** The email that reports it; null until there is one. */
    mailId: text('mail_id'),
  },
  (table) => [
    primaryKey({ columns: [table.packageId, table.notedAt] }),
    // tell-low-stock: news that no email reports yet.
    index('low_stock_notices_untold').on(table.notedAt).where(sql`mail_id is null`),
    // The mail's list, fewest left first.
    index('low_stock_notices_by_mail').on(table.mailId, table.available, table.packageId),
    // Notices old enough to delete.
    index('low_stock_notices_by_time').on(table.notedAt),
  ],
)
