import { createHash } from 'node:crypto'
import { mkdtemp, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFolder } from '#testing/folders.ts'
import { backupProblems } from './backup-config.ts'
import {
  type Destination,
  type Manifest,
  manifestName,
  putJson,
  readManifests,
  readWalFile,
  readWalObject,
  type WalObject,
  walObjectName,
} from './names.ts'
import { openFolder } from './open-destination.ts'
import { choosePruned, nextPosition, planRestore, requireNoGap } from './rules.ts'
import { makeKey, recipientsOf, seal, unseal } from './seal.ts'
import { shipFile, shipWal } from './ship-wal.ts'

const root = aFolder()
let folder: string
let destination: Destination
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'backup-'))
  destination = openFolder(join(folder, 'backups'))
})

const SEGMENT = '00000001000000000000000A'
const at = (text: string) => new Date(`2026-11-${text}Z`)
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

function wal(file: string, archivedAt: Date): WalObject {
  const object = readWalObject(walObjectName(file, archivedAt, hashOf(file), true))
  if (!object) throw new Error(`${file} is no name of the log`)
  return object
}

const segment = (number: number, archivedAt: Date, timeline = 1) =>
  wal(`0000000${timeline}00000000000000${number.toString(16).toUpperCase().padStart(2, '0')}`, archivedAt)

function aManifest(endedAt: Date, start: number, timeline = 1): Manifest {
  const file = segment(start, endedAt, timeline).file
  const id = endedAt.toISOString().replaceAll(/[-:]/g, '')
  return {
    format: 1,
    id,
    systemIdentifier: '7',
    startedAt: endedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    timeline,
    startSegment: file,
    stopSegment: file,
    postgresVersion: '18.4',
    storeVersion: '0.1.0',
    migration: '1',
    parts: [{ name: `base/${id}/files.000001.tar.zst.age`, bytes: 1, sha256: '00' }],
    fileCount: 1,
    unpackedBytes: 1,
  }
}

describe('names of the log', () => {
  test.each([
    [SEGMENT, 'segment', 1, '000000000000000A'],
    ['0000000200000001000000FF.partial', 'partial', 2, '00000001000000FF'],
    ['0000000A.history', 'history', 10, ''],
    [`${SEGMENT}.00000028.backup`, 'label', 1, '000000000000000A'],
  ])('%s is a %s', (file, kind, timeline, position) => {
    expect(readWalFile(file)).toEqual({ file, kind, timeline, position })
    expect(wal(file, at('26T10:00:00.123'))).toMatchObject({ file, kind, archivedAt: at('26T10:00:00.123') })
  })

  test.each(['archtemp.1', `${SEGMENT}.tmp`, '../00000001.history', SEGMENT.toLowerCase()])('%s is none', (file) => {
    expect(readWalFile(file)).toBeNull()
  })

  test('a segment follows the last of the file before', () => {
    expect(nextPosition('00000000000000FE')).toBe('00000000000000FF')
    expect(nextPosition('00000000000000FF')).toBe('0000000100000000')
  })
})

describe('shipping the log', () => {
  const source = (text: string, archivedAt = at('26T10:00:00')) => ({
    file: SEGMENT,
    content: Buffer.from(text),
    archivedAt,
  })

  test('again with the same content changes nothing, even later and encrypted anew', async () => {
    const { recipient } = await makeKey()
    await shipFile(destination, source('one'), [recipient])
    const before = await destination.list('wal/')
    await shipFile(destination, source('one', at('26T11:00:00')), [recipient])
    expect(await destination.list('wal/')).toEqual(before)
    expect(before).toHaveLength(1)
  })

  test('the label of a backup is not its first segment', async () => {
    await shipFile(destination, { ...source('label'), file: `${SEGMENT}.00000028.backup` }, [])
    await shipFile(destination, source('one'), [])
    expect(await destination.list('wal/')).toHaveLength(2)
  })

  test('other content under the same name is refused, and the first stays', async () => {
    await shipFile(destination, source('one'), [])
    const before = await destination.list('wal/')
    await expect(shipFile(destination, source('two'), [])).rejects.toThrow('two databases write to it')
    expect(await destination.list('wal/')).toEqual(before)
  })

  test('files wait while the destination cannot be written, and go there afterwards', async () => {
    const archiveDir = await mkdtemp(join(folder, 'archive-'))
    await writeFile(join(archiveDir, SEGMENT), 'one')
    await writeFile(join(archiveDir, 'archtemp.77'), 'half')
    const full: Destination = { ...destination, put: () => Promise.reject(new Error('no space left on device')) }

    await expect(shipWal(archiveDir, full, [])).rejects.toThrow('no space left')
    expect(await readFile(join(archiveDir, SEGMENT), 'utf8')).toBe('one')
    expect(await shipWal(archiveDir, destination, [])).toBe(1)
    expect(await destination.list('wal/')).toHaveLength(1)
    expect(await shipWal(archiveDir, destination, [])).toBe(0)
  })
})

