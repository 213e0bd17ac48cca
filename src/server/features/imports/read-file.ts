/** In its own process: a million rows take seconds, and a file that breaks the reader must not end the shop. */
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import { type BulkConnection, openBulkConnection } from '#server/platform/database/bulk-connection.ts'
import { finishPartition, type Partition, startPartition } from '#server/platform/database/partition.ts'
import { Bounds, FileProblem, unpack } from '#server/platform/files/unpack.ts'
import { readInput, sendToParent } from '#server/platform/process/child-process.ts'
import { FileIntake, type ReadSum, type RefusedRow, type RowReader, UNPACKED_MAX } from './file-intake.ts'
import type { RowsTable } from './import-kind.ts'
import { READ_PIECE } from './queries.ts'

export interface ReadingTask {
  databaseUrl: string
  importId: string
  fileBytes: number
  uploadNo: number
  mapping: LeadMapping
  source: string
  secret: string
  nowMs: number
  timeZone: string
  rows: RowsTable
}

export type ReadingNews =
  | { kind: 'progress'; bytesRead: number; rowsRead: number }
  | { kind: 'refused'; rows: readonly RefusedRow[] }
  | { kind: 'problem'; message: string }
  | { kind: 'done'; bytesRead: number; sum: ReadSum }

export const partitionOf = ({ table }: Pick<RowsTable, 'table'>, uploadNo: number): Partition => ({
  table,
  column: 'upload_no',
  value: uploadNo,
})

const PROGRESS_EVERY_MS = 300
/** Read at a time. Each byte is in memory several times on its way, until the next garbage collection. */
const PIECE_BYTES = 256 * 1024
const tell = (news: ReadingNews) => sendToParent(news)

/** Reads the parts of a file one after the other. */
export async function* readParts(connection: BulkConnection, importId: string): AsyncGenerator<Buffer> {
  for (let part = 0, from = 1; ; ) {
    const bytes = await connection.readBytes(READ_PIECE, [importId, part, from, PIECE_BYTES])
    if (!bytes) return
    if (bytes.length > 0) yield bytes
    if (bytes.length === PIECE_BYTES) from += PIECE_BYTES
    else [part, from] = [part + 1, 1]
  }
}

type MakeReader<Options> = (task: ReadingTask & Options, columns: readonly string[]) => RowReader

async function read<Options>(task: ReadingTask & Options, makeReader: MakeReader<Options>): Promise<void> {
  const open = () => openBulkConnection(task.databaseUrl)
  // A connection that copies can do nothing else until it is done.
  const [connection, copying] = await Promise.all([open(), open()])
  try {
    const partition = partitionOf(task.rows, task.uploadNo)
    const copy = await startPartition(copying, partition, task.rows.columns)
    const intake = new FileIntake(
      { writeLines: (lines) => copy.write(lines), writeRefused: (rows) => tell({ kind: 'refused', rows }) },
      (columns) => makeReader(task, columns),
    )
    let bytesRead = 0
    let toldAt = performance.now()
    const pieces = async function* () {
      for await (const bytes of readParts(connection, task.importId)) {
        bytesRead += bytes.length
        yield bytes
        if (performance.now() - toldAt < PROGRESS_EVERY_MS) continue
        toldAt = performance.now()
        tell({ kind: 'progress', bytesRead, rowsRead: intake.rowsRead })
      }
      if (bytesRead !== task.fileBytes) throw new FileProblem('Parts of the file got lost. Send it again.')
    }
    try {
      const bounds = new Bounds(UNPACKED_MAX)
      const sum = await intake.read(unpack(pieces(), bounds), bounds)
      await copy.end()
      await finishPartition(copying, partition, task.rows)
      tell({ kind: 'done', bytesRead, sum })
    } catch (error) {
      await copy.abort()
      throw error
    }
  } finally {
    await Promise.all([connection.close(), copying.close()])
  }
}

/** What the process of a kind's reader does. @param makeReader called once the header is known */
export async function readFileAs<Options>(makeReader: MakeReader<Options>): Promise<void> {
  try {
    await read(await readInput<ReadingTask & Options>(), makeReader)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    tell({ kind: 'problem', message: error.message })
  }
}
