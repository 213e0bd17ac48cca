/**
 * Reads the first sheet of a workbook (XLSX) that a stranger made, piece by piece: memory grows only with the texts
 * that its cells share. Formulas are not calculated; their saved values are used.
 * @see ECMA-376 part 1, sections 18.2 (workbook), 18.3 (worksheet) and 18.4 (shared strings)
 */
import { Unzip, UnzipInflate } from 'fflate'
import { unguardCell } from '#contract/csv.ts'

/** XML without document types, and with its own five entities: a file can make this neither read others nor grow. */

class XmlError extends Error {
  override name = 'XmlError'
}

/** A tag or a text between two tags is far shorter. */
const TOKEN_CHARACTERS_MAX = 200_000

interface XmlHandler {
  /** @param attributes as written, for `attributeOf` */
  open(name: string, attributes: string, isEmpty: boolean): void
  text?(text: string): void
  close?(name: string): void
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const CODE_POINT_MAX = 0x10ffff

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return point > 0 && point <= CODE_POINT_MAX ? String.fromCodePoint(point) : whole
  })
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributeOf(attributes: string, name: string): string | undefined {
  for (const [, found = '', double, single] of attributes.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (withoutPrefix(found) === name) return decodeEntities(double ?? single ?? '')
  }
  return undefined
}

const QUOTES = /["']/

class XmlReader {
  readonly #handler: XmlHandler
  #rest = ''

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  /** @throws XmlError for a document type, or a tag without an end in sight */
  push(text: string): void {
    const all = this.#rest + text
    let at = 0
    for (let next = this.#step(all, at); next >= 0; next = this.#step(all, at)) at = next
    this.#rest = all.slice(at)
    if (this.#rest.length > TOKEN_CHARACTERS_MAX) throw new XmlError('a tag or text is too long')
  }

  /** @returns where the next token starts; -1 if this one is not all here */
  #step(all: string, at: number): number {
    const start = all.indexOf('<', at)
    if (start < 0) return -1
    if (start > at) {
      this.#handler.text?.(decodeEntities(all.slice(at, start)))
      return start
    }
    if (all[start + 1] === '!') return this.#readSpecial(all, start)
    if (all[start + 1] === '?') return after(all, '?>', start)
    const end = endOfTag(all, start)
    if (end < 0) return -1
    this.#readTag(all.slice(start + 1, end))
    return end + 1
  }

  #readSpecial(all: string, start: number): number {
    const head = all.slice(start, start + 9)
    if (head.startsWith('<!--')) return after(all, '-->', start + 4)
    if (head === '<![CDATA[') {
      const end = all.indexOf(']]>', start)
      if (end < 0) return -1
      this.#handler.text?.(all.slice(start + 9, end))
      return end + 3
    }
    if ('<!--'.startsWith(head) || '<![CDATA['.startsWith(head)) return -1
    throw new XmlError('document types are not read')
  }

  #readTag(tag: string): void {
    if (tag.startsWith('/')) {
      this.#handler.close?.(withoutPrefix(tag.slice(1).trimEnd()))
      return
    }
    const isEmpty = tag.endsWith('/')
    const inside = isEmpty ? tag.slice(0, -1) : tag
    const space = inside.search(/\s/)
    const name = withoutPrefix(space < 0 ? inside : inside.slice(0, space))
    this.#handler.open(name, space < 0 ? '' : inside.slice(space), isEmpty)
    if (isEmpty) this.#handler.close?.(name)
  }
}

function after(all: string, mark: string, from: number): number {
  const end = all.indexOf(mark, from)
  return end < 0 ? -1 : end + mark.length
}

/** The `>` may also be inside quotes. */
function endOfTag(all: string, start: number): number {
  const end = all.indexOf('>', start)
  if (end < 0 || !QUOTES.test(all.slice(start, end))) return end
  let quote = ''
  for (let at = start; at < all.length; at += 1) {
    const character = all.charAt(at)
    if (quote === '' && character === '>') return at
    if (quote === '' && QUOTES.test(character)) quote = character
    else if (character === quote) quote = ''
  }
  return -1
}

/** The file is not a workbook; `message` says why, for the person who made it. */
export class WorkbookError extends Error {
  override name = 'WorkbookError'
}

/** Unpacked at a time: a thousand times as much may come out. */
const PIECE_BYTES = 16 * 1024
const DESCRIPTION_MAX = 1024 * 1024
const COLUMNS_MAX = 200
const FIRST_STRINGS = 1 << 16

const DAMAGED =
  'The workbook is damaged and cannot be read to its end. Save it again, or save the sheet as “CSV UTF-8”.'

/** Whether bytes begin like a zip, as every workbook does. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

/** Whether bytes begin like an XLS file, or like an XLSX file with a password. */
export const isOldWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0

/** null: all of the part was passed on. */
type TakeBytes = (bytes: Uint8Array | null) => void

