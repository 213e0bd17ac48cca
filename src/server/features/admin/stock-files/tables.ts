/**
 * Files of stock that administrators bring. An import is made as `waiting`, is `reading` while its file comes
 * (`interrupted` where it stops coming) and `checking` when it is there, and becomes `refused` or `ready`; from `ready` it becomes `applying`, part by part, and `applied`. It is kept for the
 * list of imports. Rows, what they would change, and refused rows belong to one upload. The former go when the import is
 * applied or refused; all go 3 days after the last step (`forget-stock-imports`), and what was not applied is `lapsed`.
 */
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { StockPreview, StockRowReason } from '#contract/admin/stock-files.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

export const STORED_IMPORT_STATES = [
  'waiting',
  'reading',
  'interrupted',
  'checking',
  'refused',
  'ready',
  'applying',
  'applied',
  'lapsed',
] as const

export const stockImports = pgTable(
  'stock_imports',
  {
    importId: text('import_id').primaryKey(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    fileName: text('file_name').notNull(),
    /** As the browser said it, for the progress bar only. */
    fileBytes: integer('file_bytes').notNull(),
    state: text('state', { enum: STORED_IMPORT_STATES }).notNull(),
    /** The sending whose rows count; an older one that is still under way stops when it finds another name here. */
    uploadId: text('upload_id'),
    /** The last step forward: whoever reads "reading" from a node that died sees that it makes no progress. */
    touchedAt: instant('touched_at').notNull(),
    bytesRead: integer('bytes_read').notNull().default(0),
    rowsRead: integer('rows_read').notNull().default(0),
    /** SHA-256 of the file's bytes, hexadecimal. */
    checksum: text('checksum'),
    ignoredColumns: text('ignored_columns').array().notNull().default(sql`'{}'`),
    /** Why the file as a whole was refused, as a sentence. */
    problem: text('problem'),
    refusedRows: integer('refused_rows').notNull().default(0),
    preview: jsonb('preview').$type<StockPreview>(),
    /** How far applying is. */
    appliedRows: integer('applied_rows').notNull().default(0),
    appliedAt: instant('applied_at'),
    appliedBy: text('applied_by'),
    /** Packages whose stock the import changed so far. */
    changedPackages: integer('changed_packages'),
    /** Whether anything of it may still be in the other tables, or could be sent. */
    hasRows: boolean('has_rows').notNull().default(false),
  },
  (table) => [
    // listStockImports.
    index('stock_imports_by_time').on(table.createdAt, table.importId),
    // forget-stock-imports: those that nobody went on with, the oldest first.
    index('stock_imports_to_forget').on(table.touchedAt).where(sql`has_rows`),
    check(
      'stock_imports_state',
      sql`${table.state} in ('waiting', 'reading', 'interrupted', 'checking', 'refused', 'ready', 'applying', 'applied', 'lapsed')`,
    ),
    check('stock_imports_applied', sql`(${table.state} = 'applied') = (${table.appliedAt} is not null)`),
  ],
)

/** What a file asks for, row by row as they came. Unlogged: after a crash of the database the file is sent again. */
export const stockImportRows = pgTable('stock_import_rows', {
  uploadId: text('upload_id').notNull(),
  rowNumber: integer('row_number').notNull(),
  packageId: text('package_id').notNull(),
  /** The count asked for; -1 is `unlimited` without a number. */
  available: integer('available').notNull(),
  /** Whether it is another count than the one the export wrote beside it. */
  isEdited: boolean('is_edited').notNull(),
})

/** What applying will set, or has left to set: the packages whose count is another. Kept through a crash, unlike the rows. */
export const stockImportChanges = pgTable(
  'stock_import_changes',
  {
    uploadId: text('upload_id').notNull(),
    packageId: text('package_id').notNull(),
    available: integer('available').notNull(),
    /** How often administrators had set the package when the file was checked. */
    edits: integer('edits').notNull(),
  },
  // Applied in this order, part by part.
  (table) => [primaryKey({ columns: [table.uploadId, table.packageId] })],
)

export const stockImportRefusals = pgTable(
  'stock_import_refusals',
  {
    uploadId: text('upload_id').notNull(),
    rowNumber: integer('row_number').notNull(),
    reason: text('reason').$type<StockRowReason>().notNull(),
    /** The row as it came, or what was understood of it. */
    line: text('line').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.rowNumber] })],
)
