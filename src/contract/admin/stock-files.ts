/** Stock as a file: checked first, then applied (docs/decisions/0029-stock-edits-and-low-stock.md). */
import * as z from 'zod/mini'
import { PlaceName } from '#contract/catalogue/catalogue.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AVAILABILITY_MAX } from '#contract/stock/inventory.ts'

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
  package_twice: 'gives a package a different count than another row',
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
  refused: z.partialRecord(StockRowReason, z.int()),
})
export type StockPreview = z.infer<typeof StockPreview>

export const exportStock = defineEndpoint('admin', 'GET', '/api/admin/stock.csv', {
  key: 'read',
  summary: 'All packages with their stock as a CSV file, of one state or of all; it can be edited and imported again.',
  query: z.object({ state: z.optional(PlaceName) }),
  file: CSV_TYPE,
  refusals: ['unknown_state'],
})
