/**
 * Lead files that administrators upload. An import is created as `waiting`, receives its file part by part, and is
 * `mapping` once all parts are there. Each check is `reading` with its own upload number: the rows read, the rows
 * refused and the parts to apply are kept under that number, and those of an earlier check are dropped. It ends as
 * `refused` or `ready`. Then it is `applying` part by part until it is `applied`; `undoing` takes it back, part by part
 * too, until it is `undone`. A job finishes what a killed node started. `interrupted`: the rows were lost in a crash of
 * the database, and what was applied of them was taken back. Personal data in these tables is deleted when the import
 * ends, the rest 3 days after the last step (`forget-old-rows`); an import not applied by then is `lapsed`. What an
 * import replaced is kept for 30 days, as long as it can be undone.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { LeadMapping, LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import { LEAD_IMPORT_STATES } from '#contract/admin/lead-files.ts'
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import type { LeadFacts, LeadPhone } from '#server/features/stock/tables.ts'
import { bytea, instant } from '#server/platform/database/columns.ts'

/** Each check of a file reads it under its own number. */
export const leadUploadNumbers = pgSequence('lead_upload_numbers')

/** Sources by name, with the columns of their files. */
export const leadSources = pgTable('lead_sources', {
  source: text('source').primaryKey(),
  mapping: jsonb('mapping').$type<LeadMapping>().notNull(),
  usedAt: instant('used_at').notNull(),
})

export const leadImports = pgTable(
  'lead_imports',
  {
    importId: text('import_id').primaryKey(),
    /** The number that its leads carry. */
    importNo: integer('import_no').notNull().generatedAlwaysAsIdentity(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    source: text('source').notNull(),
    fileName: text('file_name').notNull(),
    /** As the sender stated it. */
    fileBytes: integer('file_bytes').notNull(),
    state: text('state', { enum: LEAD_IMPORT_STATES }).notNull(),
    /** The reading that counts. An older one that is still running stops when it finds another number here. */
    uploadNo: integer('upload_no'),
    /** The last step forward. */
    touchedAt: instant('touched_at').notNull(),
    bytesReceived: integer('bytes_received').notNull().default(0),
    bytesRead: integer('bytes_read').notNull().default(0),
    rowsRead: integer('rows_read').notNull().default(0),
    /** SHA-256 of the decompressed bytes, hexadecimal. */
    checksum: text('checksum'),
    columns: text('columns').array().notNull().default(sql`'{}'`),
    mapping: jsonb('mapping').$type<LeadMapping>(),
    /** Why the whole file was refused, as a sentence. */
    problem: text('problem'),
    refusedRows: integer('refused_rows').notNull().default(0),
    preview: jsonb('preview').$type<LeadPreview>(),
    checkedAt: instant('checked_at'),
    appliedAt: instant('applied_at'),
    appliedBy: text('applied_by'),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
    /** Whether the other tables may still have rows of it. */
    hasRows: boolean('has_rows').notNull().default(true),
  },
  (table) => [
    uniqueIndex('lead_imports_number').on(table.importNo),
    // listLeadImports.
    index('lead_imports_by_time').on(table.createdAt, table.importId),
    // forget-old-rows: those that no one continued, oldest first.
    index('lead_imports_to_forget').on(table.touchedAt).where(sql`has_rows`),
    // The same bytes are applied only once.
    uniqueIndex('lead_imports_file_once').on(table.checksum).where(sql`state in ('applying', 'applied', 'undoing')`),
    // Only one import changes leads at a time.
    uniqueIndex('lead_imports_one_at_work').on(sql`(true)`).where(sql`state in ('applying', 'undoing')`),
    check(
      'lead_imports_state',
      sql`${table.state} in ('waiting', 'mapping', 'reading', 'interrupted', 'refused', 'ready', 'applying', 'applied', 'undoing', 'undone', 'lapsed')`,
    ),
  ],
)

/** A file as it was sent, part by part. Unlogged: after a crash of the database it must be sent again. */
export const leadFileParts = pgTable(
  'lead_file_parts',
  {
    importId: text('import_id').notNull(),
    partNumber: integer('part_number').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.partNumber] })],
)

/**
 * The rows of a file as leads. Partitioned by upload, so that a file is copied in without an index and dropped at once
 * (`platform/database/partition.ts`). The partitions are unlogged: after a crash of the database the file is read again.
 */
