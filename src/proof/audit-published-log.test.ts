import { describe, expect, test } from 'vitest'
import { LogAudit } from './audit-published-log.ts'
import { utf8 } from './bytes.ts'
import { LEAD_ENTRY_BYTES, type LeadEntry, writeDay, writeFiguresEntry, writeLeadEntry } from './entries.ts'
import { writeLabelKeys } from './lead-proof.ts'

const ORIGIN = 'store.example/log'
const KEYS = utf8(writeLabelKeys(ORIGIN, new Map([[2026, new Uint8Array(32).fill(1)]])))
const bytes = (seed: number) => new Uint8Array(32).fill(seed)
const day = (text: string): Uint8Array => utf8(writeDay(text))
const DAY = day('2026-11-27')
const entry = (change: Partial<LeadEntry> = {}): Uint8Array =>
  writeLeadEntry({ label: bytes(70), generation: 0, slot: 1, cap: 3, commitment: bytes(9), ...change })
/** A sale in a year: its property's label has the number of the property, and of the year. */
const lead = (change: Partial<LeadEntry> = {}, { property = 7, year = 0 } = {}): Uint8Array[] =>
  [year, year + 1].map((one) => entry({ label: bytes(property * 10 + one), ...change }))

type Entries = (Uint8Array | Uint8Array[])[]

function auditOf(entries: Entries, log = new LogAudit(ORIGIN)): LogAudit {
  for (const one of entries.flat()) log.add(one)
  log.end()
  return log
}
const audit = (...entries: Entries): LogAudit => auditOf(entries)

test('a log that keeps its rules has no faults', () => {
  const log = audit(
    KEYS,
    DAY,
    lead(),
    lead({ slot: 2 }),
    lead({}, { property: 8 }),
    lead({ slot: 3 }),
    utf8('another statement\n'),
    day('2027-11-27'),
    lead({ generation: 1, cap: 1 }, { year: 1 }),
    lead({ generation: 1, slot: 2, cap: 1 }, { property: 9, year: 1 }).map(() => utf8('not a lead')),
  )

  expect(log.faults).toEqual([])
  expect(log).toMatchObject({ leads: 5, statements: 6 })
})

const again = { commitment: bytes(3) }
test.each<[string, Entries, string]>([
  ['a second sale of a slot', [KEYS, DAY, lead(), lead(again)], 'sells slot 1 again, which entry 2 has'],
  ['one in the next year', [KEYS, DAY, lead(), lead(again, { year: 1 })], 'sells slot 1 again, which entry 3 has'],
  [
    'one in a generation that begins too early',
    [KEYS, DAY, lead(), day('2027-09-01'), lead({ ...again, generation: 1 }, { year: 1 })],
    'sells slot 1 again, 278 days after entry 3',
  ],
  ['a slot beyond the cap', [KEYS, DAY, lead({ slot: 4 })], 'slot 4 of only 3'],
  ['a cap that rises', [KEYS, DAY, lead({ cap: 1 }), lead({ slot: 2, cap: 2 })], 'raises the cap from 1 to 2'],
  ['a cap that falls and rises', [KEYS, DAY, lead(), lead({ slot: 2, cap: 2 }), lead({ slot: 3 })], 'from 2 to 3'],
  ['an earlier generation', [KEYS, DAY, lead({ generation: 1 }), lead({ slot: 2 })], 'to an earlier generation'],
  ['a sale under one label', [KEYS, DAY, entry(), lead({ slot: 2 })], 'Entry 2 is not followed by the same sale'],
  ['one at the end', [KEYS, DAY, lead(), entry({ slot: 2 })], 'Entry 4 is not followed by the same sale'],
  ['one before a statement', [KEYS, DAY, entry(), DAY], 'Entry 2 is not followed by the same sale'],
  ['a sale twice under one label', [KEYS, DAY, entry(), entry()], 'Entry 2 is not followed by the same sale'],
  [
    'another next label',
    [KEYS, DAY, lead(), entry({ slot: 2 }), entry({ slot: 2, label: bytes(99) })],
    'another label of',
  ],
  ['a lead before a day', [KEYS, lead()], 'is before the first day'],
  ['a day that goes back', [KEYS, DAY, day('2026-11-26')], 'goes back in time'],
  ['a day that there is not', [KEYS, day('2026-02-30')], 'goes back in time'],
  ['a lead before the keys', [lead()], 'does not begin with its keys'],
  ['another text before the keys', [utf8('hello'), KEYS], 'does not begin with its keys'],
  ['keys of another log', [utf8(writeLabelKeys('other.example/log', new Map()))], 'does not begin with its keys'],
  ['keys that are named twice', [KEYS, KEYS], 'names keys again'],
])('%s is found', (_, entries, fault) => {
  expect(audit(...entries).faults).toEqual(expect.arrayContaining([expect.stringContaining(fault)]))
})

