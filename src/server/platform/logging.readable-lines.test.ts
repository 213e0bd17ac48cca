import { stripVTControlCharacters as plain } from 'node:util'
import { expect, test } from 'vitest'
import { readableLine, readableLines } from './logging.ts'

test('a line for a person has the time, the level, the message and the fields', () => {
  const line = JSON.stringify({ level: 40, time: '2026-01-31T14:05:06.789Z', job: 'send', rows: 2, msg: 'it failed' })

  expect(plain(readableLine(line))).toBe('14:05:06 warn  it failed job=send rows=2\n')
})

test('an error is shown with its stack on lines of its own', () => {
  const line = JSON.stringify({
    level: 50,
    time: '2026-01-31T14:05:06.789Z',
    err: { stack: 'Error: no\n  at x' },
    msg: 'bad',
  })

  expect(plain(readableLine(line))).toBe('14:05:06 error bad \n  Error: no\n  at x\n')
})

test('what is not JSON passes as it is', () => {
  const lines: string[] = []
  readableLines({ write: (line) => void lines.push(line) }).write('plain words\n')

  expect(lines).toEqual(['plain words\n'])
})
