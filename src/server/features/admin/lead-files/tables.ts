/**
 * What imports of leads keep besides what all imports do (imports/tables.ts). Rows are kept under the number of their
 * upload. What an import replaced is kept for 30 days, as long as it can be undone.
 */
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import type { LeadFacts, LeadPhone } from '#contract/delivery/lead-sheet.ts'
import { instant } from '#server/platform/database/columns.ts'

/** Sources by name, with the columns of their files. */
export const leadSources = pgTable('lead_sources', {
  source: text('source').primaryKey(),
  mapping: jsonb('mapping').$type<LeadMapping>().notNull(),
  usedAt: instant('used_at').notNull(),
})

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
    /** Empty: addresses have one form. */
    formerKey: uuid('former_key'),
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