export const leadImportRows = pgTable(
  'lead_import_rows',
  {
    uploadNo: integer('upload_no').notNull(),
    /** Numbered as in a spreadsheet: the header is row 1. */
    rowNo: integer('row_no').notNull(),
    /** County and lead type: four times the county code, plus the lead type's position in their list. */
    placeNo: integer('place_no').notNull(),
    /** What happens to it: `VERDICTS` in rules.ts. */
    verdict: smallint('verdict').notNull().default(0),
    acquiredAt: instant('acquired_at').notNull(),
    propertyKey: uuid('property_key').notNull(),
    ownerKey: uuid('owner_key').notNull(),
    isDoNotCall: boolean('is_do_not_call').notNull(),
    address: text('address').notNull(),
    city: text('city').notNull(),
    zip: text('zip').notNull(),
    ownerNames: text('owner_names').array().notNull(),
    ownerFirstName: text('owner_first_name'),
    ownerLastName: text('owner_last_name'),
    ownerCompany: text('owner_company'),
    mailingAddress: text('mailing_address'),
    mailingStreet: text('mailing_street'),
    mailingCity: text('mailing_city'),
    mailingState: text('mailing_state'),
    mailingZip: text('mailing_zip'),
    phones: jsonb('phones').$type<LeadPhone[]>().notNull(),
    emails: text('emails').array().notNull(),
    facts: jsonb('facts').$type<LeadFacts>().notNull(),
    source: text('source').notNull(),
    consent: text('consent'),
  },
  (table) => [
    // apply-lead-import: a part is a run of places and properties.
    index('lead_import_rows_by_place').on(table.uploadNo, table.placeNo, table.propertyKey),
  ],
)

export const leadImportRefusals = pgTable(
  'lead_import_refusals',
  {
    uploadNo: integer('upload_no').notNull(),
    rowNo: integer('row_no').notNull(),
    reason: text('reason').$type<LeadRowReason>().notNull(),
    /** The row as sent. */
    line: text('line').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadNo, table.rowNo] })],
)

/** The units of applying and undoing: a run of places and properties, and what happened to it. */
export const leadImportParts = pgTable(
  'lead_import_parts',
  {
    uploadNo: integer('upload_no').notNull(),
    partNo: integer('part_no').notNull(),
    placeFrom: integer('place_from').notNull(),
    keyFrom: uuid('key_from').notNull(),
    placeTo: integer('place_to').notNull(),
    keyTo: uuid('key_to').notNull(),
    rows: integer('rows').notNull(),
    /** How many of these have a property that was known at the check. */
    knownRows: integer('known_rows').notNull(),
    /** Its counties and lead types. */
    places: integer('places').array().notNull(),
    /** Those of them whose stock follows from leads since it was applied. */
    backedPlaces: integer('backed_places').array().notNull().default(sql`'{}'`),
    isApplied: boolean('is_applied').notNull().default(false),
    isUndone: boolean('is_undone').notNull().default(false),
    newLeads: integer('new_leads').notNull().default(0),
    merged: integer('merged').notNull().default(0),
    displaced: integer('displaced').notNull().default(0),
    /** Rows that no longer counted when applied: too old by then, suppressed, or known in a newer form. */
    skipped: integer('skipped').notNull().default(0),
    /** Leads that could not be taken back, because someone had bought or held them. */
    kept: integer('kept').notNull().default(0),
    /** The range of its new leads. */
    leadFrom: bigint('lead_from', { mode: 'number' }),
    leadTo: bigint('lead_to', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.uploadNo, table.partNo] })],
)

/** What a lead was before an import replaced it or took it off sale, for undoing it. */
export const leadImportChanges = pgTable(
  'lead_import_changes',
  {
    importNo: integer('import_no').notNull(),
    partNo: integer('part_no').notNull(),
    leadId: bigint('lead_id', { mode: 'number' }).notNull(),
    fips: text('fips').notNull(),
    acquiredAt: instant('acquired_at').notNull(),
    /** It was on sale. */
    wasListed: boolean('was_listed').notNull(),
    /** Its facts, as `lead_details` had them; null if they stayed the same. */
    details: jsonb('details').$type<object>(),
  },
  (table) => [
    primaryKey({ columns: [table.leadId, table.importNo] }),
    // undo-lead-import.
    index('lead_import_changes_by_part').on(table.importNo, table.partNo),
  ],
)
