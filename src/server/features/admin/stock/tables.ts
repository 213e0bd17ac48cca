/**
 * What administrators did to many packages at once, and what they are told. `change-stock` writes a row with each change of
 * many; nothing deletes it. `tell-low-stock` writes a notice when a package falls to 10 or fewer, names the mail that tells of
 * it, and deletes notices after 30 days.
 */
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })

export const stockChanges = pgTable(
  'stock_changes',
  {
    changeId: text('change_id').primaryKey(),
    /** The browser's name for the attempt: repeating it finds this change. */
    attemptId: text('attempt_id').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** Packages chosen, and those of them that got another count. */
    packages: integer('packages').notNull(),
    changed: integer('changed').notNull(),
    /** Units of those chosen that do not follow from leads, an unlimited package as 1000. */
    unitsBefore: bigint('units_before', { mode: 'number' }).notNull(),
    unitsAfter: bigint('units_after', { mode: 'number' }).notNull(),
  },
  (table) => [unique('stock_changes_attempt').on(table.attemptId)],
)

export const lowStockNotices = pgTable(
  'low_stock_notices',
  {
    packageId: text('package_id').notNull(),
    /** When it was found to have fallen; what was left then. */
    notedAt: instant('noted_at').notNull(),
    available: integer('available').notNull(),
    /** The mail that tells of it; null until one does. */
    mailId: text('mail_id'),
  },
  (table) => [
    primaryKey({ columns: [table.packageId, table.notedAt] }),
    // tell-low-stock: what no mail tells of yet.
    index('low_stock_notices_untold').on(table.notedAt).where(sql`mail_id is null`),
    // The mail's list, fewest left first.
    index('low_stock_notices_by_mail').on(table.mailId, table.available, table.packageId),
    // What is old enough to be deleted.
    index('low_stock_notices_by_time').on(table.notedAt),
  ],
)
