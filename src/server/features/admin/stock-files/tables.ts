/** What imports of stock keep besides what all imports do (imports/tables.ts). */
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** The rows of a file. Partitioned by upload like `lead_import_rows`; the partitions are unlogged. */
export const stockFileRows = pgTable(
  'stock_file_rows',
  {
    uploadNo: integer('upload_no').notNull(),
    rowNo: integer('row_no').notNull(),
    packageId: text('package_id').notNull(),
    /** The new count; -1 is `unlimited` without a number. */
    available: integer('available').notNull(),
    /** Whether it differs from the exported count next to it. */
    isEdited: boolean('is_edited').notNull(),
  },
  (table) => [index('stock_file_rows_by_package').on(table.uploadNo, table.packageId)],
)

/** What applying sets: the packages whose count differs. Kept for 30 days, as long as it can be undone. */
export const stockFileChanges = pgTable(
  'stock_file_changes',
  {
    uploadNo: integer('upload_no').notNull(),
    packageId: text('package_id').notNull(),
    before: integer('before').notNull(),
    available: integer('available').notNull(),
    /** How often administrators had set the package when the file was checked. */
    edits: integer('edits').notNull(),
    isApplied: boolean('is_applied').notNull().default(false),
    /** Whether applying has really set it: nobody had in the meantime, and it was not at that count already. */
    isSet: boolean('is_set').notNull().default(false),
    isUndone: boolean('is_undone').notNull().default(false),
  },
  // Applied in this order, part by part.
  (table) => [primaryKey({ columns: [table.uploadNo, table.packageId] })],
)
