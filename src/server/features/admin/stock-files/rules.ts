import { type StockRowReason, UNLIMITED_WORD } from '#contract/admin/stock-files.ts'
import { fipsOf, LEAD_TYPE_NAMES, LEAD_TYPES, type PackageId, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { AVAILABILITY_MAX } from '#contract/stock/inventory.ts'
import type { KnownCounties } from '#server/features/imports/known-counties.ts'
import { FileProblem, requireCommas } from '#server/features/imports/unpack.ts'

/** Means `unlimited` without a number. */
export const UNLIMITED = -1
const KEY_COLUMNS = ['lead_type', 'tier', 'size'] as const
const PLACE_COLUMNS = ['package_id', 'fips', 'state', 'county']
const KNOWN_COLUMNS = [...PLACE_COLUMNS, ...KEY_COLUMNS, 'price', 'available', 'exported_available']

export interface Header {
  readonly places: Readonly<Record<string, number>>
  readonly width: number
  readonly ignored: readonly string[]
}

const columnName = (cell: string): string =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** Reads a header whose columns are in any order. @throws FileProblem */
export function readHeader(cells: readonly string[]): Header {
  const names = cells.map(columnName)
  const refuse = (reason: string): never => {
    throw new FileProblem(reason)
  }
  requireCommas(cells)
  const twice = names.find((name, at) => KNOWN_COLUMNS.includes(name) && names.indexOf(name) !== at)
  if (twice) refuse(`The column “${twice}” is in the file twice. Remove one of them.`)
  const has = (name: string) => names.includes(name)
  const namesPlace = has('fips') || (has('state') && has('county'))
  const namesPackage = has('package_id') || (namesPlace && KEY_COLUMNS.every(has))
  if (!namesPackage && !has('available'))
    refuse('The first row must be a header with the columns “package_id” and “available”.')
  if (!namesPackage)
    refuse('The file has no column “package_id”. It is needed, or “state”, “county”, “lead_type”, “tier” and “size”.')
  if (!has('available')) refuse('The file has no column “available”, which holds the new counts.')
  return {
    places: Object.fromEntries(KNOWN_COLUMNS.map((name) => [name, names.indexOf(name)])),
    width: cells.length,
    ignored: cells.filter((cell, at) => cell.trim() !== '' && !KNOWN_COLUMNS.includes(names[at] ?? '')),
  }
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

/** Reads one row under a header. */
export function readRow(header: Header, cells: readonly string[], counties: KnownCounties): ReadRow {
  const refuse = (reason: StockRowReason) => ({ ok: false as const, reason })
  if (cells.slice(header.width).some((text) => text.trim() !== '')) return refuse('cells')
  const cell = (name: string) => cells[header.places[name] ?? -1]?.trim() ?? ''
  const named = cell('package_id').toLowerCase()
  const described = describedPackage(cell, counties)
  if (!named && described === null) return refuse('package_missing')
  if (named && described && described !== named) return refuse('package_contradicted')
  const packageId = named || described || ''
  if (!PACKAGE_ID.test(packageId) || !counties.has(fipsOf(packageId))) return refuse('package_unknown')
  const count = readCount(cell('available'))
  if (!count.ok) return count
  const exported = readCount(cell('exported_available'))
  const isEdited = !exported.ok || exported.count !== count.count
  return { ok: true, packageId: packageId as PackageId, available: count.count, isEdited }
}

/** The package that other columns name; null if they leave something out, `unknown` if there is no such package. */
function describedPackage(cell: (name: string) => string, counties: KnownCounties): string | null {
  const [leadType, tier, size] = KEY_COLUMNS.map(cell)
  if (!leadType || !tier || !size) return null
  const county = counties.find(cell('fips'), cell('state'), cell('county'))
  if (!county.ok) return county.reason === 'county_missing' ? null : 'unknown'
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
  if (!/^-?\d*\.?\d+$/.test(word)) return { ok: false, reason: 'count_not_number' }
  const count = Number(word)
  if (count < 0) return { ok: false, reason: 'count_negative' }
  if (!Number.isInteger(count)) return { ok: false, reason: 'count_fraction' }
  if (count > AVAILABILITY_MAX) return { ok: false, reason: 'count_too_high' }
  return { ok: true, count }
}
