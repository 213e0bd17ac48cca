/** Reads a table that a person uploads, and hides whether it is CSV of any kind or a workbook (XLSX). */
import { type FileSheet, SHEETS_MAX } from '#contract/imports/sheets.ts'
import { CsvReader } from './csv-reader.ts'
import { TextReader } from './text-reader.ts'
import { type Bounds, FileProblem } from './unpack.ts'
import { openWorkbook, type Sheet } from './workbook-reader.ts'

export interface TableRows {
  /** Blank ones included. */
  rows: string[][]
  /** As a spreadsheet counts, from 1. Each sheet has its own count. */
  firstRowNumber: number
  /** Which one of the workbook, from 0; of text, 0. */
  sheet: number
}

export interface Table {
  /** The first row that looks like names of columns; if none does, the first that is not blank. */
  header: readonly string[]
  /** null for a workbook. */
  separator: string | null
  /** Of a workbook with several, in its order. */
  sheets: readonly FileSheet[]
  /** What is under the header; to be called once. @throws FileProblem */
  rows(): AsyncGenerator<TableRows>
}

/** A workbook is in memory as it is, because its list of files is at its end. A million rows take about this much. */
const WORKBOOK_BYTES_MAX = 128 * 1024 * 1024
/** Rows with something in them that are looked at to find the header. */
const TOP_ROWS = 30
/** The same, with blank rows between them. */
const TOP_ROWS_MAX = 300
const BLANK_ROWS_MAX = 100_000
/** The separator is found in this much of a text. */
const HEAD_CHARACTERS = 64 * 1024
/**
 * Read at a time. One letter beyond Latin-1 (`’`) makes the whole text of these bytes take two bytes per letter, which
 * slows down every later step. And of two megabytes of line ends, the rows alone would fill the reader's memory.
 */
const BYTES_AT_ONCE = 8 * 1024

