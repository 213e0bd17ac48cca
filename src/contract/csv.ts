/** Tables as files that spreadsheets open: RFC 4180, with cells that cannot become formulas. */

/** A number stays one that can be calculated with; null is an empty cell. */
export type CsvCell = string | number | null

/** What a spreadsheet takes for the start of a formula. The full-width and small forms count as the plain ones in East Asian versions. */
const SIGN = /[=+\-@＝＋－＠﹦﹢﹣﹫]/
/** What may come before a sign without being seen: spaces, control characters, marks without a width. Quotes may be dropped. */
const SKIPPED = /[\s\p{Cc}\p{Cf}'"]/u
/** A text that begins like a formula, or with what other settings take for the end of a cell. */
const START = new RegExp(`^'*(?:[\\t\\r\\n;]|[\\s\\p{Cc}\\p{Cf}]*${SIGN.source})`, 'u')
/** Where a reader with other settings begins a new cell. */
const SEPARATOR = /[;\t\r\n]/
/** Most texts; none of them begins like a formula. */
const PLAIN_START = /^[A-Za-z0-9]/
/** Amounts below zero begin like formulas and are none. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]/

const startsFormula = (text: string): boolean => !PLAIN_START.test(text) && START.test(text)

/** Lets `change` replace each separator that a formula follows, and what comes right after it. */
function atOpenings(text: string, change: (separator: string, rest: string) => string): string {
  if (!SEPARATOR.test(text)) return text
  let rest = ''
  let isBeforeSign = false
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text.charAt(at)
    rest = SEPARATOR.test(character) && isBeforeSign ? change(character, rest) : character + rest
    isBeforeSign = SIGN.test(character) || (isBeforeSign && SKIPPED.test(character))
  }
  return rest
}

/**
 * A text with an apostrophe before everything that a spreadsheet could calculate: names come from strangers, and a formula could send
 * what stands beside it away. For each cell of every file that spreadsheets open, CSV and XLSX.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function guardCell(text: string): string {
  const inside = atOpenings(text, (separator, rest) => `${separator}'${rest}`)
  return startsFormula(inside) && !PLAIN_NUMBER.test(inside) ? `'${inside}` : inside
}

/** Takes off what `guardCell` put on, so that a file of ours that comes back says what it said. */
export function unguardCell(text: string): string {
  if (!text.includes("'")) return text
  const inside = text.startsWith("'") && startsFormula(text) ? text.slice(1) : text
  return atOpenings(inside, (separator, rest) => separator + rest.replace(/^'/, ''))
}

/**
 * Rows as the text of a CSV file: CRLF after each row, quotes where a cell needs them, texts guarded.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(cell: CsvCell): string {
  const text = typeof cell === 'string' ? guardCell(cell) : String(cell ?? '')
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
