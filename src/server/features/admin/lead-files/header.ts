import { type LeadMapping, suggestMapping } from '#contract/admin/lead-file-fields.ts'
import { FileProblem } from '#server/features/admin/imports.ts'

const COLUMN_CHARACTERS_MAX = 200

const DATE = String.raw`\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}[- ]\p{L}{3,9}\.?[- ]\d{2,4}|\p{L}{3,9}\.? \d{1,2},? \d{4}`
/** Days and years that a column's name may contain (`Value on 2026-01-15`, `Sold 2019-2023`). */
const IN_NAMES = new RegExp(String.raw`\b(?:${DATE}|(?:19|20)\d\d ?[-\u2013] ?(?:19|20)\d\d)\b`, 'gu')
/** Values that homeowners' rows contain but column names do not: an email address, a ZIP code or a date alone. */
const VALUES = [/@[^@\s]*\./, /^\d{5}(?:-\d{4})?$/, new RegExp(`^(?:${DATE})(?:[ T]\\d{1,2}:.*)?$`, 'u')]
/** A phone or a parcel number. */
const LONG_NUMBER = /(?:\d[\s().+-]*){7}/

const isValue = (cell: string): boolean =>
  VALUES.some((value) => value.test(cell)) || LONG_NUMBER.test(cell.replace(IN_NAMES, ''))

/**
 * Reads the names of a file's columns, each once. They are kept and shown, so the first homeowner of a file without a
 * header must not be mistaken for them.
 * @throws FileProblem if the first row is not a header
 */
export function readHeader(cells: readonly string[]): string[] {
  if (cells.length === 1 && /[;\t|]/.test(cells[0] ?? ''))
    throw new FileProblem('The columns are separated by something else than commas. Save the file as CSV with commas.')
  if (cells.length < 3 || cells.some((cell) => isValue(cell.trim())))
    throw new FileProblem('The first row must be a header that names the columns, separated by commas.')
  const seen = new Map<string, number>()
  return cells.map((cell, index) => {
    const name =
      cell
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, COLUMN_CHARACTERS_MAX - 10) || `Column ${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/**
 * Suggests what columns mean: as last time for the source. New ones mean what their names suggest, because a new column
 * may say do-not-call; one that was left out on purpose stays out.
 * @param known of the source, with the columns of its last file
 */
export function proposeMapping(
  columns: readonly string[],
  known: { mapping: LeadMapping; columns: readonly string[] | null } | undefined,
): { mapping: LeadMapping; isRemembered: boolean } {
  const all = Object.entries(known?.mapping ?? {})
  const fitting = all.filter(([, origin]) => !('column' in origin) || columns.includes(origin.column))
  const isRemembered = fitting.some(([, origin]) => 'column' in origin)
  const used = new Set(fitting.map(([, origin]) => ('column' in origin ? origin.column : '')))
  const seen = new Set(isRemembered ? (known?.columns ?? []) : [])
  const suggested = suggestMapping(columns.filter((column) => !used.has(column) && !seen.has(column)))
  return { mapping: { ...suggested, ...Object.fromEntries(fitting) }, isRemembered }
}
