import type { LeadField, LeadMapping } from '#contract/admin/lead-file-fields.ts'
import { type StockRowReason, UNLIMITED_WORD } from '#contract/admin/stock-files.ts'
import { fipsOf, LEAD_TYPE_NAMES, LEAD_TYPES, type PackageId, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { FIELDS_OF } from '#contract/imports/mapping.ts'
import { AVAILABILITY_MAX } from '#contract/stock/inventory.ts'
import type { KnownCounties } from '#server/features/imports/known-counties.ts'

/** Means `unlimited` without a number. */
export const UNLIMITED = -1
const KEY_FIELDS = ['leadType', 'tier', 'size'] as const
/** The name that an export gives to the column of a field. */
const exportName = (field: LeadField): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const columnName = (cell: string): string =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** What columns are, by their names. One that is in the file twice is left to a person. */
export function proposeStockMapping(columns: readonly string[]): LeadMapping {
  const mapping: LeadMapping = {}
  const names = columns.map((column) => columnName(column.replace(/ \(\d+\)$/, '')))
  for (const field of FIELDS_OF.stock) {
    const at = names.indexOf(exportName(field))
    const column = columns[at]
    if (column !== undefined && at === names.lastIndexOf(exportName(field))) mapping[field] = { column }
  }
  return mapping
}

export type ReadRow =
  | { ok: true; packageId: PackageId; available: number; isEdited: boolean }
  | { ok: false; reason: StockRowReason }

const PACKAGE_ID = new RegExp(`^\\d{5}-(${LEAD_TYPES.join('|')})-(${TIERS.join('|')})-(${SIZES.join('|')})$`)
/** By id and by name, because people write both. */
const LEAD_TYPE_BY_WORD: ReadonlyMap<string, string> = new Map(
  LEAD_TYPES.flatMap((leadType) => [
    [leadType, leadType],
    [LEAD_TYPE_NAMES[leadType].toLowerCase(), leadType],
  ]),
)

/** Reads one row. @param cell the trimmed cell of a field */
export function readRow(cell: (field: LeadField) => string, counties: KnownCounties): ReadRow {
  const refuse = (reason: StockRowReason) => ({ ok: false as const, reason })
  const named = cell('packageId').toLowerCase()
  const described = describedPackage(cell, counties)
  if (!named && described === null) return refuse('package_missing')
  // If only the county's name is unknown, as after a wrong encoding, the id counts.
  if (named && described && described !== named && described !== 'county_unknown') return refuse('package_contradicted')
  const packageId = named || described || ''
  if (!PACKAGE_ID.test(packageId) || counties.nameOf(Number(fipsOf(packageId))) === undefined)
    return refuse('package_unknown')
  const count = readCount(cell('available'))
  if (!count.ok) return count
  const exported = readCount(cell('exportedAvailable'))
  const isEdited = !exported.ok || exported.count !== count.count
  return { ok: true, packageId: packageId as PackageId, available: count.count, isEdited }
}

/** The package that other columns name; null if they leave something out, the reason if there is no such county. */
function describedPackage(cell: (field: LeadField) => string, counties: KnownCounties): string | null {
  const [leadType, tier, size] = KEY_FIELDS.map(cell)
  if (!leadType || !tier || !size) return null
  const county = counties.find(cell('fips'), cell('state'), cell('county'))
  if (!county.ok) return county.reason === 'county_missing' ? null : county.reason
  const word = LEAD_TYPE_BY_WORD.get(leadType.toLowerCase()) ?? 'unknown'
  return `${String(county.code).padStart(5, '0')}-${word}-${tier.toLowerCase()}-${size.replace(/\.0+$/, '')}`
}

/** Reads a count as people and spreadsheets write it: digits, `1,000`, `5.00` for 5, or `unlimited`. */
export function readCount(text: string): { ok: true; count: number } | { ok: false; reason: StockRowReason } {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}\b)/g, '')
  if (word === '') return { ok: false, reason: 'count_missing' }
  if (word === UNLIMITED_WORD || word === '∞') return { ok: true, count: UNLIMITED }
  // `1.000` is a thousand in Europe and one elsewhere.
  if (!/^-?\d*\.?\d+$/.test(word) || /^\d{1,3}\.\d{3}$/.test(word)) return { ok: false, reason: 'count_not_number' }
  const count = Number(word)
  if (count < 0) return { ok: false, reason: 'count_negative' }
  if (!Number.isInteger(count)) return { ok: false, reason: 'count_fraction' }
  if (count > AVAILABILITY_MAX) return { ok: false, reason: 'count_too_high' }
  return { ok: true, count }
}