describe('encryption', () => {
  const text = 'x'.repeat(300_000)
  const read = async (sealed: Buffer, key?: string) =>
    (await unseal(sealed, { name: 'wal/a.zst.age', key, bytesMax: text.length })).toString()
  const sealFor = (recipients: string[]) => seal(Buffer.from(text), recipients)

  test('either of two keys opens what was sealed for both; a third does not', async () => {
    const [owner, store, stranger] = [await makeKey(), await makeKey(), await makeKey()]
    const recipients = await recipientsOf({ key: store.key, recipient: owner.recipient })
    const sealed = await sealFor(recipients)

    expect(await read(sealed, owner.key)).toBe(text)
    expect(await read(sealed, store.key)).toBe(text)
    await expect(read(sealed, stranger.key)).rejects.toThrow('is not the key that wal/a.zst.age was encrypted for')
    await expect(read(sealed)).rejects.toThrow('Set BACKUP_KEY')
    await expect(read(sealed, owner.key.slice(0, -2))).rejects.toThrow('not a complete key')
  })

  test.each([150, -1])('a flipped bit at %i is found', async (place) => {
    const { key, recipient } = await makeKey()
    const sealed = await sealFor([recipient])
    const index = place < 0 ? sealed.length + place : place
    sealed[index] = (sealed[index] ?? 0) ^ 1
    await expect(read(sealed, key)).rejects.toThrow('is damaged')
  })

  test('an object that was cut is found', async () => {
    const { key, recipient } = await makeKey()
    const sealed = await sealFor([recipient])
    await expect(read(sealed.subarray(0, -20), key)).rejects.toThrow('is damaged')
  })
})

test('a folder never shows an object that is half written, and removes it only when it is old', async () => {
  await destination.put('base/a/files', Buffer.from('whole'))
  const left = join(folder, 'backups/base/a/.unfinished-1-1')
  await writeFile(left, 'half')

  expect((await destination.list('base/')).map(({ name }) => name)).toEqual(['base/a/files'])
  await destination.removeUnfinished()
  expect(await readFile(left, 'utf8')).toBe('half')
  await utimes(left, 0, 0)
  await destination.removeUnfinished()
  await expect(readFile(left)).rejects.toThrow('ENOENT')
})

test('a manifest that was changed or cut is not taken, and is named', async () => {
  const good = aManifest(at('20T00:00:00'), 1)
  await putJson(destination, manifestName(good.id), good)
  await putJson(destination, manifestName('other'), good)
  await putJson(destination, manifestName('cut'), { ...good, id: 'cut', parts: {} })
  expect(await readManifests(destination)).toEqual({ manifests: [good], unreadable: ['cut', 'other'] })
})

const now = at('28T00:00:00')
const log = [1, 2, 3, 4, 5].map((number) => segment(number, at('01T00:00:00')))
const history = wal('00000002.history', at('01T00:00:00'))

test.each([
  ['keeps the newest of the old ones, for times between it and the next', [5, 12, 20], 14, [5]],
  ['keeps the last good one, however old', [1, 2, 3], 14, [1, 2]],
  ['keeps all that are young', [20, 21, 22], 14, []],
  ['has nothing to do without backups', [], 14, []],
])('pruning %s', (_, days, keepDays, gone) => {
  const manifests = days.map((day, index) => aManifest(at(`${String(day).padStart(2, '0')}T00:00:00`), index + 2))
  const pruned = choosePruned(manifests, [...log, history], { now, keepDays })
  expect(pruned.backups.map(({ endedAt }) => new Date(endedAt).getUTCDate())).toEqual(gone)
  const first = gone.length + 2
  const wanted = days.length === 0 ? [] : log.slice(0, first - 1).map(({ file }) => file)
  expect(pruned.wal.map(({ file }) => file)).toEqual(wanted)
})

