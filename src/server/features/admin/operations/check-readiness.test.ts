import { expect, test } from 'vitest'
import { findLowDisks, readFreeBytes } from './check-readiness.ts'

const EMBEDDED = { dataDir: '/store', databaseUrl: undefined }
const disks = (freeMb: Record<string, number>) => async (folder: string) => {
  const free = freeMb[folder]
  if (free === undefined) throw new Error('ENOENT')
  return { bavail: free * 1_000, bsize: 1_000 }
}

test('a disk with less than 1 GB is told, once if database and data share it', async () => {
  const low = await findLowDisks(EMBEDDED, disks({ '/store': 999, '/store/postgres': 999 }))
  expect(low).toEqual([{ id: 'database', words: 'The database', note: '999 MB free' }])
})

test('only the disk that is low is told', async () => {
  const low = await findLowDisks(EMBEDDED, disks({ '/store': 12, '/store/postgres': 1_000 }))
  expect(low).toEqual([{ id: 'data', words: 'The folder for the data', note: '12 MB free' }])
})

test('a database elsewhere and a missing folder are not guessed at', async () => {
  const free = await readFreeBytes({ ...EMBEDDED, databaseUrl: 'postgres://x' }, disks({ '/store/postgres': 5 }))
  expect(free).toEqual({})
})
