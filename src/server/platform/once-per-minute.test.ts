import { expect, test } from 'vitest'
import { openRareWarnings } from './once-per-minute.ts'

const MINUTE_MS = 60_000

function open() {
  const lines: object[] = []
  let now = 0
  const log = { warn: (fields: object, message: string) => void lines.push({ ...fields, message }) }
  const warn = openRareWarnings(() => now)
  return {
    lines,
    say: (message: string, kind?: string) => warn(log, {}, message, kind),
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('a warning that is repeated is one line a minute, and the next one counts the others', () => {
  const { lines, say, pass } = open()
  for (let second = 0; second < 60; second += 1) {
    say('the database is gone')
    pass(MINUTE_MS / 60)
  }
  say('the database is gone')

  expect(lines).toEqual([{ message: 'the database is gone' }, { message: 'the database is gone', more: 59 }])
})

test('kinds do not hide each other', () => {
  const { lines, say } = open()
  say('a job failed', 'job send-messages')
  say('a job failed', 'job deliver-leads')
  say('a job failed', 'job send-messages')

  expect(lines).toHaveLength(2)
})
