/** Writes tables as files that spreadsheets open: RFC 4180, with cells that cannot become formulas. */

/** A number stays a number in the spreadsheet; null is an empty cell. */
export type CsvCell = string | number | null

/** Characters that start a formula. East Asian versions accept the full-width and small forms too. */
const SIGN = /[=+\-@＝＋－＠﹦﹢﹣﹫]/
/** What may stand unseen before a sign: spaces, control characters, zero-width marks. Quotes may be dropped. */
const SKIPPED = /[\s\p{Cc}\p{Cf}'"]/u
/** A text that starts like a formula, or with a character that ends a cell under other settings. */
const START = new RegExp(`^'*(?:[\\t\\r\\n;]|[\\s\\p{Cc}\\p{Cf}]*${SIGN.source})`, 'u')
/** Characters that start a new cell under other settings. */
const SEPARATOR = /[;\t\r\n]/
/** Most texts; none of them starts like a formula. */
const PLAIN_START = /^[A-Za-z0-9]/
/** Negative amounts start like formulas but are not. */
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
 * Puts an apostrophe in front of everything that a spreadsheet could calculate. Names come from strangers, and a
 * formula could send neighboring cells away. For each cell of every spreadsheet file, CSV and XLSX.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function guardCell(text: string): string {
  const inside = atOpenings(text, (separator, rest) => `${separator}'${rest}`)
  return startsFormula(inside) && !PLAIN_NUMBER.test(inside) ? `'${inside}` : inside
}

/** Removes what `guardCell` added, so one of our files that comes back says what it said. */
export function unguardCell(text: string): string {
  if (!text.includes("'")) return text
  const inside = text.startsWith("'") && startsFormula(text) ? text.slice(1) : text
  return atOpenings(inside, (separator, rest) => separator + rest.replace(/^'/, ''))
}

/** Without it, Excel on Windows assumes its own legacy encoding: `Peña` would read `PeÃ±a`. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A file for people, or the start of a streamed one: the byte order mark, then the rows. */
export const writeCsv = (rows: readonly (readonly CsvCell[])[]): string => BYTE_ORDER_MARK + writeCsvRows(rows)

/** Rows alone: later parts of a stream, and files for programs. @see https://www.rfc-editor.org/rfc/rfc4180 */
export function writeCsvRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(cell: CsvCell): string {
  const text = typeof cell === 'string' ? guardCell(cell) : String(cell ?? '')
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
