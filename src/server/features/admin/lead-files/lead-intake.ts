/** A lead file on its way into rows: bytes in, lines for COPY and refused rows out, in memory that does not grow with the file. */
import { createHash } from 'node:crypto'
import type { LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import { LEAD_REFUSALS_MAX } from '#contract/admin/lead-files.ts'
import { FileProblem } from '#server/features/admin/file-problem.ts'
import { CsvError, CsvReader } from '#server/platform/csv-reader.ts'
import { invariant } from '#server/platform/invariant.ts'
import { TextReader } from '#server/platform/text-reader.ts'
import { readHeader } from './header.ts'

/** The most rows a file may have under its header. */
export const LEAD_FILE_ROWS_MAX = 1_500_000
/** A report needs to show which row is meant, not all of it. */
const LINE_CHARACTERS_MAX = 300
/**
 * Read at once. One letter beyond Latin-1 (`’`) makes the whole text of these bytes one of two bytes a letter, which makes every later
 * step slower. And of two megabytes of line ends the rows alone would fill the thread's memory.
 */
const BYTES_AT_ONCE = 8 * 1024
/** Sent to the database at once, in bytes. */
const LINES_AT_ONCE = 64 * 1024
/** No line is longer: its cells together have some thousand characters. */
const LINE_BYTES_MAX = 64 * 1024

/** A row that was not taken. */
export interface RefusedRow {
  rowNo: number
  reason: LeadRowReason
  line: string
}

/** What was read of a file. */
export interface ReadSum {
  rowsRead: number
  checksum: string
  refused: Partial<Record<LeadRowReason, number>>
  /** Properties that may be in it more than once; all that do are among them. */
  twice: string[]
}

/** Where lines and refused rows go. */
export interface IntakeTarget {
  writeLines(lines: Buffer): Promise<void>
  writeRefused(rows: readonly RefusedRow[]): void
}

/** Reads the rows of a file under its header; see `LeadRowReader`. */
export interface RowReader {
  read(cells: readonly string[], rowNo: number): LeadRowReason | null
  readonly line: string
  readonly propertyKey: string
  readonly placeNo: number
  readonly leftOut: { phones: number; emails: number; facts: number }
}

/** One file. */
export class LeadIntake {
  readonly #target: IntakeTarget
  readonly #makeReader: (columns: readonly string[]) => RowReader
  readonly #hash = createHash('sha256')
  readonly #text = new TextReader()
  readonly #csv = new CsvReader()
  readonly #seen = new SeenProperties()
  #reader: RowReader | null = null
  /** Lines as they are sent. Each is written as it is read: putting them together as one text first took an eighth of the time. */
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

  /** @throws FileProblem */
  async take(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes)
    for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
      const piece = bytes.subarray(at, at + BYTES_AT_ONCE)
      await this.#takeText(() => this.#csv.push(this.#decode(piece)))
    }
  }

  /** @throws FileProblem */
  async end(): Promise<ReadSum> {
    await this.#takeText(() => this.#csv.push(this.#text.end()))
    await this.#takeText(() => this.#csv.end())
    if (!this.#reader) throw new FileProblem('The file is empty.')
    if (this.rowsRead === 0) throw new FileProblem('The file has a header and no rows.')
    await this.#flush()
    this.#target.writeRefused(this.#refused)
    return {
      rowsRead: this.rowsRead,
      checksum: this.#hash.digest('hex'),
      refused: this.#reasons,
      twice: this.#seen.twice,
    }
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
      if (isEmpty(cells)) continue
      if (this.#reader) this.#takeRow(this.#reader, cells)
      else this.#reader = this.#makeReader(readHeader(cells))
      if (this.#linesLength >= LINES_AT_ONCE) await this.#flush()
    }
  }

  #takeRow(reader: RowReader, cells: readonly string[]): void {
    this.rowsRead += 1
    if (this.rowsRead > LEAD_FILE_ROWS_MAX) {
      throw new FileProblem(
        `The file has more than ${LEAD_FILE_ROWS_MAX.toLocaleString('en-US')} rows. Import it in parts.`,
      )
    }
    const reason = reader.read(cells, this.#lineCount)
    if (reason === null) {
      const room = this.#lines.length - this.#linesLength
      // A letter takes at most three bytes; what does not fit would be cut off in silence.
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
    // The lines that were handed out may still wait for the network.
    this.#lines = Buffer.allocUnsafeSlow(LINES_AT_ONCE + LINE_BYTES_MAX)
    this.#linesLength = 0
    await this.#target.writeLines(lines)
  }
}

function isEmpty(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') return false
  return true
}

/**
 * Digits of a fingerprint that are looked at: 32 bits. Of a million properties a hundred agree with another by chance; one that is
 * named without need costs nothing but a look, because the database compares the whole fingerprints.
 */
const DIGITS = 8
const FIRST_SLOTS = 1 << 16
const LOAD_MAX = 0.7

/** Finds properties that a file contains more than once, in about 8 bytes for each row and without a sort of all of them. */
export class SeenProperties {
  #slots = new Uint32Array(FIRST_SLOTS)
  #used = 0
  readonly #twice = new Set<string>()

  /** @param propertyKey a UUID */
  add(propertyKey: string): void {
    // From the end: fingerprints of one ZIP begin alike. Never 0, which is an empty slot.
    const digits = Number.parseInt(propertyKey.slice(-DIGITS), 16) || 1
    if (!this.#put(this.#slots, digits)) return void this.#twice.add(propertyKey)
    this.#used += 1
    if (this.#used > this.#slots.length * LOAD_MAX) this.#grow()
  }

  /** Those that came more than once, and the few that agree with another. */
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
