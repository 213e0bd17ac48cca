/** How much room is left where the store writes on this machine. */
import { realpath, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'

/** Below this, an administrator should act; `deploy/alerts.yaml` has the same number. A busy day writes a few hundred MB. */
const LOW_BYTES = 1_000_000_000

const WORDS = { data: 'The folder for the data', database: 'The database' } as const
export type DiskPlace = keyof typeof WORDS

/** Reads the free bytes by place. A database elsewhere (`DATABASE_URL`) is not seen from here, nor is a missing folder. */
export async function readFreeBytes({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Partial<Record<DiskPlace, number>>> {
  const free: Partial<Record<DiskPlace, number>> = {}
  const read = async (place: DiskPlace, folder: string) => {
    const found = await statfs(await realpath(folder)).catch(() => null)
    if (found) free[place] = found.bavail * found.bsize
  }
  await read('data', dataDir)
  if (databaseUrl === undefined) await read('database', join(dataDir, 'postgres'))
  return free
}

/** Finds the places with too little room, in words; the same disk counts once. */
export async function findLowDisks(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
): Promise<{ id: DiskPlace; words: string; note: string }[]> {
  const free = await readFreeBytes(config)
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
