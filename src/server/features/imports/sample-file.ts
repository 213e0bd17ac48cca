/** Looks at a file in its own process: its columns, and rows from all over it. */
import type { FileSheet } from '#contract/imports/sheets.ts'
import { openBulkConnection } from '#server/platform/database/bulk-connection.ts'
import { CsvReader } from '#server/platform/files/csv-reader.ts'
import { openTable } from '#server/platform/files/table-reader.ts'
import { Bounds, FileProblem, unpack } from '#server/platform/files/unpack.ts'
import { readInput, sendToParent } from '#server/platform/process/child-process.ts'
import { NO_ROWS, UNPACKED_MAX } from './file-intake.ts'
import { readHeader } from './header.ts'
import { READ_PIECE } from './queries.ts'
import { readParts } from './read-file.ts'

export interface SampleTask {
  databaseUrl: string
  importId: string
  /** How many parts the file has. */
  parts: number
}

export type Sample = { columns: string[]; sheets: readonly FileSheet[]; rows: string[][] } | { problem: string }

/** What columns mean is decided by these, and by rows from further on. */
const FIRST_ROWS = 300
/** A longer cell is a note, or hostile. */
const CELL_CHARACTERS_MAX = 300
/** They are far shorter. A file without line ends must not be read to its end for them. */
const LOOKED_AT_CHARACTERS_MAX = 1024 * 1024
/** So many parts are looked at after the first, and so much of each. */
const LATER_PARTS = 6
const LATER_BYTES = 64 * 1024

const task = await readInput<SampleTask>()
const connection = await openBulkConnection(task.databaseUrl)

async function readFirstRows() {
  const bounds = new Bounds(UNPACKED_MAX)
  const table = await openTable(unpack(readParts(connection, task.importId), bounds), bounds)
  const columns = readHeader(table.header)
  const rows: string[][] = []
  let characters = 0
  const isEnough = () => rows.length >= FIRST_ROWS || characters >= LOOKED_AT_CHARACTERS_MAX
  for await (const more of table.rows()) {
    for (const row of more.rows) {
      if (isEnough()) break
      const cells = row.map((cell) => cell.slice(0, CELL_CHARACTERS_MAX))
      rows.push(cells)
      characters += cells.reduce((sum, { length }) => sum + length, 0)
    }
    if (isEnough()) break
  }
  if (rows.length === 0) throw new FileProblem(NO_ROWS)
  return { columns, separator: table.separator, sheets: table.sheets, rows }
}

/** Rows from further on: what a column has may begin late. Of a compressed file or a workbook there are none. */
async function readLaterRows(separator: string | null, width: number): Promise<string[][]> {
  if (separator === null) return []
  const rows: string[][] = []
  const step = Math.ceil(task.parts / (LATER_PARTS + 1))
  for (let part = step; part < task.parts; part += step) {
    const piece = await connection.readBytes(READ_PIECE, [task.importId, part, 1, LATER_BYTES])
    // It begins and ends in the middle of a row.
    const text = piece?.subarray(piece.indexOf('\n') + 1, piece.lastIndexOf('\n') + 1) ?? Buffer.alloc(0)
    if (text.includes(0)) return []
    try {
      rows.push(...new CsvReader(separator).push(text.toString('utf8')).filter(({ length }) => length === width))
    } catch {
      // A line end within quotes: this place tells nothing.
    }
  }
  return rows
}

async function sample(): Promise<Sample> {
  try {
    const { columns, separator, sheets, rows } = await readFirstRows()
    return { columns, sheets, rows: [...rows, ...(await readLaterRows(separator, columns.length))] }
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.message }
    throw error
  }
}

sendToParent(await sample())
await connection.close()
