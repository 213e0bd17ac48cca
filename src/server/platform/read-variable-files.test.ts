import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadyard-variables-'))
  path = join(folder, 'smtp')
  await writeFile(path, 'smtps://user:secret@mail.example.com:465\n')
})
afterAll(() => rm(folder, { recursive: true }))

const problemsOf = (variables: Record<string, string>): readonly string[] => {
  try {
    readConfig(variables)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)]
  }
}

test('a variable can be read from a file, without the line break at its end', () => {
  expect(readConfig({ SMTP_URL_FILE: path }).smtpUrl).toBe('smtps://user:secret@mail.example.com:465')
  expect(readConfig({ SMTP_URL_FILE: ' ' }).smtpUrl).toBeUndefined()
})

test('a variable that is given twice is refused', () => {
  expect(problemsOf({ SMTP_URL: 'smtp://localhost', SMTP_URL_FILE: path })).toEqual([
    'SMTP_URL and SMTP_URL_FILE are both set: remove one.',
  ])
})

test('a file that cannot be read is refused by name, and its text is not in the message', () => {
  expect(problemsOf({ SMTP_URL_FILE: join(folder, 'none') })).toEqual([
    `SMTP_URL_FILE names ${join(folder, 'none')}, which cannot be read (ENOENT).`,
  ])
  expect(problemsOf({ SMTP_URL_FILE: folder })[0]).toContain('EISDIR')
})

test('what a file has is checked like any other value', () => {
  expect(problemsOf({ PUBLIC_URL_FILE: path })[0]).toMatch(/^PUBLIC_URL must be an http or https address/)
})
