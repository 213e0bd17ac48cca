/** Reads a file into rows, in its own thread, and ends with the dry run. */
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { invariant } from '#server/platform/invariant.ts'
import { dropUpload } from './check-lead-file.ts'
import { dryRun } from './dry-run.ts'
import type { RefusedRow } from './lead-intake.ts'
import {
  endReading,
  findImport,
  type ImportRow,
  insertRefusals,
  recordReading,
  renewReading,
  sumParts,
} from './queries.ts'
import type { ReadingNews, ReadingTask } from './read-in-thread.ts'

/** A million rows need about 45 MB. More than this means a bug of ours, which must not take the shop's memory. */
const THREAD_MEGABYTES_MAX = 160
/**
 * Room for the garbage that rows leave, in three parts. With a sixth of it, garbage collection added a quarter to the
 * whole reading.
 */
const THREAD_YOUNG_MEGABYTES_MAX = 24

/** Closing two connections takes milliseconds. */
const ENDS_WITHIN_MS = seconds(5)

/** How a reading ended; null: another one has replaced it. */
type Ending = Extract<ReadingNews, { kind: 'done' | 'problem' }> | null

/** Another try would end the same way, and no one would learn why. */
const TOO_MUCH: Ending = {
  kind: 'problem',
  message: 'The file needs more memory than one file may have. Import it in parts.',
}

/**
 * Reads a lead file if it still has to be read. A reading that is started again gets its own job, and the older job
 * finds nothing to do.
 */
export async function readLeadFile(ctx: PlatformContext, importId: string): Promise<void> {
  const [found] = await ctx.database.run(findImport, { importId })
  if (found?.state !== 'reading' || found.upload_no === null) return
  // The node that read it before was killed; what it read no longer counts.
  const [row] = await ctx.database.run(renewReading, { importId, uploadNo: found.upload_no, now: ctx.clock.now() })
  if (!row) return
  await dropUpload(ctx, found.upload_no)
  const uploadNo = row.upload_no
  invariant(uploadNo !== null, 'the reading has a number')
  const ending = (await findLoss(ctx, row)) ?? (await readInThread(ctx, row, uploadNo))
  // No one needs what a replaced reading wrote.
  if (!ending) return dropUpload(ctx, uploadNo)
  if (ending.kind === 'done') return dryRun(ctx, row, ending)
  const values = {
    uploadNo,
    now: ctx.clock.now(),
    state: 'refused',
    problem: ending.message,
    checksum: null,
    refusedRows: 0,
    preview: null,
    rowsRead: 0,
  }
  await ctx.database.run(endReading, values)
  await dropUpload(ctx, uploadNo)
}

/** A crash of the database empties unlogged tables. */
async function findLoss(ctx: PlatformContext, row: ImportRow): Promise<Ending> {
  const [sum] = await ctx.database.run(sumParts, { importId: row.import_id })
  if (Number(sum?.bytes) === row.bytes_received) return null
  return { kind: 'problem', message: 'The file got lost with the memory of the database. Send it again.' }
}

async function readInThread(ctx: PlatformContext, row: ImportRow, uploadNo: number): Promise<Ending> {
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
    secret: ctx.secrets.tokens,
    nowMs: ctx.clock.now().getTime(),
    timeZone: ctx.config.timeZone,
    counties: places.states.flatMap((state) => places.countiesOf(state)),
  }
  const thread = new Worker(new URL('./read-in-thread.ts', import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: THREAD_MEGABYTES_MAX,
      maxYoungGenerationSizeMb: THREAD_YOUNG_MEGABYTES_MAX,
    },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Ending>()
  let writing: Promise<unknown> = Promise.resolve()
  const write = (work: () => Promise<unknown>) => {
    writing = writing.then(work)
    writing.catch(reject)
  }
  thread.on('message', (news: ReadingNews) => {
    if (news.kind === 'progress') {
      write(async () => {
        const values = { uploadNo, now: ctx.clock.now(), bytesRead: news.bytesRead, rowsRead: news.rowsRead }
        const [counts] = await ctx.database.run(recordReading, values)
        if (!counts) resolve(null)
      })
    } else if (news.kind === 'refused') write(() => saveRefused(ctx, uploadNo, news.rows))
    else write(async () => resolve(news))
  })
  thread.on('error', (error) => {
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(TOO_MUCH)
    else reject(error)
  })
  const ended = new Promise<void>((done) => thread.once('exit', () => done()))
  thread.on('exit', () => write(async () => reject(new Error('the thread that reads ended without a word'))))
  try {
    const ending = await promise
    // After its last message, the thread closes its connections and ends by itself. Forcing it during that can end the
    // process.
    if (ending) await Promise.race([ended, wait(ENDS_WITHIN_MS, undefined, { ref: false })])
    return ending
  } finally {
    await thread.terminate()
    // Its last message must not be written after its upload is dropped.
    await writing.catch(() => undefined)
  }
}

async function saveRefused(ctx: PlatformContext, uploadNo: number, rows: readonly RefusedRow[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.database.run(insertRefusals, {
    uploadNo,
    rowNos: rows.map(({ rowNo }) => rowNo),
    reasons: rows.map(({ reason }) => reason),
    lines: rows.map(({ line }) => line),
  })
}
