/**
 * Stock files from administrators. An import starts as `waiting`, is `reading` while its file arrives (`interrupted` if
 * it stops) and `checking` once it is complete, and becomes `refused` or `ready`. From `ready` it becomes `applying`,
 * part by part, and then `applied`. It is kept for the list of imports. Rows, changes, and refused rows belong to one
 * upload. The former are deleted when the import is applied or refused; all are deleted 3 days after the last step
 * (`forget-old-rows`), and an import that was not applied by then is `lapsed`.
 */
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { StockPreview, StockRowReason } from '#contract/admin/stock-files.ts'
import { instant } from '#server/platform/database/columns.ts'

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
    /** As the browser reported it, only for the progress bar. */
    fileBytes: integer('file_bytes').notNull(),
    state: text('state', { enum: STORED_IMPORT_STATES }).notNull(),
    /** The current upload. An older one in progress stops when it finds another id here. */
    uploadId: text('upload_id'),
    /** The last progress. If a node died while reading, this shows that there is none. */
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
    /** How far applying has come. */
    appliedRows: integer('applied_rows').notNull().default(0),
    appliedAt: instant('applied_at'),
    appliedBy: text('applied_by'),
    /** Packages whose stock the import has changed so far. */
    changedPackages: integer('changed_packages'),
    /** Whether other tables may still have rows of it, or it may still get some. */
    hasRows: boolean('has_rows').notNull().default(false),
  },
  (table) => [
    // listStockImports.
    index('stock_imports_by_time').on(table.createdAt, table.importId),
    // forget-old-rows: idle imports, oldest first.
    index('stock_imports_to_forget').on(table.touchedAt).where(sql`has_rows`),
    check(
      'stock_imports_state',
      sql`${table.state} in ('waiting', 'reading', 'interrupted', 'checking', 'refused', 'ready', 'applying', 'applied', 'lapsed')`,
    ),
    check('stock_imports_applied', sql`(${table.state} = 'applied') = (${table.appliedAt} is not null)`),
  ],
)

/** The rows of a file, in their order. Unlogged: after a database crash the file is sent again. */
export const stockImportRows = pgTable('stock_import_rows', {
  uploadId: text('upload_id').notNull(),
  rowNumber: integer('row_number').notNull(),
  packageId: text('package_id').notNull(),
  /** The new count; -1 is `unlimited` without a number. */
  available: integer('available').notNull(),
  /** Whether it differs from the exported count next to it. */
  isEdited: boolean('is_edited').notNull(),
})

/** What applying will set, or still has to set: the packages whose count differs. Survives a crash, unlike the rows. */
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
    /** The row as received, or what was understood of it. */
    line: text('line').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.rowNumber] })],
)
