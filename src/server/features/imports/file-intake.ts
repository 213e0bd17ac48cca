/** Turns a file into lines for COPY and refused rows, in memory that does not grow with the file. */
import { createHash } from 'node:crypto'
import { REFUSALS_MAX } from '#contract/imports/imports.ts'
import { rowNumberIn } from '#contract/imports/sheets.ts'
import { invariant } from '#server/platform/errors.ts'
import { openTable } from '#server/platform/files/table-reader.ts'
import { type Bounds, FileProblem } from '#server/platform/files/unpack.ts'
import { readHeader } from './header.ts'

export const NO_ROWS = 'The file has a header and no rows.'
/** The most rows that a file may have under its header, blank ones included. */
export const ROWS_MAX = 1_500_000
/** The largest file once unpacked, in bytes. */
export const UNPACKED_MAX = 1024 * 1024 * 1024
/** Another try would end the same way. */
export const OUT_OF_MEMORY = 'The file needs more memory than one file may have. Send it in parts.'
/** A report must show which row is meant, not all of it. */
const LINE_CHARACTERS_MAX = 300
/** Sent to the database at a time, in bytes. */
const LINES_AT_ONCE = 64 * 1024
/** No line is longer: its cells together have a few thousand characters. */
const LINE_BYTES_MAX = 64 * 1024

/** The reason of a row that is used without something, in the report of refused rows. */
export const LEFT_OUT = 'left_out'

export interface RefusedRow {
  rowNo: number
  reason: string
  line: string
}

export interface ReadSum {
  rowsRead: number
  checksum: string
  refused: Record<string, number>
  /** What the reader of the rows found besides them. */
  found: object
}

export const countRefused = (refused: Readonly<Record<string, number>>): number =>
  Object.values(refused).reduce((all, rows) => all + rows, 0)

export interface IntakeTarget {
  writeLines(lines: Buffer): Promise<void>
  writeRefused(rows: readonly RefusedRow[]): void
}

/** Reads the rows under a header, one after the other. */
export interface RowReader {
  /** @returns why the row is refused; null: it is in `line` */
  read(cells: readonly string[], rowNo: number): string | null
  /** What the last row was refused for, in a word or a sentence; nothing personal. */
  readonly refusedFor?: string
  /** For COPY, with its line end. A row may take several lines. */
  readonly line: string
  /** What the last accepted row lost: cells that cannot be read. Absent: nothing. */
  readonly dropped?: readonly string[]
  /** What it found so far besides rows. It is sent as a message, so it must be small. */
  readonly found: object
}

export class FileIntake {
  readonly #target: IntakeTarget
  readonly #makeReader: (columns: readonly string[]) => RowReader
  readonly #hash = createHash('sha256')
  #reader: RowReader | null = null
  /** Each line is written as it is read, because joining them into one text first took an eighth of the time. */
  #lines = Buffer.allocUnsafeSlow(LINES_AT_ONCE + LINE_BYTES_MAX)
  #linesLength = 0
  #lineCount = 0
  #refused: RefusedRow[] = []
  #refusedCount = 0
  #droppedCount = 0
  readonly #reasons: Record<string, number> = {}
  rowsRead = 0

  constructor(target: IntakeTarget, makeReader: (columns: readonly string[]) => RowReader) {
    this.#target = target
    this.#makeReader = makeReader
  }

  /** @throws FileProblem */
  async read(bytes: AsyncIterable<Buffer>, bounds: Bounds): Promise<ReadSum> {
    const table = await openTable(this.#hashed(bytes), bounds)
    this.#reader = this.#makeReader(readHeader(table.header))
    for await (const { rows, sheet, firstRowNumber } of table.rows())
      await this.#takeRows(this.#reader, rows, rowNumberIn(sheet, firstRowNumber))
    if (this.rowsRead === 0) throw new FileProblem(NO_ROWS)
    await this.#flush()
    this.#target.writeRefused(this.#refused)
    const checksum = this.#hash.digest('hex')
    return { rowsRead: this.rowsRead, checksum, refused: this.#reasons, found: this.#reader.found }
  }

  async *#hashed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.#hash.update(chunk)
      yield chunk
    }
  }

  async #takeRows(reader: RowReader, rows: readonly string[][], firstRowNumber: number): Promise<void> {
    for (const [index, cells] of rows.entries()) {
      this.#lineCount += 1
      // Blank rows take time too: a file that is unpacked can have a billion of them.
      if (this.#lineCount > ROWS_MAX)
        throw new FileProblem(
          `The file has more than ${ROWS_MAX.toLocaleString('en-US')} rows, blank ones included. Import it in parts.`,
        )
      if (cells.every((cell) => cell === '' || cell.trim() === '')) continue
      this.#takeRow(reader, cells, firstRowNumber + index)
      if (this.#linesLength >= LINES_AT_ONCE) await this.#flush()
    }
  }

  #takeRow(reader: RowReader, cells: readonly string[], rowNo: number): void {
    this.rowsRead += 1
    const reason = reader.read(cells, rowNo)
    if (reason === null) {
      // A letter takes at most three bytes; anything that does not fit would be cut off silently.
      invariant(reader.line.length * 3 <= this.#lines.length - this.#linesLength, 'a line fits')
      this.#linesLength += this.#lines.write(reader.line, this.#linesLength)
      if (!reader.dropped || reader.dropped.length === 0) return
      this.#droppedCount += 1
      if (this.#droppedCount <= REFUSALS_MAX)
        this.#report(rowNo, LEFT_OUT, [reader.dropped.join(', '), cells.join(', ')])
      return
    }
    this.#reasons[reason] = (this.#reasons[reason] ?? 0) + 1
    this.#refusedCount += 1
    if (this.#refusedCount <= REFUSALS_MAX) this.#report(rowNo, reason, [reader.refusedFor ?? '', cells.join(', ')])
  }

  /** @param lines the cell that it is refused for, or what it lost; the row */
  #report(rowNo: number, reason: string, lines: readonly string[]): void {
    this.#refused.push({ rowNo, reason, line: lines.map((text) => text.slice(0, LINE_CHARACTERS_MAX)).join('\n') })
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
