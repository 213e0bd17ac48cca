import { beforeEach, expect, test, vi } from 'vitest'
import { findLowDisks, readFreeBytes } from './disk-space.ts'

const statfs = vi.hoisted(() => vi.fn())
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  realpath: async (path: string) => path,
  statfs,
}))

const EMBEDDED = { dataDir: '/store', databaseUrl: undefined }
let freeMb: Record<string, number>
beforeEach(() => {
  statfs.mockImplementation(async (path: string) => {
    const free = freeMb[path]
    if (free === undefined) throw new Error('ENOENT')
    return { bavail: free * 1_000, bsize: 1_000 }
  })
})

test('a disk with less than 1 GB is told, once if database and data share it', async () => {
  freeMb = { '/store': 999, '/store/postgres': 999 }

  expect(await findLowDisks(EMBEDDED)).toEqual([{ id: 'database', words: 'The database', note: '999 MB free' }])
})

test('only the disk that is low is told', async () => {
  freeMb = { '/store': 12, '/store/postgres': 1_000 }

  expect(await findLowDisks(EMBEDDED)).toEqual([{ id: 'data', words: 'The folder for the data', note: '12 MB free' }])
})

test('a database elsewhere and a missing folder are not guessed at', async () => {
  freeMb = { '/store/postgres': 5 }

  expect(await readFreeBytes({ ...EMBEDDED, databaseUrl: 'postgres://elsewhere' })).toEqual({})
})
