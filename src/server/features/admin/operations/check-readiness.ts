import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import type { Context } from '#server/gateways/context.ts'
import { seconds } from '#server/platform/clock.ts'
import { type Config, type PlatformContext, perNode } from '#server/platform/context.ts'
import { inTransaction, isDiskFull } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'

/** Below this, an administrator should act; `deploy/alerts.yaml` says the same. A busy day writes a few hundred MB. */
const LOW_BYTES = 1_000_000_000
const WORDS = { data: 'The folder for the data', database: 'The database' } as const
type DiskPlace = keyof typeof WORDS

type Watched = Pick<Config, 'dataDir' | 'databaseUrl'>
type ReadDisk = (folder: string) => Promise<{ bavail: number; bsize: number }>

/** A database elsewhere (`DATABASE_URL`) is not seen from here, nor is a missing folder. */
export async function readFreeBytes({ dataDir, databaseUrl }: Watched, readDisk: ReadDisk = statfs) {
  const free: Partial<Record<DiskPlace, number>> = {}
  const read = async (place: DiskPlace, folder: string) => {
    const found = await readDisk(folder).catch(() => null)
    if (found) free[place] = found.bavail * found.bsize
  }
  await read('data', dataDir)
  if (databaseUrl === undefined) await read('database', join(dataDir, 'postgres'))
  return free
}

/** Finds the places with too little room, in words; the same disk counts once. */
export async function findLowDisks(config: Watched, readDisk?: ReadDisk) {
  const free = await readFreeBytes(config, readDisk)
  const low = (['database', 'data'] as const).flatMap((id) => {
    const bytes = free[id]
    return bytes === undefined || bytes >= LOW_BYTES ? [] : [{ id, bytes }]
  })
  const isShared = low.length > 1 && low.every(({ bytes }) => bytes === low[0]?.bytes)
  return (isShared ? low.slice(0, 1) : low).map(({ id, bytes }) => ({
    id,
    words: WORDS[id],
    note: `${Math.floor(bytes / 1_000_000)} MB free`,
  }))
}

/** Frequent probes must not make the database write often. */
const TRY_DISK_EVERY_MS = seconds(5)

/** A standby answers reads, and so does a read-only database; neither can take an order. */
export const findReadOnly = statement('operations.find_read_only')`
  select current_setting('transaction_read_only') = 'on' as is_read_only`

/** The least that PostgreSQL allows. */
export const sortOnDisk = statement('operations.sort_on_disk')`select set_config('work_mem', '64kB', true)`

/**
 * Sorts more than fits into its memory, so PostgreSQL writes about 300 kB and removes them at once. A row would tell
 * less: on a full disk, a row that fits into a page is still written, and nearly all orders fail.
 */
export const writeToDisk = statement('operations.write_to_disk')`
  select count(distinct repeat('x', 100) || n) from generate_series(1, 2000) n`

async function tryDisk(ctx: PlatformContext): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      await tx.run(sortOnDisk)
      await tx.run(writeToDisk)
    })
  } catch (error) {
    if (!isDiskFull(error)) throw error
    ctx.node.warn(ctx.log, { reason: error.message }, 'the disk of the database is full: this node is not ready')
    throw new Refusal('unavailable', { message: 'The disk of the database is full.' })
  }
}

/** When the disk of the database was last written to, on the clock of the process, and how that went. */
export const diskTry = perNode(() => ({ atMs: Number.NEGATIVE_INFINITY, result: Promise.resolve() }))

/** Whether this node has started and the database answers, takes writes and has room. @throws Refusal `unavailable` */
export async function checkReadiness(ctx: Context, isStarted: boolean): Promise<{ status: 'ready' }> {
  if (!isStarted) throw new Refusal('unavailable')
  const [found] = await ctx.database.run(findReadOnly)
  if (found?.is_read_only !== false) throw new Refusal('unavailable')
  const tried = diskTry(ctx)
  if (performance.now() - tried.atMs > TRY_DISK_EVERY_MS)
    Object.assign(tried, { atMs: performance.now(), result: tryDisk(ctx) })
  await tried.result
  const { states } = await loadPlaces(ctx)
  if (states.length === 0) throw new Refusal('unavailable')
  return { status: 'ready' }
}
