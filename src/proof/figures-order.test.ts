import { expect, test } from 'vitest'
import { LogAudit } from './audit-log.ts'
import { utf8 } from './bytes.ts'
import { writeFiguresEntry } from './figures-entry.ts'
import { writeLabelKeys } from './lead-proof.ts'

const ORIGIN = 'store.example/log'
const KEYS = writeLabelKeys(ORIGIN, new Map())
const figuresOf = (day: string) => writeFiguresEntry({ day, checksum: 'ab'.repeat(32) })

function audit(...texts: string[]): string[] {
  const log = new LogAudit(ORIGIN)
  for (const text of [KEYS, ...texts]) log.add(utf8(text))
  return log.faults
}

test('figures of days in order are in order, even if days are missing', () => {
  expect(audit(figuresOf('2026-11-26'), 'another statement', figuresOf('2026-11-28'))).toEqual([])
})

test.each([
  [
    'figures of a day told anew',
    [figuresOf('2026-11-26'), figuresOf('2026-11-26')],
    '2026-11-26 after those of 2026-11-26',
  ],
  [
    'figures of an earlier day',
    [figuresOf('2026-11-26'), figuresOf('2026-11-25')],
    '2026-11-25 after those of 2026-11-26',
  ],
  ['figures that cannot be read', ['leadyard figures v1\nsome day\n'], 'looks like the figures of a day and is not'],
])('%s are found', (_, texts, fault) => {
  expect(audit(...texts)).toEqual([expect.stringContaining(fault)])
})
