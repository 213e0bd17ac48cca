import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters as plain } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { deriveToken, newToken } from './ids.ts'
import * as logging from './logging.ts'

const withToken = ALL_ENDPOINTS.map(({ path }) => path).filter((path) => path.includes(':token'))
const withoutParams = ALL_ENDPOINTS.map(({ path }) => path).filter((path) => !path.includes(':'))

test('a path in the log is checked for all secrets of the contract', () => {
  expect(withToken.length).toBeGreaterThan(10)
  expect(withoutParams.length).toBeGreaterThan(50)
})

test.each([...new Set(withToken)])('a path in the log shows no token: %s', (path) => {
  for (const token of [newToken(), deriveToken('secret', 'delivery', 'dlv_1'), encodeURIComponent(`${newToken()}=,`)]) {
    const logged = logging.loggablePath(path.replace(':token', token).replace(':lineNumber', '1'))

    expect(logged).toBe(path.replace(':lineNumber', '1'))
  }
})

test('a path in the log shows neither the token of a page nor a query', () => {
  const token = deriveToken('secret', 'delivery', 'dlv_1')

  expect(logging.loggablePath(`/delivery/${token}?from=mail`)).toBe('/delivery/:token')
  expect(logging.loggablePath(`/not-known-yet/${token}/`)).toBe('/not-known-yet/:token/')
  expect(logging.loggablePath('/order/short')).toBe('/order/:token')
})

test.each([...new Set(withoutParams)])('a path in the log still shows which call it was: %s', (path) => {
  expect(logging.loggablePath(path)).toBe(path)
})

test('a line for a person has the time, the level, the message and the fields', () => {
  const line = JSON.stringify({ level: 40, time: '2026-01-31T14:05:06.789Z', job: 'send', rows: 2, msg: 'it failed' })

  expect(plain(logging.readableLine(line))).toBe('14:05:06 warn  it failed job=send rows=2\n')
})

test('a line about an error shows its stack on lines of its own', () => {
  const line = JSON.stringify({
    level: 50,
    time: '2026-01-31T14:05:06.789Z',
    err: { stack: 'Error: no\n  at x' },
    msg: 'bad',
  })

  expect(plain(logging.readableLine(line))).toBe('14:05:06 error bad \n  Error: no\n  at x\n')
})

test('a line that is not JSON passes as it is', () => {
  const lines: string[] = []
  logging.readableLines({ write: (line) => void lines.push(line) }).write('plain words\n')

  expect(lines).toEqual(['plain words\n'])
})

/**
 * A bundle whose second line came from line 5 of a source; the lines around it came from a package, which has no map.
 * Its folder has a space in its name, as people's folders do.
 */
async function bundle(map = true): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'leadyard bundle-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const content = { version: 3, sources: ['../../src/server/shop.ts'], names: [], mappings: ';AAIA' }
  if (map) await writeFile(join(folder, 'main.js.map'), JSON.stringify(content))
  return pathToFileURL(join(folder, 'main.js'))
}

test('a position in the bundle is shown as its source, and all else stays', async () => {
  const file = await bundle()
  const stack = `Error: no\n    at sell (${file}:2:1)\n    at ${file}:2:1\n    at node:internal/timers:1:1`

  expect(logging.sourceStack(stack, file)).toBe(
    'Error: no\n    at sell (src/server/shop.ts:5:1)\n    at src/server/shop.ts:5:1\n    at node:internal/timers:1:1',
  )
})

test.each([1, 3])('a position in a package stays unchanged: line %i', async (line) => {
  const file = await bundle()
  const stack = `Error: no\n    at parse (${file}:${line}:1)`

  expect(logging.sourceStack(stack, file)).toBe(stack)
})

test('a stack is shown unchanged if the map is missing', async () => {
  const file = await bundle(false)
  const stack = `Error: no\n    at sell (${file}:2:1)`

  expect(logging.sourceStack(stack, file)).toBe(stack)
})

test('a huge message, or one that names the bundle, is kept and causes no delay', async () => {
  const file = await bundle()
  const message = `${'a'.repeat(2_000_000)} ${file}: ${file}:x`

  expect(logging.sourceStack(`Error: ${message}\n    at ${file}:2:1`, file)).toBe(
    `Error: ${message}\n    at src/server/shop.ts:5:1`,
  )
})

const LINE = `${JSON.stringify({ msg: 'x'.repeat(1_000) })}\n`

/** A reader that reads nothing until the test lets it. */
function aSlowReader() {
  let taken = ''
  let goOn: (() => void) | undefined
  let isReading = false
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      taken += chunk
      if (isReading) done()
      else goOn = done
    },
  })
  return {
    stream,
    taken: () => taken,
    read() {
      isReading = true
      goOn?.()
    },
  }
}

test('a log delivers lines to its reader in order and intact', () => {
  const reader = aSlowReader()
  reader.read()
  const destination = logging.openLogDestination(reader.stream)

  for (const line of ['one\n', 'two\n']) destination.write(line)

  expect(reader.taken()).toBe('one\ntwo\n')
})

test('a log keeps a bounded backlog for a stalled reader, and tells it how many lines it missed', async () => {
  const reader = aSlowReader()
  const destination = logging.openLogDestination(reader.stream)
  for (let count = 0; count < 3_000; count += 1) destination.write(LINE)
  const kept = reader.stream.writableLength
  reader.read()
  await expect.poll(() => reader.stream.writableLength).toBe(0)

  destination.write(LINE)

  const lines = reader.taken().trim().split('\n')
  const missed = lines.flatMap((line) => JSON.parse(line).leftOut ?? [])
  expect(kept).toBeLessThanOrEqual(logging.BACKLOG_BYTES_MAX)
  expect(kept).toBeGreaterThan(logging.BACKLOG_BYTES_MAX - 2 * LINE.length)
  expect(missed).toHaveLength(1)
  expect(lines.length - 1 + missed[0]).toBe(3_001)
})

test('a log: a reader that left is not an error, and nothing more is written to it', () => {
  let writes = 0
  const stream = new Writable({
    write(_chunk, _encoding, done) {
      writes += 1
      done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    },
  })
  const destination = logging.openLogDestination(stream)

  destination.write(LINE)
  destination.write(LINE)

  expect(writes).toBe(1)
})

const MINUTE_MS = 60_000

/** Warnings at a time that the test sets. */
function rareWarnings() {
  const lines: object[] = []
  let now = 0
  const log = { warn: (fields: object, message: string) => void lines.push({ ...fields, message }) }
  const warn = logging.openRareWarnings(() => now)
  return {
    lines,
    say: (message: string, kind?: string) => warn(log, {}, message, kind),
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('a rare warning that is repeated is one line a minute, and the next one counts the others', () => {
  const { lines, say, pass } = rareWarnings()
  for (let second = 0; second < 60; second += 1) {
    say('the database is gone')
    pass(MINUTE_MS / 60)
  }
  say('the database is gone')

  expect(lines).toEqual([{ message: 'the database is gone' }, { message: 'the database is gone', more: 59 }])
})

test('a rare warning does not hide one of another kind', () => {
  const { lines, say } = rareWarnings()
  say('a job failed', 'job send-messages')
  say('a job failed', 'job deliver-leads')
  say('a job failed', 'job send-messages')

  expect(lines).toHaveLength(2)
})
