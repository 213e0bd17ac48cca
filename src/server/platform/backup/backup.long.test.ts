/** What restores make of a backup and its log; backup.restore.test.ts has what they refuse. */
import { spawn } from 'node:child_process'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notesOf, startArchived, withBackups } from '#testing/backups.ts'
import { execute } from '#testing/postgres-cluster.ts'
import { openFolder } from './open-destination.ts'
import { shipWal } from './ship-wal.ts'
import { takeBackup } from './take-backup.ts'

const { its, inside, backups, source, say, aMoment, closeSegment, restore } = withBackups()

test('a restore to a time after which nothing happened finds everything', async () => {
  const restored = await restore(its.end, 'end')
  const notes = await notesOf(restored.ownerUrl)
  await restored.stop()

  expect(notes).toEqual(['before the backup', 'first', 'second'])
})

test('the restored folder starts as a store of its own, with the same passwords', async () => {
  const restored = await restore('latest', 'latest', { isTrial: false })
  await restored.stop()
  const again = await startArchived(inside('latest'))
  const notes = await notesOf(again.ownerUrl)
  const archived = await readdir(again.archiveDir)
  await again.stop()

  expect(notes).toEqual(['before the backup', 'first', 'second'])
  expect(archived, 'the history of its own timeline').toContain('00000002.history')
})

test('the second of two backups at once is refused', async () => {
  const outcomes = await Promise.allSettled([1, 2].map(() => takeBackup(source(), backups(), its.recipients)))

  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason.message).toBe('Another backup of this store is running.')
})

test('another database cannot write to the same place', async () => {
  const dataDir = inside('other')
  const other = await startArchived(dataDir)
  const taking = takeBackup({ ...other, dataDir }, backups(), its.recipients)
  await expect(taking).rejects.toThrow('has the backups of another database')
  await other.stop()
})

test('a backup that is killed leaves nothing that a restore takes, and the next one removes the rest', async () => {
  const module = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const program = `
    const { takeBackup } = await import(${module('./take-backup.ts')})
    const { openFolder } = await import(${module('./open-destination.ts')})
    const destination = openFolder(${JSON.stringify(inside('backups'))})
    const put = destination.put
    // Killed when all files are written but the manifest is not.
    destination.put = async (name, content) => {
      if (name.endsWith('manifest.json')) process.kill(process.pid, 'SIGKILL')
      await put(name, content)
    }
    await takeBackup(${JSON.stringify(source())}, destination, ${JSON.stringify(its.recipients)})`
  const before = await backups().list('base/')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
  const after = await backups().list('base/')

  expect(signal).toBe('SIGKILL')
  expect(after).toHaveLength(before.length + 1)
  const manifest = await takeBackup(source(), backups(), its.recipients)
  const left = (await backups().list('base/')).map(({ name }) => name)
  expect(left).toHaveLength(before.length + 2)
  expect(left.filter((name) => name.includes(manifest.id))).toHaveLength(2)
})

test('a restored store is backed up and restored again, and times before its restore follow the old one', async () => {
  const restored = await restore('latest', 'second', { isTrial: false })
  await restored.stop()
  const again = await startArchived(inside('second'))
  await execute(again.ownerUrl, `insert into notes values ('third')`)
  await again.stop()
  // As it stops, PostgreSQL archives the rest.
  await shipWal(again.archiveDir, backups(), its.recipients)

  const later = await restore('latest', 'later')
  const laterNotes = await notesOf(later.ownerUrl)
  await later.stop()
  const earlier = await restore(its.between, 'earlier')
  const earlierNotes = await notesOf(earlier.ownerUrl)
  await earlier.stop()

  expect(laterNotes).toEqual(['before the backup', 'first', 'second', 'third'])
  expect(earlierNotes).toEqual(['before the backup', 'first'])
  expect([restored.timeline, later.timeline, earlier.timeline]).toEqual([2, 3, 3])
})

test('a log that was archived late is replayed up to the time all the same', async () => {
  const place = openFolder(inside('stalled'))
  await takeBackup(source(), place, its.recipients)
  await say('while it stalled')
  await closeSegment()
  await say('while it still stalled')
  const time = await aMoment()
  await say('too late')
  await closeSegment()
  // As if the disk of the archive had been full until now.
  const { archiveDir } = its.postgres
  const now = new Date()
  for (const file of await readdir(archiveDir)) await utimes(join(archiveDir, file), now, now)
  await shipWal(archiveDir, place, its.recipients)

  const restored = await restore(time, 'caught-up', { from: 'stalled' })
  const notes = await notesOf(restored.ownerUrl)
  await restored.stop()

  expect(notes).toEqual(['before the backup', 'first', 'second', 'while it stalled', 'while it still stalled'].sort())
})
