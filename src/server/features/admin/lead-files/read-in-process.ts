/** In its own process: a million rows take seconds, and a file that breaks the reader must not end the shop. */
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { KnownCounties } from '#server/features/imports/known-counties.ts'
import { Bounds, FileProblem, unpack } from '#server/features/imports/unpack.ts'
import { openBulkConnection } from '#server/platform/database/bulk-connection.ts'
import { finishPartition, startPartition } from '#server/platform/database/partition.ts'
import { readInput, sendToParent } from '#server/platform/process/child-process.ts'
import { PhoneReader } from '#server/platform/text/phone-numbers.ts'
import { LEAD_FILE_UNPACKED_MAX, LeadIntake, type ReadSum, type RefusedRow } from './lead-intake.ts'
import { READ_PIECE } from './queries.ts'
import { AcquiredReader } from './read-facts.ts'
import { LeadRowReader, ROW_COLUMNS } from './read-lead-row.ts'
import { partitionOf, ROW_INDEX, ROW_STATISTICS } from './retention.ts'

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
  counties: readonly { fips: string; state: string; name: string }[]
}

export type ReadingNews =
  | { kind: 'progress'; bytesRead: number; rowsRead: number }
  | { kind: 'refused'; rows: readonly RefusedRow[] }
  | { kind: 'problem'; message: string }
  | { kind: 'done'; bytesRead: number; sum: ReadSum; leftOut: LeadPreview['leftOut'] }

const PROGRESS_EVERY_MS = 300
/** Read at a time. Each byte is in memory several times on its way, until the next garbage collection. */
const PIECE_BYTES = 256 * 1024
const task = await readInput<ReadingTask>()
const tell = (news: ReadingNews) => sendToParent(news)
const open = () => openBulkConnection(task.databaseUrl)

async function read(): Promise<void> {
  // A connection that copies can do nothing else until it is done.
  const [connection, copying] = await Promise.all([open(), open()])
  try {
    const partition = partitionOf(task.uploadNo)
    const copy = await startPartition(copying, partition, ROW_COLUMNS)
    const now = new Date(task.nowMs)
    const shared = {
      ...task,
      counties: new KnownCounties(task.counties),
      acquired: new AcquiredReader(now, task.timeZone),
      phones: new PhoneReader(),
      today: storeDayOf(now, task.timeZone),
    }
    const intake = new LeadIntake(
      { writeLines: (lines) => copy.write(lines), writeRefused: (rows) => tell({ kind: 'refused', rows }) },
      (columns) => new LeadRowReader({ ...shared, columns }),
    )
    let bytesRead = 0
    let toldAt = performance.now()
    const pieces = async function* () {
      for (let part = 0, from = 1; ; ) {
        const bytes = await connection.readBytes(READ_PIECE, [task.importId, part, from, PIECE_BYTES])
        if (!bytes) return
        bytesRead += bytes.length
        if (bytes.length > 0) yield bytes
        if (bytes.length === PIECE_BYTES) from += PIECE_BYTES
        else [part, from] = [part + 1, 1]
      }
    }
    try {
      for await (const bytes of unpack(pieces(), new Bounds(LEAD_FILE_UNPACKED_MAX))) {
        await intake.take(bytes)
        if (performance.now() - toldAt < PROGRESS_EVERY_MS) continue
        toldAt = performance.now()
        tell({ kind: 'progress', bytesRead, rowsRead: intake.rowsRead })
      }
      if (bytesRead !== task.fileBytes) throw new FileProblem('Parts of the file got lost. Send it again.')
      const sum = await intake.end()
      await copy.end()
      await finishPartition(copying, partition, { index: ROW_INDEX, statistics: ROW_STATISTICS })
      tell({ kind: 'done', bytesRead, sum, leftOut: intake.leftOut })
    } catch (error) {
      await copy.abort()
      throw error
    }
  } finally {
    await Promise.all([connection.close(), copying.close()])
  }
}

try {
  await read()
} catch (error) {
  if (!(error instanceof FileProblem)) throw error
  tell({ kind: 'problem', message: error.message })
}
