/** Lead files in steps (docs/decisions/0036-lead-files-in-steps.md). Rows are personal, so each look is recorded. */
import * as z from 'zod/mini'
import { LeadType } from '#contract/catalogue/catalogue.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, matching, PageQuery, PlainText } from '#contract/values.ts'
import { LeadMapping } from './lead-file-fields.ts'
import { LeadPreview } from './lead-preview.ts'

/** The largest accepted file as sent, in bytes: a million rows are about 260 MB, or 70 MB compressed. */
export const LEAD_FILE_BYTES_MAX = 512 * 1024 * 1024
/** The size of every part of a file but the last one, in bytes: small enough for a slow connection to send in time. */
export const LEAD_FILE_PART_BYTES = 2 * 1024 * 1024
export const LEAD_REFUSALS_MAX = 50_000
export const LEAD_PREVIEW_ROWS = 10

export const LeadImportId = matching(/^lim_[0-9a-z]{10,40}$/)

/** `interrupted`: what was read is lost and has to be read again. `lapsed`: it waited for three days. */
export const LEAD_IMPORT_STATES = [
  'waiting',
  'mapping',
  'reading',
  'interrupted',
  'refused',
  'ready',
  'applying',
  'applied',
  'undoing',
  'undone',
  'lapsed',
] as const
export const LeadImportState = z.enum(LEAD_IMPORT_STATES)
export type LeadImportState = z.infer<typeof LeadImportState>

export const LeadImport = z.object({
  id: LeadImportId,
  source: z.string(),
  fileName: z.string(),
  fileBytes: z.int(),
  state: LeadImportState,
  createdAt: Instant,
  createdBy: z.string(),
  bytesReceived: z.int(),
  bytesRead: z.int(),
  rowsRead: z.int(),
  checksum: z.nullable(z.string()),
  columns: z.array(z.string()),
  mapping: z.nullable(LeadMapping),
  problem: z.nullable(z.string()),
  refusedRows: z.int(),
  preview: z.nullable(LeadPreview),
  /** Rows of `rowsToApply` that were applied so far or, while it is `undoing`, undone. */
  rowsDone: z.int(),
  rowsToApply: z.int(),
  appliedAt: z.nullable(Instant),
  appliedBy: z.nullable(z.string()),
  undoneAt: z.nullable(Instant),
  undoneBy: z.nullable(z.string()),
  outcome: z.nullable(
    z.object({ newLeads: z.int(), merged: z.int(), displaced: z.int(), skipped: z.int(), kept: z.int() }),
  ),
})
export type LeadImport = z.infer<typeof LeadImport>

export const LeadColumn = z.object({
  name: z.string(),
  examples: z.array(z.string()),
  /** Its cells are phones or email addresses, whatever it is called. */
  isContact: z.boolean(),
})
export type LeadColumn = z.infer<typeof LeadColumn>

export const LeadPreviewRow = z.object({
  row: z.int(),
  leadType: LeadType,
  state: z.string(),
  county: z.string(),
  address: z.string(),
  city: z.string(),
  zip: z.string(),
  ownerNames: z.array(z.string()),
  mailingAddress: z.nullable(z.string()),
  phones: z.array(z.object({ number: z.string(), kind: z.string(), isDoNotCall: z.boolean() })),
  emails: z.array(z.string()),
  acquiredAt: Instant,
  source: z.string(),
  consent: z.nullable(z.string()),
  isDoNotCall: z.boolean(),
  /** `replaces`: new, and a lead of the same property, of another owner or for another list, goes off sale. */
  verdict: z.enum(['new', 'merged', 'replaces', 'unchanged', 'repeated', 'outdated', 'suppressed']),
})
export type LeadPreviewRow = z.infer<typeof LeadPreviewRow>

export const LEAD_IMPORTS_PAGE_DEFAULT = 10

const ImportParams = z.object({ leadImportId: LeadImportId })

export const createLeadImport = defineEndpoint('admin', 'POST', '/api/admin/lead-imports', {
  key: 'write',
  summary: 'Creates an import for a lead file and its supplier, so that it has an id before the parts are sent.',
  body: z.object({
    source: PlainText(100).check(z.minLength(1)),
    fileName: PlainText(200).check(z.minLength(1)),
    fileBytes: z.int().check(z.gte(0)),
  }),
  reply: LeadImport,
})

