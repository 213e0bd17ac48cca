import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { BACKLOG_BYTES_MAX, openLogDestination } from './logging.ts'

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

test('delivers lines to its reader in order and intact', () => {
  const reader = aSlowReader()
  reader.read()
  const destination = openLogDestination(reader.stream)

  for (const line of ['one\n', 'two\n']) destination.write(line)

  expect(reader.taken()).toBe('one\ntwo\n')
})

test('keeps a bounded backlog for a stalled reader, and tells it how many lines it missed', async () => {
  const reader = aSlowReader()
  const destination = openLogDestination(reader.stream)
  for (let count = 0; count < 3_000; count += 1) destination.write(LINE)
  const kept = reader.stream.writableLength
  reader.read()
  await expect.poll(() => reader.stream.writableLength).toBe(0)

  destination.write(LINE)

  const lines = reader.taken().trim().split('\n')
  const missed = lines.flatMap((line) => JSON.parse(line).leftOut ?? [])
  expect(kept).toBeLessThanOrEqual(BACKLOG_BYTES_MAX)
  expect(kept).toBeGreaterThan(BACKLOG_BYTES_MAX - 2 * LINE.length)
  expect(missed).toHaveLength(1)
  expect(lines.length - 1 + missed[0]).toBe(3_001)
})

test('a reader that left is not an error, and nothing more is written to it', () => {
  let writes = 0
  const stream = new Writable({
    write(_chunk, _encoding, done) {
      writes += 1
      done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    },
  })
  const destination = openLogDestination(stream)

  destination.write(LINE)
  destination.write(LINE)

  expect(writes).toBe(1)
})
