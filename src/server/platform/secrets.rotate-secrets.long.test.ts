import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { addMilliseconds, hours, minutes } from '#server/platform/clock.ts'
import { aFolder } from '#testing/folders.ts'
import { createSecretsFile, listSecrets, RotationError, readSecretsFile, retireSessions, rotate } from './secrets.ts'

const FROM = new Date(0).toISOString()
const FIRST = {
  fingerprints: 'f'.repeat(64),
  tokens: [{ from: FROM, value: 't'.repeat(64) }],
  sessions: [{ from: FROM, value: 's'.repeat(64) }],
}
const NOW = new Date('2026-03-01T12:00:00Z')

const root = aFolder()
let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'rotate-'))
  path = join(folder, 'secrets.json')
  await createSecretsFile(path, FIRST)
})

test('a new secret begins in ten minutes, and the others stay', async () => {
  const from = await rotate(path, 'sessions', NOW)

  expect(from).toEqual(addMilliseconds(NOW, minutes(10)))
  const file = await readSecretsFile(path)
  expect(file).toMatchObject({ fingerprints: FIRST.fingerprints, tokens: FIRST.tokens })
  expect(file?.sessions).toEqual([{ from: from.toISOString(), value: expect.any(String) }, ...FIRST.sessions])
  expect(file?.sessions[0]?.value.length).toBeGreaterThanOrEqual(64)
})

test('a second rotation is refused until the first has begun, and changes nothing', async () => {
  const from = await rotate(path, 'tokens', NOW)
  const before = await readFile(path, 'utf8')

  await expect(rotate(path, 'tokens', NOW)).rejects.toThrow(RotationError)
  expect(await readFile(path, 'utf8')).toBe(before)
  await rotate(path, 'tokens', from)
  expect((await listSecrets(path)).tokens).toHaveLength(3)
})

test('an earlier secret of sessions can be retired two hours after the latest began', async () => {
  const from = await rotate(path, 'sessions', NOW)

  await expect(retireSessions(path, addMilliseconds(from, hours(2) - 1))).rejects.toThrow('after that')
  expect(await retireSessions(path, addMilliseconds(from, hours(2)))).toBe(1)
  expect((await listSecrets(path)).sessions).toEqual([from])
  expect(await retireSessions(path, addMilliseconds(from, hours(2)))).toBe(0)
})

test('without a file, nothing is made', async () => {
  await rm(path)

  await expect(rotate(path, 'sessions', NOW)).rejects.toThrow('first start')
  await expect(retireSessions(path, NOW)).rejects.toThrow('first start')
  expect(await readSecretsFile(path)).toBeNull()
})

test('a rotation behind a link keeps the link, the owner and the mode, and leaves nothing else', async () => {
  const linked = join(folder, 'linked.json')
  await symlink(path, linked)
  await chmod(path, 0o640)
  const before = await stat(path)

  await rotate(linked, 'sessions', NOW)

  expect((await lstat(linked)).isSymbolicLink()).toBe(true)
  const { uid, gid, mode } = await stat(path)
  expect({ uid, gid, mode }).toEqual({ uid: before.uid, gid: before.gid, mode: before.mode })
  expect((await listSecrets(path)).sessions).toHaveLength(2)
  expect((await readdir(folder)).sort()).toEqual(['linked.json', 'secrets.json'])
})

test('two rotations at once lose no secret: one may be told to wait', async () => {
  const ended = await Promise.allSettled([rotate(path, 'sessions', NOW), rotate(path, 'tokens', NOW)])

  const done = ended.filter(({ status }) => status === 'fulfilled').length
  const { sessions, tokens } = await listSecrets(path)
  expect(sessions.length + tokens.length).toBe(2 + done)
  for (const one of ended) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(RotationError)
})

test('a change that was left unfinished is named and stays', async () => {
  const before = await readFile(path, 'utf8')
  await writeFile(`${path}.new`, '')

  await expect(rotate(path, 'sessions', NOW)).rejects.toThrow('secrets.json.new exists')
  expect(await readFile(path, 'utf8')).toBe(before)
  expect(await readFile(`${path}.new`, 'utf8')).toBe('')
})
