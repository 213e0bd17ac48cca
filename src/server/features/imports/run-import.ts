/** What the job of an import does: it reads, applies or undoes it, and finishes what a killed node began. */
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type Import, ImportId } from '#contract/imports/imports.ts'
import { addMilliseconds, seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, withAdvisoryLock } from '#server/platform/database/database.ts'
import { dropPartition } from '#server/platform/database/partition.ts'
import { listsOf } from '#server/platform/database/statement.ts'
import { invariant, LostRace } from '#server/platform/errors.ts'
import { defineJob, enqueue } from '#server/platform/jobs/job.ts'
import { ChildProcessError, runInChildProcess } from '#server/platform/process/child-process.ts'
import { OUT_OF_MEMORY, type ReadSum, type RefusedRow } from './file-intake.ts'
import type { ImportKind } from './import-kind.ts'
import * as sql from './queries.ts'
import { partitionOf, type ReadingNews, type ReadingTask } from './read-file.ts'
import { getImport, type ImportScope, kindOf } from './show-import.ts'

const FLAGS = [
  // A million rows need about 45 MB. More than this is a bug of ours, which must not use up the machine's memory.
  '--max-old-space-size=160',
  // Room for garbage. With a sixth of it, garbage collection made the whole reading a quarter slower.
  '--max-semi-space-size=8',
]

/** How a reading ended; null: another one has replaced it. */
type Ending = Extract<ReadingNews, { kind: 'done' | 'problem' }> | null
const problem = (message: string): Ending => ({ kind: 'problem', message })

/** Deletes what a reading wrote. */
export async function dropUpload(ctx: PlatformContext, kind: ImportKind, uploadNo: number): Promise<void> {
  await dropPartition(ctx.database, partitionOf(kind.rows, uploadNo))
  await inTransaction(ctx, async (tx) => {
    await tx.run(sql.dropRefusals, { uploadNo })
    await kind.dropParts?.(tx, uploadNo)
  })
}

/** A reading that is started again gets its own job, and the older job finds nothing to do. */
async function readFile(ctx: PlatformContext, kind: ImportKind, found: sql.ImportRow): Promise<void> {
  const { import_id: importId, upload_no: replaced } = found
  invariant(replaced !== null, 'the reading has a number')
  // The node that read it before was killed; what it read no longer counts.
  const [row] = await ctx.database.run(sql.renewReading, { importId, uploadNo: replaced, now: ctx.clock.now() })
  if (!row) return
  await dropUpload(ctx, kind, replaced)
  const uploadNo = row.upload_no
  invariant(uploadNo !== null, 'the reading has a number')
  const ending = (await findLoss(ctx, row)) ?? (await readInProcess(ctx, kind, row, uploadNo))
  if (ending?.kind === 'done') {
    const { sum } = ending
    return (await kind.readAgain?.(ctx, row, sum)) ? readFile(ctx, kind, row) : check(ctx, kind, row, { uploadNo, sum })
  }
  // Of a replaced reading, no one needs what it wrote.
  if (ending) await refuse(ctx, { uploadNo, problem: ending.message, checksum: null, rowsRead: 0 })
  await dropUpload(ctx, kind, uploadNo)
}

/** A crash of the database empties unlogged tables. */
async function findLoss(ctx: PlatformContext, row: sql.ImportRow): Promise<Ending> {
  const [sum] = await ctx.database.run(sql.sumParts, { importId: row.import_id })
  if (Number(sum?.bytes) === row.bytes_received) return null
  return problem('The file is no longer stored. Send it again.')
}

async function readInProcess(ctx: PlatformContext, kind: ImportKind, row: sql.ImportRow, uploadNo: number) {
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
    rows: kind.rows,
    ...(await kind.readerOptions(ctx, row)),
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
  const options = { flags: FLAGS, onMessage: handleNews, signal: stop.signal }
  const failure = await runInChildProcess(kind.reader, task, options).then(
    () => null,
    (error: unknown) => error,
  )
  // Its last message must not be written after its upload is dropped; and a failed write says why it was stopped.
  await writing
  if (isReplaced) return null
  // Another try would end the same way, and no one would learn why.
  if (failure instanceof ChildProcessError && failure.isOutOfMemory) return problem(OUT_OF_MEMORY)
  if (failure) throw failure
  invariant(ending, 'a reader that ends well says how the reading ended')
  return ending
}

