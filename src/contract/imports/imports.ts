/**
 * Files that become leads, stock or a buyer's own list, in the same steps for all
 * (docs/decisions/0036-lead-files-in-steps.md). Rows are personal, so each look of a member is recorded.
 */
import * as z from 'zod/mini'
import { LEAD_ROW_REASONS, LEAD_VALUE_WORDS, LeadMapping } from '#contract/admin/lead-file-fields.ts'
import { LeadPreview } from '#contract/admin/lead-preview.ts'
import { STOCK_ROW_REASONS, StockPreview } from '#contract/admin/stock-files.ts'
import { OWN_LIST_ROW_REASONS, OwnListPreview } from '#contract/buyers/own-lists.ts'
import { LeadType } from '#contract/catalogue/catalogue.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { type Access, defineEndpoint } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { Instant, matching, PageQuery, PlainText } from '#contract/values.ts'
import { FileSheet } from './sheets.ts'

/** The size of every part of a file but the last one, in bytes: small enough for a slow connection to send in time. */
export const FILE_PART_BYTES = 2 * 1024 * 1024
/** Refused rows that are shown in place. */
export const REFUSED_SHOWN = 20
/** The most refused rows that a report lists. */
export const REFUSALS_MAX = 50_000

const MB = 1024 * 1024
/** The largest files as they are sent, in bytes: a million leads are about 260 MB, or 70 MB compressed. */
export const FILE_BYTES_MAX = { leads: 512 * MB, stock: 24 * MB, ownList: 64 * MB } as const
export const IMPORT_KINDS = ['leads', 'stock', 'ownList'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** Why a row is refused: “This row …”. */
export const ROW_REASONS: Readonly<Record<ImportKind, Readonly<Record<string, string>>>> = {
  leads: LEAD_ROW_REASONS,
  stock: STOCK_ROW_REASONS,
  ownList: OWN_LIST_ROW_REASONS,
}

/** Why one row is refused, as a sentence without its period. @param cell the value to correct, if it may be shown */
export function refusedWords(kind: ImportKind, reason: string, cell: string, start: 'It' | 'This row'): string {
  const words = cell && LEAD_VALUE_WORDS[reason]?.replace('…', () => cell)
  const shown = reason === 'left_out' ? cell : `“${cell}”`
  return words || `${start} ${ROW_REASONS[kind][reason] ?? reason}${cell && `: ${shown}`}`
}

/** They begin with their kind: leads, stock, own list. */
export const ImportId = matching(/^(?:lim|sti|own)_[0-9a-z]{10,40}$/)

/** `interrupted`: what was read is lost and has to be read again. `lapsed`: it waited for three days. */
export const IMPORT_STATES = [
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
export const ImportState = z.enum(IMPORT_STATES)

const Shared = z.object({
  id: ImportId,
  /** Who supplied leads, or what a buyer calls a list; empty for stock. */
  source: z.string(),
  fileName: z.string(),
  fileBytes: z.int(),
  state: ImportState,
  createdAt: Instant,
  createdBy: z.string(),
  bytesReceived: z.int(),
  bytesRead: z.int(),
  rowsRead: z.int(),
  checksum: z.nullable(z.string()),
  columns: z.array(z.string()),
  /** Of a workbook with several sheets. */
  sheets: z.array(FileSheet),
  mapping: z.nullable(LeadMapping),
  problem: z.nullable(z.string()),
  refusedRows: z.int(),
  /** Some for each reason, with the value to correct unless it is personal; only of one import, while it is looked at. */
  firstRefused: z.optional(z.array(z.object({ row: z.string(), reason: z.string(), cell: z.string() }))),
  /** Rows of `rowsToApply` that were applied so far or, while it is `undoing`, undone. */
  rowsDone: z.int(),
  rowsToApply: z.int(),
  appliedAt: z.nullable(Instant),
  appliedBy: z.nullable(z.string()),
  undoneAt: z.nullable(Instant),
  undoneBy: z.nullable(z.string()),
  /** What applying did, and how much of it an undo had to leave (`kept`). */
  outcome: z.nullable(z.record(z.string(), z.int())),
})

/** One import: how far it is and, in numbers, what its check found. */
export const Import = z.discriminatedUnion('kind', [
  z.extend(Shared, { kind: z.literal('leads'), preview: z.nullable(LeadPreview) }),
  z.extend(Shared, { kind: z.literal('stock'), preview: z.nullable(StockPreview) }),
  z.extend(Shared, { kind: z.literal('ownList'), preview: z.nullable(OwnListPreview) }),
])
export type Import = z.infer<typeof Import>
export type ImportOf<Kind extends ImportKind> = Extract<Import, { kind: Kind }>

export const FileColumn = z.object({
  name: z.string(),
  examples: z.array(z.string()),
  /** Its cells are phones or email addresses, whatever it is called. */
  isContact: z.boolean(),
  /** Its name or a cell may forbid calls: it is given a meaning or set aside. */
  mayForbidCalls: z.boolean(),
})
export type FileColumn = z.infer<typeof FileColumn>

const OpenedFile = z.object({
  import: Import,
  columns: z.array(FileColumn),
  /** As last used for this source, for columns that still exist; otherwise by the columns’ names and cells. */
  mapping: LeadMapping,
  /** Two addresses that could be the property’s; `mapping` has the first. Empty if it is clear. */
  choices: z.array(LeadMapping),
  isRemembered: z.boolean(),
})

export const IMPORTS_PAGE_DEFAULT = 10

const params = z.object({ importId: ImportId })
const Names = z.object({
  source: PlainText(100),
  fileName: PlainText(200).check(z.minLength(1)),
  fileBytes: z.int().check(z.gte(0)),
})

/** The steps that administrators and buyers take alike. */
const stepsFor = <const A extends Access, const P extends string>(
  access: A,
  path: P,
  keys: { read?: { key: 'read' }; write?: { key: 'write' } },
  also: readonly RefusalCode[],
) => ({
  sendPart: defineEndpoint(access, 'PUT', `${path}/:importId/parts/:partNumber`, {
    ...keys.write,
    summary:
      'Takes one part of a file (CSV or XLSX, plain or gzip): 2 MB each, the last one what is left, counted from 0. A part sent again replaces itself.',
    params: z.object({
      importId: ImportId,
      partNumber: z.coerce.number().check(z.int(), z.gte(0), z.lt(FILE_BYTES_MAX.leads / FILE_PART_BYTES)),
    }),
    upload: 'application/octet-stream',
    reply: z.object({ bytesReceived: z.int() }),
    refusals: ['import_unknown', 'import_not_ready', ...also],
  }),
  open: defineEndpoint(access, 'POST', `${path}/:importId/open`, {
    ...keys.write,
    summary: 'Confirms that all parts are there; returns the columns with examples, and what they probably mean.',
    params,
    reply: OpenedFile,
    refusals: ['import_unknown', 'import_not_ready', 'file_refused', ...also],
  }),
  check: defineEndpoint(access, 'POST', `${path}/:importId/check`, {
    ...keys.write,
    summary: 'Names the columns and starts the dry run, which changes nothing else. Another mapping starts over.',
    params,
    body: z.object({ mapping: LeadMapping }),
    reply: Import,
    refusals: ['import_unknown', 'import_not_ready', 'mapping_invalid', ...also],
  }),
  get: defineEndpoint(access, 'GET', `${path}/:importId`, {
    ...keys.read,
    summary: 'One import: how far it is, and what the dry run found, in numbers.',
    params,
    reply: Import,
    refusals: ['import_unknown', ...also],
  }),
  refused: defineEndpoint(access, 'GET', `${path}/:importId/refused.csv`, {
    ...keys.read,
    summary: 'The refused rows as a CSV file: row number, reason, the row; at most 50,000, for three days.',
    params,
    file: CSV_TYPE,
    refusals: ['import_unknown', ...also],
  }),
})

const admin = stepsFor('admin', '/api/admin/imports', { read: { key: 'read' }, write: { key: 'write' } }, [])
export const sendImportPart = admin.sendPart
export const openImport = admin.open
export const checkImport = admin.check
export const getImport = admin.get
export const downloadRefusedRows = admin.refused

export const createImport = defineEndpoint('admin', 'POST', '/api/admin/imports', {
  key: 'write',
  summary:
    'Creates an import for a file of leads or of stock, so that it has an id before the parts are sent. `source`: who supplied the leads.',
  body: z.extend(Names, { kind: z.enum(['leads', 'stock']) }),
  reply: Import,
})

export const applyImport = defineEndpoint('admin', 'POST', '/api/admin/imports/:importId/apply', {
  key: 'write',
  summary: 'Starts applying a checked file; another node finishes a killed node’s work. Repeating it changes nothing.',
  params,
  reply: Import,
  refusals: ['import_unknown', 'import_not_ready', 'import_busy', 'import_outdated', 'file_known'],
})

export const undoImport = defineEndpoint('admin', 'POST', '/api/admin/imports/:importId/undo', {
  key: 'write',
  summary: 'Starts undoing an import; not one of leads of which any is sold or held, or that a later import builds on.',
  params,
  reply: Import,
  refusals: ['import_unknown', 'import_not_ready', 'import_busy', 'import_in_use', 'import_built_upon'],
})

export const listImports = defineEndpoint('admin', 'GET', '/api/admin/imports', {
  key: 'read',
  summary: 'Past imports of leads and of stock, the newest first.',
  query: PageQuery(100),
  reply: z.array(Import),
  isPaged: true,
})

const AT_DESK = ['desk_closed', 'own_list_throttled'] as const
const desk = stepsFor('anyone', '/api/desk/imports', {}, AT_DESK)
export const sendOwnListPart = desk.sendPart
export const openOwnListFile = desk.open
export const checkOwnListFile = desk.check
export const getOwnListImport = desk.get
export const downloadRefusedListRows = desk.refused

export const createOwnListImport = defineEndpoint('anyone', 'POST', '/api/desk/imports', {
  summary: 'Creates an import for a list of leads that the open desk’s address already has.',
  body: Names,
  reply: Import,
  refusals: AT_DESK,
})

export const applyOwnListImport = defineEndpoint('anyone', 'POST', '/api/desk/imports/:importId/apply', {
  summary:
    'Starts keeping a checked file as a list under this name, in place of another one if `replaces` names it. Repeating it changes nothing.',
  params,
  body: z.object({ name: PlainText(100).check(z.minLength(1)), replaces: z.optional(z.string()) }),
  reply: Import,
  // Without AT_DESK in it: a spread would keep the schemas in every first load.
  refusals: [
    'desk_closed',
    'own_list_throttled',
    'import_unknown',
    'import_not_ready',
    'own_list_unknown',
    'own_lists_full',
    'body_too_large',
  ],
})

/* Only imports of leads have these. */

export const LEAD_PREVIEW_ROWS = 10

export const LeadPreviewRow = z.object({
  /** Of several sheets, `sheet` × 2,097,152 + its row. */
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

export const previewLeadImport = defineEndpoint('admin', 'POST', '/api/admin/imports/:importId/preview', {
  key: 'write',
  summary: 'The first rows as the leads they would become. Recorded as a look at personal data.',
  params,
  reply: z.array(LeadPreviewRow),
  refusals: ['import_unknown', 'import_not_ready'],
})

export const listLeadSources = defineEndpoint('admin', 'GET', '/api/admin/lead-sources', {
  key: 'read',
  summary: 'Names of the sources whose columns are saved, last used first.',
  reply: z.array(z.string()),
})
