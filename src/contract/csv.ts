/** Tables as files that spreadsheets open: RFC 4180, with cells that cannot become formulas. */

/** A number stays one that can be calculated with; null is an empty cell. */
export type CsvCell = string | number | null

/** The media type of such a file, for a download or an attachment. */
export const CSV_TYPE = 'text/csv;charset=utf-8'

/** What a spreadsheet takes for a formula, or for the rest of one. */
const FORMULA_START = /^[=+\-@\t\r]/
/** Amounts below zero begin like formulas and are none. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * Rows as the text of a CSV file: CRLF after each row, quotes where a cell needs them. A text that a spreadsheet would
 * calculate begins with an apostrophe: names come from strangers, and a formula could send what stands beside it away.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180 and https://owasp.org/www-community/attacks/CSV_Injection
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(cell: CsvCell): string {
  const text = String(cell ?? '')
  const safe = FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
