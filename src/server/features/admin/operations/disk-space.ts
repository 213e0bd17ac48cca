/** How much room is left where the store writes on this machine. */
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'

/** Below this, an administrator should act; `deploy/alerts.yaml` has the same number. A busy day writes a few hundred MB. */
const LOW_BYTES = 1_000_000_000

const WORDS = { data: 'The folder for the data', database: 'The database' } as const
export type DiskPlace = keyof typeof WORDS

type Watched = Pick<Config, 'dataDir' | 'databaseUrl'>
type ReadDisk = (folder: string) => Promise<{ bavail: number; bsize: number }>

/** Reads the free bytes by place. A database elsewhere (`DATABASE_URL`) is not seen from here, nor is a missing folder. */
export async function readFreeBytes(
  { dataDir, databaseUrl }: Watched,
  readDisk: ReadDisk = statfs,
): Promise<Partial<Record<DiskPlace, number>>> {
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
export async function findLowDisks(
  config: Watched,
  readDisk?: ReadDisk,
): Promise<{ id: DiskPlace; words: string; note: string }[]> {
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
