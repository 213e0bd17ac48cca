/** Turns a lead file into lines for COPY and refused rows, in memory that does not grow with the file. */
import { createHash } from 'node:crypto'
import type { LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import { LEAD_REFUSALS_MAX } from '#contract/admin/lead-files.ts'
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import { FileProblem } from '#server/features/imports/unpack.ts'
import { invariant } from '#server/platform/errors.ts'
import { CsvError, CsvReader } from '#server/platform/files/csv-reader.ts'
import { TextReader } from '#server/platform/files/text-reader.ts'
import { readHeader } from './header.ts'

/** The most rows that a file may have under its header, blank ones included. */
export const LEAD_FILE_ROWS_MAX = 1_500_000
/** The largest file once unpacked, in bytes. */
export const LEAD_FILE_UNPACKED_MAX = 1024 * 1024 * 1024
/** A report must show which row is meant, not all of it. */
const LINE_CHARACTERS_MAX = 300
/**
 * Read at a time. One letter beyond Latin-1 (`’`) makes the whole text of these bytes take two bytes per letter, which
 * slows down every later step. And of two megabytes of line ends, the rows alone would fill the reader's memory.
 */
const BYTES_AT_ONCE = 8 * 1024
/** Sent to the database at a time, in bytes. */
const LINES_AT_ONCE = 64 * 1024
/** No line is longer: its cells together have a few thousand characters. */
const LINE_BYTES_MAX = 64 * 1024

export interface RefusedRow {
  rowNo: number
  reason: LeadRowReason
  line: string
}

export interface ReadSum {
  rowsRead: number
  checksum: string
  refused: Partial<Record<LeadRowReason, number>>
  /** Properties that may occur more than once; all that do are included. */
  twice: string[]
}

export interface IntakeTarget {
  writeLines(lines: Buffer): Promise<void>
  writeRefused(rows: readonly RefusedRow[]): void
}

/** See `LeadRowReader`. */
export interface RowReader {
  read(cells: readonly string[], rowNo: number): LeadRowReason | null
  readonly line: string
  readonly propertyKey: string
  readonly placeNo: number
  readonly leftOut: LeadPreview['leftOut']
}

export class LeadIntake {
  readonly #target: IntakeTarget
  readonly #makeReader: (columns: readonly string[]) => RowReader
  readonly #hash = createHash('sha256')
  readonly #text = new TextReader()
  readonly #csv = new CsvReader()
  readonly #seen = new SeenProperties()
  #reader: RowReader | null = null
  /** Each line is written as it is read, because joining them into one text first took an eighth of the time. */
  #lines = Buffer.allocUnsafeSlow(LINES_AT_ONCE + LINE_BYTES_MAX)
  #linesLength = 0
  #lineCount = 0
  #refused: RefusedRow[] = []
  #refusedCount = 0
  readonly #reasons: Partial<Record<LeadRowReason, number>> = {}
  rowsRead = 0

  constructor(target: IntakeTarget, makeReader: (columns: readonly string[]) => RowReader) {
    this.#target = target
    this.#makeReader = makeReader
  }

  async take(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes)
    for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
      const piece = bytes.subarray(at, at + BYTES_AT_ONCE)
      await this.#takeText(() => this.#csv.push(this.#decode(piece)))
    }
  }

  async end(): Promise<ReadSum> {
    await this.#takeText(() => this.#csv.push(this.#text.end()))
    await this.#takeText(() => this.#csv.end())
    if (!this.#reader) throw new FileProblem('The file is empty.')
    if (this.rowsRead === 0) throw new FileProblem('The file has a header and no rows.')
    await this.#flush()
    this.#target.writeRefused(this.#refused)
    const checksum = this.#hash.digest('hex')
    return { rowsRead: this.rowsRead, checksum, refused: this.#reasons, twice: this.#seen.twice }
  }

  get leftOut(): RowReader['leftOut'] {
    return this.#reader?.leftOut ?? { phones: 0, emails: 0, facts: 0 }
  }

  #decode(bytes: Buffer): string {
    try {
      return this.#text.read(bytes)
    } catch (error) {
      if (!(error instanceof CsvError) || this.#lineCount === 0) throw error
      throw new CsvError(`${error.message} The first letter that is not comes after row ${this.#lineCount}.`)
    }
  }

  async #takeText(read: () => string[][]): Promise<void> {
    let rows: string[][]
    try {
      rows = read()
    } catch (error) {
      throw error instanceof CsvError ? new FileProblem(error.message) : error
    }
    for (const cells of rows) {
      this.#lineCount += 1
      // Blank rows take time too: a file that is unpacked can have a billion of them.
      if (this.#lineCount > LEAD_FILE_ROWS_MAX + 1)
        throw new FileProblem(
          `The file has more than ${LEAD_FILE_ROWS_MAX.toLocaleString('en-US')} rows, blank ones included. Import it in parts.`,
        )
      if (cells.every((cell) => cell === '' || cell.trim() === '')) continue
      if (this.#reader) this.#takeRow(this.#reader, cells)
      else this.#reader = this.#makeReader(readHeader(cells))
      if (this.#linesLength >= LINES_AT_ONCE) await this.#flush()
    }
  }

  #takeRow(reader: RowReader, cells: readonly string[]): void {
    this.rowsRead += 1
    const reason = reader.read(cells, this.#lineCount)
    if (reason === null) {
      const room = this.#lines.length - this.#linesLength
      // A letter takes at most three bytes; anything that does not fit would be cut off silently.
      invariant(reader.line.length * 3 <= room, 'a line fits')
      this.#linesLength += this.#lines.write(reader.line, this.#linesLength)
      this.#seen.add(reader.propertyKey)
      return
    }
    this.#reasons[reason] = (this.#reasons[reason] ?? 0) + 1
    this.#refusedCount += 1
    if (this.#refusedCount > LEAD_REFUSALS_MAX) return
    this.#refused.push({ rowNo: this.#lineCount, reason, line: cells.join(', ').slice(0, LINE_CHARACTERS_MAX) })
    if (this.#refused.length < 500) return
    this.#target.writeRefused(this.#refused)
    this.#refused = []
  }

  async #flush(): Promise<void> {
    if (this.#linesLength === 0) return
    const lines = this.#lines.subarray(0, this.#linesLength)
    // The lines that were passed on may still wait for the network.
    this.#lines = Buffer.allocUnsafeSlow(LINES_AT_ONCE + LINE_BYTES_MAX)
    this.#linesLength = 0
    await this.#target.writeLines(lines)
  }
}

/**
 * Digits of a fingerprint that are compared: 32 bits. Of a million properties, a hundred match another by chance. That
 * costs only a lookup, because the database compares whole fingerprints.
 */
const DIGITS = 8
const FIRST_SLOTS = 1 << 16
const LOAD_MAX = 0.7

/** Finds properties that occur more than once in a file, in about 8 bytes per row and without sorting them all. */
export class SeenProperties {
  #slots = new Uint32Array(FIRST_SLOTS)
  #used = 0
  readonly #twice = new Set<string>()

  /** @param propertyKey a UUID */
  add(propertyKey: string): void {
    // From the end, because fingerprints of one ZIP start alike. Never 0, which is an empty slot.
    const digits = Number.parseInt(propertyKey.slice(-DIGITS), 16) || 1
    if (!this.#put(this.#slots, digits)) return void this.#twice.add(propertyKey)
    this.#used += 1
    if (this.#used > this.#slots.length * LOAD_MAX) this.#grow()
  }

  /** Includes the few that match another by chance. */
  get twice(): string[] {
    return [...this.#twice]
  }

  #put(slots: Uint32Array, digits: number): boolean {
    const mask = slots.length - 1
    for (let slot = digits & mask; ; slot = (slot + 1) & mask) {
      if (slots[slot] === 0) {
        slots[slot] = digits
        return true
      }
      if (slots[slot] === digits) return false
    }
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2)
    for (const digits of this.#slots) if (digits !== 0) this.#put(slots, digits)
    this.#slots = slots
  }
}
