/** Stock as a file: checked first, then applied (docs/decisions/0029-stock-edits-and-low-stock.md). */
import * as z from 'zod/mini'
import { PlaceName } from '#contract/catalogue/catalogue.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AVAILABILITY_MAX } from '#contract/stock/inventory.ts'
import { Instant, matching, PageQuery, PlainText } from '#contract/values.ts'

/** The largest accepted file, in bytes: all packages with every column are about 13 MB. */
export const STOCK_FILE_BYTES_MAX = 24 * 1024 * 1024
/** The most rows below the header: there are 150,816 packages. */
export const STOCK_FILE_ROWS_MAX = 200_000
export const REFUSED_ROWS_MAX = 1_000
export const REFUSED_ROWS_SHOWN = 20

export const STOCK_FILE_COLUMNS = [
  'package_id',
  'state',
  'county',
  'lead_type',
  'tier',
  'size',
  'price',
  'available',
  'exported_available',
] as const

export const UNLIMITED_WORD = 'unlimited'

export const STOCK_ROW_REASONS = {
  package_missing: 'names no package: fill package_id, or state, county, lead_type, tier and size',
  package_unknown: 'names a package that does not exist',
  package_contradicted: 'names one package in package_id and another in its other columns',
  package_twice: 'gives a package a different count than a row above',
  package_from_leads: 'sets a package whose stock comes from its leads; leave its row as exported, or remove it',
  count_missing: 'has no count in available',
  count_not_number: 'has a count that is not a number',
  count_fraction: 'has a count with a fraction; only whole packages can be sold',
  count_negative: 'has a count below zero',
  count_too_high: `has a count above ${AVAILABILITY_MAX / 1_000_000} million`,
  cells: 'has more cells than the header has columns',
} as const
export type StockRowReason = keyof typeof STOCK_ROW_REASONS
export const StockRowReason = z.enum(Object.keys(STOCK_ROW_REASONS) as [StockRowReason, ...StockRowReason[]])

export const StockImportId = matching(/^sti_[0-9a-z]{10,40}$/)

/** `interrupted`: the rest of its file did not come. `lapsed`: it waited for a day. */
export const StockImportState = z.enum([
  'waiting',
  'reading',
  'interrupted',
  'checking',
  'refused',
  'ready',
  'applying',
  'applied',
  'lapsed',
])
export type StockImportState = z.infer<typeof StockImportState>

export const StockPreview = z.object({
  named: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Unchanged: rows that no one edited since the export, while units were held, sold or set. */
  leftAlone: z.int(),
  toZero: z.int(),
  toUnlimited: z.int(),
  fromUnlimited: z.int(),
  repeated: z.int(),
})
export type StockPreview = z.infer<typeof StockPreview>

export const RefusedStockRow = z.object({
  /** As a spreadsheet counts: the header is row 1. */
  row: z.int(),
  reason: StockRowReason,
  line: z.string(),
})
export type RefusedStockRow = z.infer<typeof RefusedStockRow>

export const StockImport = z.object({
  id: StockImportId,
  fileName: z.string(),
  fileBytes: z.int(),
  state: StockImportState,
  createdAt: Instant,
  createdBy: z.string(),
  bytesRead: z.int(),
  rowsRead: z.int(),
  checksum: z.nullable(z.string()),
  ignoredColumns: z.array(z.string()),
  problem: z.nullable(z.string()),
  refusedRows: z.int(),
  preview: z.nullable(StockPreview),
  appliedRows: z.int(),
  appliedAt: z.nullable(Instant),
  appliedBy: z.nullable(z.string()),
  changedPackages: z.nullable(z.int()),
})
export type StockImport = z.infer<typeof StockImport>

export const StockImportDetails = z.extend(StockImport, { refused: z.array(RefusedStockRow) })
export type StockImportDetails = z.infer<typeof StockImportDetails>

export const STOCK_IMPORTS_PAGE_DEFAULT = 10

const ImportParams = z.object({ importId: StockImportId })

export const exportStock = defineEndpoint('admin', 'GET', '/api/admin/stock.csv', {
  key: 'read',
  summary: 'All packages with their stock as a CSV file, of one state or of all; it can be edited and imported again.',
  query: z.object({ state: z.optional(PlaceName) }),
  file: CSV_TYPE,
  refusals: ['unknown_state'],
})

export const createStockImport = defineEndpoint('admin', 'POST', '/api/admin/stock-imports', {
  key: 'write',
  summary: 'Creates an import for a stock file, so that it has an id before the file is sent.',
  body: z.object({ fileName: PlainText(200).check(z.minLength(1)), fileBytes: z.int().check(z.gte(0)) }),
  reply: StockImportDetails,
})

export const sendStockFile = defineEndpoint('admin', 'PUT', '/api/admin/stock-imports/:importId/file', {
  key: 'write',
  summary:
    'Takes the file of an import, as CSV in UTF-8 with a header, and checks every row; changes no stock. Sending again starts over.',
  params: ImportParams,
  upload: 'text/csv',
  reply: StockImportDetails,
  refusals: ['stock_import_unknown', 'stock_import_applied', 'stock_import_replaced', 'stock_file_refused'],
})

export const checkStockImport = defineEndpoint('admin', 'POST', '/api/admin/stock-imports/:importId/check', {
  key: 'write',
  summary: 'Compares a file that was read with the current stock, if someone has set packages since.',
  params: ImportParams,
  reply: StockImportDetails,
  refusals: ['stock_import_unknown', 'stock_import_not_ready'],
})

export const applyStockImport = defineEndpoint('admin', 'POST', '/api/admin/stock-imports/:importId/apply', {
  key: 'write',
  summary:
    'Sets the stock of every package that the check found to change, or refuses. One that someone else sets at the same time keeps that count. Live holds stay. A second call changes nothing.',
  params: ImportParams,
  reply: StockImportDetails,
  refusals: ['stock_import_unknown', 'stock_import_not_ready', 'stock_import_outdated'],
})

export const getStockImport = defineEndpoint('admin', 'GET', '/api/admin/stock-imports/:importId', {
  key: 'read',
  summary: 'One import: how far it is, what the check found, the first refused rows.',
  params: ImportParams,
  reply: StockImportDetails,
  refusals: ['stock_import_unknown'],
})

export const downloadRefusedRows = defineEndpoint('admin', 'GET', '/api/admin/stock-imports/:importId/refused.csv', {
  key: 'read',
  summary: 'The refused rows of an import as a CSV file: row number, reason, the row; at most 1,000.',
  params: ImportParams,
  file: CSV_TYPE,
  refusals: ['stock_import_unknown'],
})

export const listStockImports = defineEndpoint('admin', 'GET', '/api/admin/stock-imports', {
  key: 'read',
  summary: 'Past imports, the newest first.',
  query: PageQuery(100),
  reply: z.array(StockImport),
  isPaged: true,
})
