/** One backup and what a restore makes of it, and refuses; backup.long.test.ts has the rest. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notesOf, withBackups } from '#testing/backups.ts'
import { readWalObject } from './names.ts'
import { makeKey } from './seal.ts'

const { its, inside, backups, restore } = withBackups()

test('a restore to a time between two rows finds exactly the first', async () => {
  const restored = await restore(its.between, 'between')
  const notes = await notesOf(restored.ownerUrl)
  await restored.stop()

  expect(notes).toEqual(['before the backup', 'first'])
  expect(restored.timeReached && restored.timeReached <= its.between).toBe(true)
  expect(restored.manifest).toEqual(its.manifest)
})

test('a restore refuses a folder with anything in it, and touches nothing there', async () => {
  const into = inside('mine')
  await mkdir(into)
  await writeFile(join(into, 'mine.txt'), 'mine')

  await expect(restore('latest', 'mine')).rejects.toThrow('is not empty')
  await expect(restore('latest', 'store')).rejects.toThrow('A store is running on')
  expect(await readdir(into)).toEqual(['mine.txt'])
})

test('another key is named as the reason, and nothing is written', async () => {
  await expect(restore('latest', 'wrong', { key: (await makeKey()).key })).rejects.toThrow('is not the key that')
  expect(await readdir(its.folder)).not.toContain('wrong')
})

test.each(['files', 'log'])('tampered %s are found before anything is restored', async (what) => {
  const objects = await backups().list(what === 'files' ? 'base/' : 'wal/')
  const object = what === 'files' ? objects[0] : objects.findLast(({ name }) => readWalObject(name)?.kind === 'segment')
  const path = join(inside('backups'), object?.name ?? '')
  const good = await readFile(path)
  const bad = Buffer.from(good)
  bad[bad.length - 40] = (bad[bad.length - 40] ?? 0) ^ 1
  await writeFile(path, bad)

  await expect(restore('latest', 'tampered')).rejects.toThrow('is damaged')
  await writeFile(path, good)
  expect(await readdir(inside('tampered')).catch(() => [])).toEqual([])
})