describe('a log that follows a closed one', () => {
  const NEXT = 'store.example/log/2'
  const head = { origin: ORIGIN, size: 2, root: bytes(1) }
  const start = (kept = head) => utf8(writeLabelKeys(NEXT, new Map(), { signed: head, kept, reason: 'A test' }))
  const auditBoth = (earlier: Entries, later: Entries) => auditOf(later, new LogAudit(NEXT, auditOf(earlier)))
  const closed = [KEYS, DAY, lead()]

  test('may say again what is in the closed one, once', () => {
    expect(auditBoth(closed, [start(), DAY, lead(), lead({ slot: 2 })]).faults).toEqual([])
    const [twice] = auditBoth(closed, [start(), DAY, lead(), lead()]).faults
    expect(twice).toContain('sells slot 1 again, which entry 2 has')
  })

  test('may say it again after New Year, under the labels of that year', () => {
    expect(auditBoth(closed, [start(), day('2027-01-02'), lead({}, { year: 1 })]).faults).toEqual([])
  })

  test.each([
    ['a slot that the closed one sold', lead(again), 'which entry 2 of store.example/log has'],
    ['a higher cap', lead({ slot: 2, cap: 4 }), 'raises the cap from 3 to 4'],
  ])('is found selling %s', (_, entries, fault) => {
    expect(auditBoth(closed, [start(), DAY, entries]).faults[0]).toContain(fault)
  })

  test('is not without fault if signed entries can no longer be read', () => {
    expect(auditBoth([KEYS], [start({ ...head, size: 1 })]).faults).toEqual([
      'store.example/log was signed with 2 entries, and 1 of store.example/log can be read: no one can check the rest.',
    ])
  })
})

const told = (day: string) => writeFiguresEntry({ day, checksum: 'ab'.repeat(32) })
const figuresOf = (day: string) => utf8(told(day))
const TODAY = told('2026-11-27')

test('figures are never mistaken for a lead', () => {
  expect(utf8(TODAY).length).toBeGreaterThan(LEAD_ENTRY_BYTES)
})

test('figures of days in order are in order, even if days are missing', () => {
  expect(audit(KEYS, figuresOf('2026-11-26'), utf8('another statement'), figuresOf('2026-11-28')).faults).toEqual([])
})

test.each([
  ['figures of a day told anew', figuresOf('2026-11-26'), '2026-11-26 after those of 2026-11-26'],
  ['figures of an earlier day', figuresOf('2026-11-25'), '2026-11-25 after those of 2026-11-26'],
])('%s are found', (_, text, fault) => {
  expect(audit(KEYS, figuresOf('2026-11-26'), text).faults).toEqual([expect.stringContaining(fault)])
})

test.each([
  ['no end of line', TODAY.slice(0, -1)],
  ['another line', `${TODAY}\n`],
  ['another version', TODAY.replace('v1', 'v2')],
  ['no day', TODAY.replace('2026-11-27', '2026-11')],
  ['capitals', TODAY.replace('ab', 'AB')],
  ['a short hash', TODAY.replace(/.\n$/, '\n')],
])('figures with %s are found', (_, text) => {
  expect(text).not.toBe(TODAY)
  expect(audit(KEYS, utf8(text)).faults).toEqual([expect.stringContaining('looks like the figures of a day')])
})