/** What people send instead of a list, by its first bytes. */
const OTHER_FILES: readonly (readonly [RegExp, string])[] = [
  [/^%PDF-/, 'a PDF'],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0{4}|RIFF.{4}WEBP|II\*\0|MM\0\*|.{4}ftyp)/s, 'a picture or video'],
  [/^\s*<(?:!doctype html|html|head|body|table|script|div|meta)\b/i, 'a web page'],
  [/^\s*<\?xml/i, 'an XML file'],
  [/^\s*(?:\{\s*["}]|\[\s*[[{\]])/, 'a JSON file'],
  [/^(?:Rar!|7z\xbc\xaf|BZh\d|\xfd7zXZ)/, 'a compressed archive'],
  [/^\{\\rtf/, 'a text document'],
]
const OLD_OFFICE = 'd0cf11e0'

function refuseOther(head: Buffer): void {
  const text = head.toString('latin1', 0, 1_024).replace(/^\xef\xbb\xbf/, '')
  const [, what] = OTHER_FILES.find(([pattern]) => pattern.test(text)) ?? []
  if (what) throw new FileProblem(`This is ${what}, not a list. Save the list as XLSX or “CSV UTF-8”.`)
}

/** Excel wraps a workbook with a password in the old format of Office. */
function refuseOldOffice(file: Buffer): never {
  const has = (name: string) => file.includes(Buffer.from(name, 'utf16le'))
  if (has('EncryptedPackage')) throw new FileProblem('This workbook has a password. Save it without one.')
  const what = has('Workbook') || has('Book') ? 'an old workbook (XLS)' : 'an old document of Office'
  throw new FileProblem(`This is ${what}. Save the list as XLSX or “CSV UTF-8”.`)
}

/** Passes on what was already read and then the rest, which ends when the reader does. */
async function* startingWith<T>(first: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield* first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

/* Which row is the header */

/** An email address, a number, a date, or a house with its street: what rows contain but names of columns do not. */
const VALUE = /@[^@\s]*\.|^[^\p{L}]*\d[^\p{L}]*$|(?:^|[;|\t])\d+[a-z]?\s+\S|\b\d{5}\b/iu

const NAME_CHARACTERS_MAX = 200

const filledCells = (row: readonly string[]): string[] => row.filter((cell) => cell !== '' && cell.trim() !== '')

function looksLikeNames(row: readonly string[]): boolean {
  const cells = filledCells(row)
  return cells.filter((cell) => VALUE.test(cell.trim().slice(0, NAME_CHARACTERS_MAX))).length * 4 <= cells.length
}

/** Finds the header under titles (“List: Travis vacant”): rows with one or two cells, or with few for their table. */
function findHeader(rows: readonly (readonly string[])[]): { at: number; isHeader: boolean } | null {
  const filled = rows.map((row) => filledCells(row).length)
  const first = filled.findIndex((count) => count > 0)
  if (first < 0) return null
  for (let at = first; at < rows.length; at += 1) {
    const count = filled[at] ?? 0
    const widest = Math.max(...filled.slice(at + 1, at + TOP_ROWS))
    const isTitle = count < widest && (count <= 2 || count * 4 <= widest)
    // Without names above its rows, the first row is shown as the header that it is not.
    if (!isTitle) return looksLikeNames(rows[at] ?? []) ? { at, isHeader: true } : { at: first, isHeader: false }
  }
  return { at: first, isHeader: false }
}

interface Top {
  header: readonly string[]
  isHeader: boolean
  /** What is under the header. */
  rows(): AsyncGenerator<TableRows>
}

/** Reads until the header is found. @returns null if all rows are blank */
async function readTop(source: AsyncGenerator<string[][]>, sheet: number): Promise<Top | null> {
  const read: string[][] = []
  let [first, filled] = [-1, 0]
  while (filled < TOP_ROWS && (first < 0 || read.length < first + TOP_ROWS_MAX)) {
    const next = await source.next()
    if (next.done) break
    for (const row of next.value) {
      if (filledCells(row).length > 0) {
        filled += 1
        if (first < 0) first = read.length
      }
      read.push(row)
    }
    if (first < 0 && read.length > BLANK_ROWS_MAX)
      throw new FileProblem(`The first ${BLANK_ROWS_MAX.toLocaleString('en-US')} rows are blank. Remove them.`)
  }
  const found = findHeader(read.slice(0, Math.max(0, first) + TOP_ROWS_MAX))
  if (!found) return null
  return {
    header: read[found.at] ?? [],
    isHeader: found.isHeader,
    async *rows() {
      let firstRowNumber = found.at + 2
      try {
        for (let rows = read.slice(found.at + 1); ; ) {
          if (rows.length > 0) yield { rows, firstRowNumber, sheet }
          firstRowNumber += rows.length
          const next = await source.next()
          if (next.done) return
          rows = next.value
        }
      } finally {
        await source.return(undefined)
      }
    },
  }
}

/* Text */

const SEPARATORS = [',', ';', '\t', '|']
/** A line for Excel, which does not count as a row. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?(?:\r\n|\r|\n)/i

function firstRows(text: string, separator: string): string[][] {
  const reader = new CsvReader(separator)
  const rows: string[][] = []
  try {
    for (let at = 0; at < text.length && rows.length < TOP_ROWS; at += BYTES_AT_ONCE)
      rows.push(...reader.push(text.slice(at, at + BYTES_AT_ONCE)))
    if (rows.length === 0) rows.push(...reader.end())
  } catch {
    // This separator breaks the quotes. If each does, reading says where.
  }
  return rows
}

/** Half of a pair of quotes means that a quoted cell was taken apart. */
const hasWholeQuotes = (row: readonly string[]): boolean => row.every((cell) => cell.split('"').length % 2 === 1)

/** Returns the separator that makes the widest header with the most rows alike. */
function findSeparator(text: string): string {
  let [best = ',', most] = [SEPARATORS[0], 0]
  for (const separator of SEPARATORS) {
    const rows = firstRows(text, separator)
    const { at, isHeader } = findHeader(rows) ?? { at: 0, isHeader: false }
    const width = rows[at]?.length ?? 0
    const filled = rows.slice(at).filter((row) => filledCells(row).length > 0)
    const alike = filled.filter((row) => row.length === width && hasWholeQuotes(row)).length / filled.length
    const score = (width - 1) * alike * (isHeader ? 10 : 1)
    if (score > most) [best, most] = [separator, score]
  }
  return best
}

async function* textsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const reader = new TextReader()
  for await (const chunk of bytes) {
    const texts: string[] = []
    for (let at = 0; at < chunk.length; at += BYTES_AT_ONCE)
      texts.push(reader.read(chunk.subarray(at, at + BYTES_AT_ONCE)))
    yield texts
  }
  yield [reader.end()]
}

async function* csvRows(parts: AsyncIterable<string[]>, separator: string): AsyncGenerator<string[][]> {
  const reader = new CsvReader(separator)
  for await (const texts of parts) {
    for (const text of texts) yield reader.push(text)
  }
  yield reader.end()
}

async function openText(bytes: AsyncIterable<Buffer>): Promise<Table> {
  const texts = textsOf(bytes)
  const head: string[] = []
  for (let length = 0; length < HEAD_CHARACTERS; ) {
    const next = await texts.next()
    if (next.done) break
    head.push(...next.value)
    length += next.value.join('').length
  }
  const [first = '', ...others] = head
  const [line = '', marked] = SEPARATOR_LINE.exec(first) ?? []
  const separator = marked ?? findSeparator(head.join(''))
  const read = [first.slice(line.length), ...others]
  const top = await readTop(csvRows(startingWith([read], texts), separator), 0)
  if (!top) throw new FileProblem('The file is empty.')
  return { ...top, separator, sheets: [] }
}

/* Workbooks */

async function countRows(sheet: Sheet) {
  const top = await readTop(sheet.rows(), 0)
  let rows = 0
  if (top) for await (const part of top.rows()) rows += part.rows.filter((row) => row.length > 0).length
  const names = (top?.header ?? []).map((cell) => cell.trim().toLowerCase()).join('\n')
  return { name: sheet.name, rows, isHeader: top?.isHeader ?? false, names: names.trimEnd() }
}

/** Reads the sheet with the most rows under a header, and all others with the same header. */
async function openSheets(sheets: readonly Sheet[]): Promise<Table> {
  if (sheets.length > SHEETS_MAX) throw new FileProblem(`The workbook has more than ${SHEETS_MAX} sheets.`)
  const counted: Awaited<ReturnType<typeof countRows>>[] = []
  // With a single sheet, there is nothing to choose.
  if (sheets.length > 1) for (const sheet of sheets) counted.push(await countRows(sheet))
  const [largest] = counted.toSorted((a, b) => Number(b.isHeader) - Number(a.isHeader) || b.rows - a.rows)
  const isRead = (at: number) => counted[at]?.names === largest?.names
  const tops = [...sheets.entries()]
    .filter(([at]) => isRead(at))
    .map(
      ([at, sheet]) =>
        () =>
          readTop(sheet.rows(), at),
    )
  const [first, ...others] = tops
  const top = await first?.()
  if (!top) throw new FileProblem('The workbook is empty.')
  return {
    ...top,
    separator: null,
    sheets: counted.map(({ name, rows }, at) => ({ name, rows, isRead: isRead(at) })),
    async *rows() {
      yield* top.rows()
      for (const open of others) yield* (await open())?.rows() ?? []
    },
  }
}

async function collect(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  let length = 0
  for await (const part of parts) {
    length += part.length
    if (length > WORKBOOK_BYTES_MAX)
      throw new FileProblem(
        `The workbook is larger than ${WORKBOOK_BYTES_MAX / 2 ** 20} MB. Save the sheet as “CSV UTF-8”.`,
      )
    all.push(part)
  }
  return Buffer.concat(all)
}

/**
 * Finds out what a file is, and where its header is.
 * @param bytes no longer compressed with gzip; see `unpack`
 * @param bounds of the same file, for what is in a workbook
 * @throws FileProblem if it is not a table, in words for the person who sent it
 */
export async function openTable(bytes: AsyncIterable<Buffer>, bounds: Bounds): Promise<Table> {
  const input = bytes[Symbol.asyncIterator]()
  try {
    let head = Buffer.alloc(0)
    while (head.length < 1_024) {
      const next = await input.next()
      if (next.done) break
      head = Buffer.concat([head, next.value])
    }
    if (head.length === 0) throw new FileProblem('The file is empty.')
    refuseOther(head)
    const all = startingWith([head], input)
    if (head.toString('hex', 0, 4) === OLD_OFFICE) refuseOldOffice(await collect(all))
    if (head.toString('latin1', 0, 2) === 'PK' && (head[2] ?? 0) < 9)
      return await openSheets(await openWorkbook(await collect(all), bounds))
    return await openText(all)
  } catch (error) {
    await input.return?.()
    throw error
  }
}