async function saveRefused(ctx: PlatformContext, uploadNo: number, rows: readonly RefusedRow[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.database.run(sql.insertRefusals, { uploadNo, ...listsOf(rows, 'rowNo', 'reason', 'line') })
}

/** Ends a reading whose file as a whole is refused. */
const refuse = (
  ctx: PlatformContext,
  reading: { uploadNo: number; problem: string; checksum: string | null; rowsRead: number },
) =>
  ctx.database.run(sql.endReading, {
    ...reading,
    now: ctx.clock.now(),
    state: 'refused',
    refusedRows: 0,
    preview: null,
  })

/** Computes what applying a file that was read would do. Changes nothing else. */
async function check(
  ctx: PlatformContext,
  kind: ImportKind,
  row: sql.ImportRow,
  reading: { uploadNo: number; sum: ReadSum },
): Promise<void> {
  const { uploadNo, sum } = reading
  const { checksum, rowsRead } = sum
  const obstacle = await kind.beforeCheck?.(ctx, row, reading)
  if (obstacle) {
    await refuse(ctx, { uploadNo, problem: obstacle, checksum, rowsRead })
    await dropPartition(ctx.database, partitionOf(kind.rows, uploadNo))
    return
  }
  await inTransaction(ctx, async (tx) => {
    await tx.liftTimeLimits()
    const found = await kind.check(ctx, tx, { ...reading, row })
    const [ended] = await tx.run(sql.endReading, {
      uploadNo,
      now: ctx.clock.now(),
      state: found.problem === null ? 'ready' : 'refused',
      problem: found.problem,
      checksum,
      refusedRows: found.refusedRows,
      preview: JSON.stringify(found.preview),
      rowsRead,
    })
    // Someone has started another check; what this one found must not be written.
    if (!ended) throw new LostRace()
  }).catch(async (error) => {
    if (!(error instanceof LostRace)) throw error
    await dropUpload(ctx, kind, uploadNo)
  })
}

async function apply(ctx: PlatformContext, kind: ImportKind, row: sql.ImportRow): Promise<void> {
  const { import_id: importId, upload_no: uploadNo } = row
  invariant(uploadNo !== null, 'what is applied was read')
  const loss = await kind.apply(ctx, row, uploadNo)
  if (loss === null) {
    await ctx.database.run(sql.endApplying, { importId, now: ctx.clock.now() })
    return dropRead(ctx, kind, row)
  }
  await ctx.database.run(sql.beginUndoing, { importId, now: ctx.clock.now(), undoneBy: null, problem: loss })
  await undo(ctx, kind, row)
}

async function undo(ctx: PlatformContext, kind: ImportKind, row: sql.ImportRow): Promise<void> {
  await kind.undo?.(ctx, row)
  await ctx.database.run(sql.endUndoing, { importId: row.import_id, now: ctx.clock.now() })
  await dropRead(ctx, kind, row)
}

/** The store now has what the file said. The rest is personal data that no one needs. */
async function dropRead(ctx: PlatformContext, kind: ImportKind, row: sql.ImportRow): Promise<void> {
  await ctx.database.run(sql.dropFile, { importId: row.import_id })
  if (row.upload_no !== null) await dropPartition(ctx.database, partitionOf(kind.rows, row.upload_no))
}

/** A number that no other kind of lock uses; the import's number is the second. */
const LOCK = 7_305_136

/** Reads, applies or undoes an import, depending on its state. @returns false if another node is working on it */
export async function runImport(ctx: PlatformContext, kinds: readonly ImportKind[], importId: string) {
  const [one] = await ctx.database.run(sql.findImport, { importId })
  if (!one) return true
  const kind = kindOf(kinds, one)
  return withAdvisoryLock(ctx.database, [LOCK, one.import_no], async () => {
    for (const [state, step] of [
      ['reading', readFile],
      ['applying', apply],
      ['undoing', undo],
    ] as const) {
      const [row] = await ctx.database.run(sql.findImport, { importId })
      if (row?.state === state) await step(ctx, kind, row)
    }
  })
}

/** Tries of a job: enough to outlast any outage of the database. A bug shows in the failed jobs after an hour. */
const ATTEMPTS_MAX = 12
/** How soon to check again whether another node is done, or was killed. */
const LOOK_AGAIN_MS = seconds(5)

/** The job that takes the steps of these kinds. */
export const importJob = <Ctx extends PlatformContext>(name: string, kinds: readonly ImportKind[], summary: string) =>
  defineJob({
    name,
    summary,
    payload: z.object({ importId: ImportId }),
    attemptsMax: ATTEMPTS_MAX,
    run: async (ctx: Ctx, { importId }) => {
      if (await runImport(ctx, kinds, importId)) return
      const runAt = addMilliseconds(ctx.clock.now(), LOOK_AGAIN_MS)
      const again = { key: `${name} ${importId}`, runAt, attemptsMax: ATTEMPTS_MAX }
      await enqueue(ctx.database, name, { importId }, again)
    },
  })

/** Works until an import has nothing left to do; another process on the same database may have taken the job. */
export async function finishImport(ctx: PlatformContext, scope: ImportScope, importId: string): Promise<Import> {
  for (;;) {
    await runImport(ctx, scope.kinds, importId)
    const shown = await getImport(ctx, scope, importId)
    if (!['reading', 'applying', 'undoing'].includes(shown.state)) return shown
    await wait(500)
  }
}