export const sendLeadFilePart = defineEndpoint(
  'admin',
  'PUT',
  '/api/admin/lead-imports/:leadImportId/parts/:partNumber',
  {
    key: 'write',
    summary:
      'Takes one part of a file (CSV in UTF-8 with a header, plain or gzip): 2 MB each, the last one what is left, counted from 0. A part sent again replaces itself.',
    params: z.object({
      leadImportId: LeadImportId,
      partNumber: z.coerce.number().check(z.int(), z.gte(0), z.lt(LEAD_FILE_BYTES_MAX / LEAD_FILE_PART_BYTES)),
    }),
    upload: 'application/octet-stream',
    reply: z.object({ bytesReceived: z.int() }),
    refusals: ['lead_import_unknown', 'lead_import_not_ready'],
  },
)

export const openLeadFile = defineEndpoint('admin', 'POST', '/api/admin/lead-imports/:leadImportId/open', {
  key: 'write',
  summary:
    'Confirms that all parts are there; returns the columns with examples, and what they probably mean. Recorded as a look at personal data.',
  params: ImportParams,
  reply: z.object({
    import: LeadImport,
    columns: z.array(LeadColumn),
    /** As last used for this source, for columns that still exist; otherwise by the columns’ names and cells. */
    mapping: LeadMapping,
    /** Two addresses that could be the property’s; `mapping` has the first. Empty if it is clear. */
    choices: z.array(LeadMapping),
    isRemembered: z.boolean(),
  }),
  refusals: ['lead_import_unknown', 'lead_import_not_ready', 'lead_file_refused'],
})

export const checkLeadFile = defineEndpoint('admin', 'POST', '/api/admin/lead-imports/:leadImportId/check', {
  key: 'write',
  summary:
    'Names the columns and starts the dry run, which changes no lead. The mapping is saved for the source. Another mapping starts over.',
  params: ImportParams,
  body: z.object({ mapping: LeadMapping }),
  reply: LeadImport,
  refusals: ['lead_import_unknown', 'lead_import_not_ready', 'lead_mapping_invalid'],
})

export const applyLeadImport = defineEndpoint('admin', 'POST', '/api/admin/lead-imports/:leadImportId/apply', {
  key: 'write',
  summary:
    'Starts putting the checked leads on sale; another node finishes a killed node’s work. Repeating it changes nothing.',
  params: ImportParams,
  reply: LeadImport,
  refusals: ['lead_import_unknown', 'lead_import_not_ready', 'lead_import_busy', 'lead_file_known'],
})

export const undoLeadImport = defineEndpoint('admin', 'POST', '/api/admin/lead-imports/:leadImportId/undo', {
  key: 'write',
  summary: 'Starts undoing an import, as long as none of it is sold or held and no later import builds on it.',
  params: ImportParams,
  reply: LeadImport,
  refusals: [
    'lead_import_unknown',
    'lead_import_not_ready',
    'lead_import_busy',
    'lead_import_in_use',
    'lead_import_built_upon',
  ],
})

export const getLeadImport = defineEndpoint('admin', 'GET', '/api/admin/lead-imports/:leadImportId', {
  key: 'read',
  summary: 'One import: how far it is, and what the dry run found, in numbers.',
  params: ImportParams,
  reply: LeadImport,
  refusals: ['lead_import_unknown'],
})

export const previewLeadImport = defineEndpoint('admin', 'POST', '/api/admin/lead-imports/:leadImportId/preview', {
  key: 'write',
  summary: 'The first rows as the leads they would become. Recorded as a look at personal data.',
  params: ImportParams,
  reply: z.array(LeadPreviewRow),
  refusals: ['lead_import_unknown', 'lead_import_not_ready'],
})

export const downloadRefusedLeads = defineEndpoint(
  'admin',
  'GET',
  '/api/admin/lead-imports/:leadImportId/refused.csv',
  {
    key: 'read',
    summary:
      'The refused rows as a CSV file: row number, reason, the row; at most 50,000, for three days. Recorded as a look at personal data.',
    params: ImportParams,
    file: CSV_TYPE,
    refusals: ['lead_import_unknown'],
  },
)

export const listLeadImports = defineEndpoint('admin', 'GET', '/api/admin/lead-imports', {
  key: 'read',
  summary: 'Past imports of lead files, the newest first.',
  query: PageQuery(100),
  reply: z.array(LeadImport),
  isPaged: true,
})

export const listLeadSources = defineEndpoint('admin', 'GET', '/api/admin/lead-sources', {
  key: 'read',
  summary: 'Names of the sources whose columns are saved, last used first.',
  reply: z.array(z.string()),
})
