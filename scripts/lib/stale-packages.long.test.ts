/** The check for old packages, with real answers from npm. */
import { expect, test } from 'vitest'
import { findStale, newestFix, readAdvised, readOutdated } from './stale-packages.ts'

const NOW = new Date('2026-11-23T07:00:00Z')
const SOME_LIBRARY = {
  created: '2024-05-19T12:00:00Z',
  modified: '2026-11-14T17:49:48Z',
  '1.6.0': '2026-07-01T00:00:00Z',
  '1.7.2': '2026-08-26T20:34:09.848Z',
  '1.7.7': '2026-09-30T21:30:55Z',
  '1.7.25': '2026-11-14T17:49:48Z',
  '1.8.0-beta.1': '2026-11-20T00:00:00Z',
  '2.0.0': '2026-11-21T00:00:00Z',
}

test('a package older than 60 days with a fix is listed, with its age and the version to move to', () => {
  expect(findStale([{ name: 'some-library', version: '1.7.2', releases: SOME_LIBRARY }], NOW)).toEqual([
    { name: 'some-library', version: '1.7.2', ageDays: 88, fix: '1.7.25', isAdvised: false },
  ])
})

test.each([
  ['is younger than 60 days', { version: '1.7.7', releases: SOME_LIBRARY }],
  ['is the newest', { version: '1.7.25', releases: { '1.7.25': '2026-01-01T00:00:00Z' } }],
  [
    'has a newer major only',
    { version: '1.7.2', releases: { '1.7.2': '2026-01-01T00:00:00Z', '2.0.0': '2026-02-01T00:00:00Z' } },
  ],
  [
    'has a newer beta only',
    { version: '1.7.2', releases: { '1.7.2': '2026-01-01T00:00:00Z', '1.7.3-beta.1': '2026-02-01T00:00:00Z' } },
  ],
])('a package that %s is not listed', (_, installed) => {
  expect(findStale([{ name: 'some-library', ...installed }], NOW)).toEqual([])
})

test('an advisory counts even if its fix is a major version, and so does an unknown age', () => {
  const releases = { '1.7.2': '2026-08-26T20:34:09.848Z' }

  expect(findStale([{ name: 'one', version: '1.7.2', releases, healedBy: '2.0.1' }], NOW)).toMatchObject([
    { fix: '2.0.1', isAdvised: true },
  ])
  expect(findStale([{ name: 'one', version: '1.0.0', releases }], NOW)).toMatchObject([{ fix: '1.7.2' }])
})

test.each([
  ['1.7.2', ['1.7.9', '1.7.10', '1.6.99'], '1.7.10'],
  ['1.7.2', ['1.8.0', '2.0.0'], '1.8.0'],
  ['0.45.4', ['0.45.5', '0.46.0', '1.0.0'], '0.45.5'],
  ['0.45.4', ['0.46.0'], null],
  ['18.4.0-beta.17', ['18.4.1'], null],
])('the fix for %s among %j is %s', (version, releases, fix) => {
  expect(newestFix(version, Object.fromEntries(releases.map((one) => [one, '2026-01-01T00:00:00Z'])))).toBe(fix)
})

test('npm’s answers are read, and an error does not mean all clear', () => {
  const outdated = {
    'some-library': { current: '1.7.7', wanted: '1.7.7', latest: '1.7.25' },
    zod: [{ current: '4.6.7' }, { current: '4.6.6' }],
    gone: {},
  }
  const audit = {
    auditReportVersion: 2,
    vulnerabilities: {
      'some-library': {
        severity: 'high',
        fixAvailable: { name: 'some-library', version: '1.7.25', isSemVerMajor: false },
      },
      inner: { severity: 'low', fixAvailable: true },
      nested: { severity: 'low', fixAvailable: { name: 'outer', version: '3.0.0', isSemVerMajor: true } },
      hopeless: { severity: 'low', fixAvailable: false },
    },
  }
  const refused = { message: '405 Method Not Allowed', statusCode: 405, error: { summary: '', detail: '' } }
  const offline = { error: { code: 'ECONNREFUSED', summary: 'request failed' } }

  expect([...readOutdated(outdated)]).toEqual([
    ['some-library', '1.7.7'],
    ['zod', '4.6.6'],
  ])
  expect([...readAdvised(audit)]).toEqual([
    ['some-library', '1.7.25'],
    ['inner', 'npm audit fix'],
    ['nested', 'outer 3.0.0'],
  ])
  expect(() => readAdvised(refused)).toThrow('405')
  expect(() => readAdvised({})).toThrow('no answer')
  for (const answer of [offline, null]) expect(() => readOutdated(answer)).toThrow(/request failed|no answer/)
})
