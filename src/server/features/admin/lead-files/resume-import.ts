import { loadPlaces } from '#server/features/catalogue/places.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { withAdvisoryLock } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { ChildProcessError, runInChildProcess } from '#server/platform/process/child-process.ts'
import { applyParts } from './apply-lead-import.ts'
import { dryRun, refuseReading } from './dry-run.ts'
import type { RefusedRow } from './lead-intake.ts'
import * as sql from './queries.ts'
import type { ReadingNews, ReadingTask } from './read-in-process.ts'
import { dropUpload } from './retention.ts'
import { resumeUndoing } from './undo-lead-import.ts'

const FLAGS = [
  // A million rows need about 45 MB. More than this is a bug of ours, which must not use up the machine's memory.
  '--max-old-space-size=160',
  // Room for garbage. With a sixth of it, garbage collection made the whole reading a quarter slower.
  '--max-semi-space-size=8',
]

/** How a reading ended; null: another one has replaced it. */
type Ending = Extract<ReadingNews, { kind: 'done' | 'problem' }> | null
const problem = (message: string): Ending => ({ kind: 'problem', message })

/** A reading that is started again gets its own job, and the older job finds nothing to do. */
async function readLeadFile(ctx: PlatformContext, importId: string): Promise<void> {
  const [found] = await ctx.database.run(sql.findImport, { importId })
  if (found?.state !== 'reading' || found.upload_no === null) return
  // The node that read it before was killed; what it read no longer counts.
  const [row] = await ctx.database.run(sql.renewReading, { importId, uploadNo: found.upload_no, now: ctx.clock.now() })
  if (!row) return
  await dropUpload(ctx, found.upload_no)
  const uploadNo = row.upload_no
  invariant(uploadNo !== null, 'the reading has a number')
  const ending = (await findLoss(ctx, row)) ?? (await readInProcess(ctx, row, uploadNo))
  // No one needs what a replaced reading wrote.
  if (!ending) return dropUpload(ctx, uploadNo)
  if (ending.kind === 'done') return dryRun(ctx, row, ending)
  await refuseReading(ctx, { uploadNo, problem: ending.message, checksum: null, rowsRead: 0 })
  await dropUpload(ctx, uploadNo)
}

/** A crash of the database empties unlogged tables. */
async function findLoss(ctx: PlatformContext, row: sql.ImportRow): Promise<Ending> {
  const [sum] = await ctx.database.run(sql.sumParts, { importId: row.import_id })
  if (Number(sum?.bytes) === row.bytes_received) return null
  return problem('The file got lost with the memory of the database. Send it again.')
}

async function readInProcess(ctx: PlatformContext, row: sql.ImportRow, uploadNo: number): Promise<Ending> {
  const places = await loadPlaces(ctx)
  const url = ctx.database.pool.options.connectionString
  invariant(url && row.mapping, 'the pool has an address, and whoever began the reading named the columns')
  const task: ReadingTask = {
    databaseUrl: url,
    importId: row.import_id,
    fileBytes: row.bytes_received,
    uploadNo,
    mapping: row.mapping,
    source: row.source,
    secret: ctx.secrets.fingerprints,
    nowMs: ctx.clock.now().getTime(),
    timeZone: ctx.config.timeZone,
    counties: places.states.flatMap((state) => places.countiesOf(state)),
  }
  const stop = new AbortController()
  let ending: Ending = null
  let isReplaced = false
  let writing: Promise<unknown> = Promise.resolve()
  const write = (work: () => Promise<unknown>) => {
    writing = writing.then(work)
    writing.catch(() => stop.abort())
  }
  const handleNews = (news: ReadingNews) => {
    if (news.kind === 'progress') {
      write(async () => {
        const values = { uploadNo, now: ctx.clock.now(), bytesRead: news.bytesRead, rowsRead: news.rowsRead }
        const [counts] = await ctx.database.run(sql.recordReading, values)
        if (counts) return
        isReplaced = true
        stop.abort()
      })
    } else if (news.kind === 'refused') write(() => saveRefused(ctx, uploadNo, news.rows))
    else ending = news
  }
  const file = new URL('./read-in-process.ts', import.meta.url)
  const options = { flags: FLAGS, onMessage: handleNews, signal: stop.signal }
  const failure = await runInChildProcess(file, task, options).then(
    () => null,
    (error: unknown) => error,
  )
  // Its last message must not be written after its upload is dropped; and a failed write says why it was stopped.
  await writing
  if (isReplaced) return null
  // Another try would end the same way, and no one would learn why.
  if (failure instanceof ChildProcessError && failure.isOutOfMemory)
    return problem('The file needs more memory than one file may have. Import it in parts.')
  if (failure) throw failure
  invariant(ending, 'a reader that ends well says how the reading ended')
  return ending
}

async function saveRefused(ctx: PlatformContext, uploadNo: number, rows: readonly RefusedRow[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.database.run(sql.insertRefusals, {
    uploadNo,
    rowNos: rows.map(({ rowNo }) => rowNo),
    reasons: rows.map(({ reason }) => reason),
    lines: rows.map(({ line }) => line),
  })
}

/** A number that no other kind of lock uses; the import's number is the second. */
const LOCK = 7_305_136

/** Reads, applies or undoes an import, depending on its state. @returns false if another node is working on it */
export async function resumeImport(ctx: PlatformContext, importId: string): Promise<boolean> {
  const [row] = await ctx.database.run(sql.findImport, { importId })
  if (!row) return true
  return withAdvisoryLock(ctx.database, [LOCK, row.import_no], async () => {
    await readLeadFile(ctx, importId)
    await applyParts(ctx, importId)
    await resumeUndoing(ctx, importId)
  })
}
