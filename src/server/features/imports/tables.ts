/**
 * Files on their way in, of every kind. An import is created as `waiting`, receives its file part by part, and is
 * `mapping` once all parts are there. Each check is `reading` with its own upload number: its rows, refused rows and
 * what is to be applied are kept under that number, and those of an earlier check are dropped. It ends as `refused` or
 * `ready`. Then it is `applying` part by part until it is `applied`; `undoing` takes it back until it is `undone`. A job
 * finishes what a killed node started. `interrupted`: the rows were lost in a crash of the database, and what was
 * applied of them was taken back. Files and rows are deleted when the import ends, or 3 days after its last step
 * (`forget-old-rows`); one not applied by then is `lapsed`.
 */
import { sql } from 'drizzle-orm'
import { check, index, pgSequence, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import { IMPORT_KINDS, IMPORT_STATES } from '#contract/imports/imports.ts'
import type { FileSheet } from '#contract/imports/sheets.ts'
import { bytea, instant } from '#server/platform/database/columns.ts'

/** Each check of a file reads it under its own number. */
export const uploadNumbers = pgSequence('lead_upload_numbers')

export const imports = pgTable(
  'imports',
  (t) => ({
    importId: t.text('import_id').primaryKey(),
    /** The number that its leads carry. */
    importNo: t.integer('import_no').notNull().generatedAlwaysAsIdentity({ name: 'lead_imports_import_no_seq' }),
    kind: t.text('kind', { enum: IMPORT_KINDS }).notNull().default('leads'),
    createdAt: instant('created_at').notNull(),
    /** A member; of an own list, the buyer (`customer_key`). */
    createdBy: t.text('created_by').notNull(),
    /** Who supplied leads, or the name of a list. */
    source: t.text('source').notNull(),
    fileName: t.text('file_name').notNull(),
    /** As the sender stated it. */
    fileBytes: t.integer('file_bytes').notNull(),
    state: t.text('state', { enum: IMPORT_STATES }).notNull(),
    /** The reading that counts. An older one that is still running stops when it finds another number here. */
    uploadNo: t.integer('upload_no'),
    /** The last step forward. */
    touchedAt: instant('touched_at').notNull(),
    bytesReceived: t.integer('bytes_received').notNull().default(0),
    bytesRead: t.integer('bytes_read').notNull().default(0),
    rowsRead: t.integer('rows_read').notNull().default(0),
    /** SHA-256 of the decompressed bytes, hexadecimal. */
    checksum: t.text('checksum'),
    columns: t.text('columns').array().notNull().default(sql`'{}'`),
    /** Of a workbook with several. */
    sheets: t.jsonb('sheets').$type<FileSheet[]>().notNull().default([]),
    /** Those that may say who must not be called, by their name or a cell. */
    callColumns: t.text('call_columns').array().notNull().default(sql`'{}'`),
    mapping: t.jsonb('mapping').$type<LeadMapping>(),
    /** Why the whole file was refused, as a sentence. */
    problem: t.text('problem'),
    refusedRows: t.integer('refused_rows').notNull().default(0),
    preview: t.jsonb('preview').$type<object>(),
    checkedAt: instant('checked_at'),
    appliedAt: instant('applied_at'),
    appliedBy: t.text('applied_by'),
    undoneAt: instant('undone_at'),
    undoneBy: t.text('undone_by'),
    /** What applying it did, for kinds that have no parts to sum up. */
    outcome: t.jsonb('outcome').$type<Record<string, number>>(),
    /** The list that an own list takes the place of. */
    replaces: t.text('replaces'),
    /** Whether the other tables may still have rows of it. */
    hasRows: t.boolean('has_rows').notNull().default(true),
  }),
  (table) => [
    uniqueIndex('lead_imports_number').on(table.importNo),
    // listImports.
    index('lead_imports_by_time').on(table.createdAt, table.importId),
    // forget-old-rows: those that no one continued, oldest first.
    index('lead_imports_to_forget').on(table.touchedAt).where(sql`has_rows`),
    // The same leads are applied only once.
    uniqueIndex('imports_file_once')
      .on(table.checksum)
      .where(sql`state in ('applying', 'applied', 'undoing') and kind = 'leads'`),
    // Only one import at a time changes leads, and one sets stock.
    uniqueIndex('imports_one_at_work')
      .on(table.kind)
      .where(sql`state in ('applying', 'undoing') and kind <> 'ownList'`),
    check(
      'lead_imports_state',
      sql`${table.state} in ('waiting', 'mapping', 'reading', 'interrupted', 'refused', 'ready', 'applying', 'applied', 'undoing', 'undone', 'lapsed')`,
    ),
  ],
)

/** A file as it was sent, part by part. Unlogged: after a crash of the database it must be sent again. */
export const importFileParts = pgTable(
  'import_file_parts',
  (t) => ({
    importId: t.text('import_id').notNull(),
    partNumber: t.integer('part_number').notNull(),
    bytes: bytea('bytes').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.importId, table.partNumber] })],
)

export const importRefusals = pgTable(
  'import_refusals',
  (t) => ({
    uploadNo: t.integer('upload_no').notNull(),
    rowNo: t.integer('row_no').notNull(),
    reason: t.text('reason').notNull(),
    /** The row as sent. */
    line: t.text('line').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.uploadNo, table.rowNo] })],
)