/** Unpacks parts of a zip, one after the other. @param takerOf null for parts that no one wants */
function unpack(zip: Uint8Array, takerOf: (name: string) => TakeBytes | null): void {
  const unzip = new Unzip((file) => {
    const take = takerOf(file.name)
    if (!take) return
    file.ondata = (error, bytes, isLast) => {
      if (error) throw new WorkbookError(DAMAGED)
      take(bytes)
      if (isLast) take(null)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < zip.length; at += PIECE_BYTES) {
    unzip.push(zip.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= zip.length)
  }
}

/** Texts that cells share, as one run of bytes: millions of them as strings would not fit. */
class SharedStrings {
  #bytes = Buffer.allocUnsafe(FIRST_STRINGS)
  #ends = new Uint32Array(FIRST_STRINGS)
  #count = 0

  add(text: string): void {
    const from = this.#count === 0 ? 0 : (this.#ends[this.#count - 1] ?? 0)
    const needed = from + text.length * 3
    if (needed > this.#bytes.length) {
      const more = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length))
      this.#bytes.copy(more, 0, 0, from)
      this.#bytes = more
    }
    if (this.#count === this.#ends.length) {
      const more = new Uint32Array(2 * this.#ends.length)
      more.set(this.#ends)
      this.#ends = more
    }
    this.#ends[this.#count] = from + this.#bytes.write(text, from)
    this.#count += 1
  }

  at(index: number): string {
    if (!(index >= 0 && index < this.#count)) return ''
    return this.#bytes.toString('utf8', index === 0 ? 0 : this.#ends[index - 1], this.#ends[index])
  }
}

/** Reads `sharedStrings.xml`. Hints for pronunciation (`rPh`) are left out. */
function stringsReader(strings: SharedStrings): XmlReader {
  let text = ''
  let isText = false
  let isHint = false
  return new XmlReader({
    open(name, _attributes, isEmpty) {
      if (name === 'si') text = ''
      if (name === 'rPh') isHint = true
      isText = name === 't' && !isHint && !isEmpty
    },
    text(more) {
      if (isText) text += more
    },
    close(name) {
      if (name === 't') isText = false
      if (name === 'rPh') isHint = false
      if (name === 'si') strings.add(text)
    },
  })
}

function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}

/** Numbers as people write them: a phone is not `5.12555E+9`. */
const plainNumber = (text: string): string => (/^-?[\d.]+E[+-]?\d+$/i.test(text) ? String(Number(text)) : text)

function sheetReader(strings: SharedStrings, onRow: (cells: string[]) => void): XmlReader {
  let row: string[] = []
  let column = -1
  let type = ''
  let value = ''
  let isValue = false
  const endCell = () => {
    if (column < 0 || column >= COLUMNS_MAX || value === '') return
    while (row.length < column) row.push('')
    if (type === 'n') row[column] = plainNumber(value)
    else if (type !== 'e') row[column] = unguardCell(type === 's' ? strings.at(Number(value)) : value)
  }
  return new XmlReader({
    open(name, attributes, isEmpty) {
      isValue = !isEmpty && (name === 'v' || name === 't')
      if (name === 'row') {
        row = []
        column = -1
      }
      if (name !== 'c') return
      const reference = attributeOf(attributes, 'r')
      column = reference ? columnOf(reference) : column + 1
      type = attributeOf(attributes, 't') ?? 'n'
      value = ''
    },
    text(more) {
      if (isValue) value += more
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      if (name === 'c') endCell()
      if (name === 'row') onRow(row)
    },
  })
}

/** Where the first sheet that is not hidden is, from the workbook and its relations. */
function findSheet(workbook: string, relations: string): string | null {
  let id: string | undefined
  new XmlReader({
    open(name, attributes) {
      if (name !== 'sheet' || (attributeOf(attributes, 'state') ?? 'visible') !== 'visible') return
      id ??= attributeOf(attributes, 'id')
    },
  }).push(workbook)
  let target: string | undefined
  new XmlReader({
    open(name, attributes) {
      if (name === 'Relationship' && attributeOf(attributes, 'Id') === id) target = attributeOf(attributes, 'Target')
    },
  }).push(relations)
  if (id === undefined || target === undefined) return null
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

function decoded(reader: XmlReader, onBytes: (count: number) => void): TakeBytes {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (bytes) => {
    if (bytes) onBytes(bytes.length)
    reader.push(bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode())
  }
}

function collected(onText: (text: string) => void): TakeBytes {
  const decoder = new TextDecoder()
  let text = ''
  return (bytes) => {
    text += bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    if (text.length > DESCRIPTION_MAX) throw new WorkbookError(DAMAGED)
    if (!bytes) onText(text)
  }
}

/** @param options.onBytes gets how many bytes were unpacked; it may throw @throws WorkbookError */
export function readWorkbook(
  zip: Uint8Array,
  { onRow, onBytes }: { onRow: (cells: string[]) => void; onBytes: (count: number) => void },
): void {
  const strings = new SharedStrings()
  let workbook = ''
  let relations = ''
  try {
    unpack(zip, (name) => {
      const lower = name.toLowerCase()
      if (lower === 'xl/sharedstrings.xml') return decoded(stringsReader(strings), onBytes)
      if (lower === 'xl/workbook.xml')
        return collected((text) => {
          workbook = text
        })
      if (lower === 'xl/_rels/workbook.xml.rels')
        return collected((text) => {
          relations = text
        })
      return null
    })
    const sheet = findSheet(workbook, relations)?.toLowerCase()
    let isFound = false
    unpack(zip, (name) => {
      if (name.toLowerCase() !== sheet || isFound) return null
      isFound = true
      return decoded(sheetReader(strings, onRow), onBytes)
    })
    if (!isFound) throw new WorkbookError('This file is not a workbook (XLSX) with a sheet. Save it as XLSX or CSV.')
  } catch (error) {
    if (error instanceof XmlError || error instanceof TypeError || isFromUnzip(error)) throw new WorkbookError(DAMAGED)
    throw error
  }
}

const isFromUnzip = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'number'