describe('choosing what a restore needs', () => {
  const manifests = [aManifest(at('20T00:00:00'), 2), aManifest(at('21T00:00:00'), 4)]
  const log = [2, 3, 4, 5, 6].map((number) =>
    segment(
      number,
      at(`20T${number * 4 - 8}:30:00`.replace('T0:', 'T00:').replace('T4:', 'T04:').replace('T8:', 'T08:')),
    ),
  )
  const young = [7, 8].map((number) => segment(number, at(`21T1${number}:00:00`)))
  const all = [...log, ...young]
  const numbersOf = (plan: { wal: WalObject[] }) => plan.wal.map(({ position }) => Number.parseInt(position, 16))

  test('takes the newest backup before the time, and the log until it was archived past that time', () => {
    const plan = planRestore(manifests, all, at('20T05:00:00'))
    expect(plan.manifest).toBe(manifests[0])
    expect(numbersOf(plan)).toEqual([2, 3, 4])
    expect(planRestore(manifests, all, at('21T17:30:00')).manifest).toBe(manifests[1])
    expect(numbersOf(planRestore(manifests, all, 'latest'))).toEqual([4, 5, 6, 7, 8])
  })

  test.each([
    ['before the oldest backup', at('19T23:59:59')],
    ['after the end of the archived log', at('21T18:00:01')],
  ])('a time %s is refused with the possible range', (words, time) => {
    expect(() => planRestore(manifests, all, time)).toThrow(
      `is ${words}. Times from 2026-11-20T00:00:00.000Z to 2026-11-21T18:00:00.000Z can be restored.`,
    )
  })

  test('a gap in the log is refused rather than taken for its end', () => {
    const holed = all.filter(({ position }) => !position.endsWith('6'))
    expect(() => planRestore(manifests, holed, 'latest')).toThrow('segment 0000000000000006 is missing')
    expect(numbersOf(planRestore(manifests, holed, at('20T05:00:00')))).toEqual([2, 3, 4])
  })

  test('the rest of the log is at hand in case it was archived late', () => {
    const stalled = at('20T12:00:00')
    const late = [segment(2, at('20T00:30:00')), ...[3, 4, 5].map((number) => segment(number, stalled))]
    const plan = planRestore(manifests, late, at('20T05:00:00'))
    expect(numbersOf(plan)).toEqual([2, 3])
    expect(numbersOf({ wal: plan.later })).toEqual([4, 5])
    expect(() => requireNoGap([...plan.wal, ...plan.later.slice(1)], plan.manifest)).toThrow(
      '0000000000000004 is missing',
    )
  })

  test('a time before an earlier restore follows the store as it was then', () => {
    const forked = [...all, wal('00000002.history', at('22T00:00:00')), segment(8, at('22T01:00:00'), 2)]
    expect(planRestore(manifests, forked, at('21T17:30:00')).timeline).toBe(1)
    expect(planRestore(manifests, forked, 'latest').timeline).toBe(2)
  })

  test('no backup is said as such', () => {
    expect(() => planRestore([], all, 'latest')).toThrow('There is no complete backup.')
  })
})

describe('the configuration', () => {
  const usual = { BACKUP_KEEP_DAYS: 14, AWS_REGION: 'us-east-1' }
  const access = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }

  test.each([
    ['a bucket without a key', { BACKUP_TO: 's3://b/x', ...access }, 'must be encrypted'],
    ['a bucket without access', { BACKUP_TO: 's3://b/x', BACKUP_RECIPIENT: 'age1q' }, 'AWS_ACCESS_KEY_ID'],
    ['an own database', { BACKUP_TO: '/b', DATABASE_URL: 'postgres://x' }, 'pgBackRest'],
    ['a key that is none', { BACKUP_KEY: 'hunter2' }, 'BACKUP_KEY must be'],
    ['a secret key as the public one', { BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1A' }, 'BACKUP_RECIPIENT must be'],
  ])('refuses %s', (_, env, problem) => {
    expect(backupProblems({ ...usual, ...env }).join()).toContain(problem)
  })

  test('takes a folder without a key', () => {
    expect(backupProblems({ ...usual, BACKUP_TO: '/mnt/backups' })).toEqual([])
  })
})
