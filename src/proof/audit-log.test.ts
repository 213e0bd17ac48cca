import { describe, expect, test } from 'vitest'
import { LogAudit } from './audit-log.ts'
import { utf8 } from './bytes.ts'
import { type LeadEntry, writeLeadEntry } from './lead-entry.ts'
import { writeLabelKeys } from './lead-proof.ts'

const ORIGIN = 'store.example/log'
const KEYS = utf8(writeLabelKeys(ORIGIN, new Map([[2026, new Uint8Array(32).fill(1)]])))
const bytes = (seed: number) => new Uint8Array(32).fill(seed)
const lead = (entry: Partial<LeadEntry> = {}): Uint8Array =>
  writeLeadEntry({ label: bytes(7), generation: 0, slot: 1, cap: 3, commitment: bytes(9), ...entry })

function audit(...entries: Uint8Array[]): LogAudit {
  const log = new LogAudit(ORIGIN)
  for (const entry of entries) log.add(entry)
  return log
}

test('a log that keeps its rules has no faults', () => {
  const log = audit(
    KEYS,
    lead(),
    lead({ slot: 2 }),
    lead({ label: bytes(8) }),
    lead({ slot: 3 }),
    lead({ generation: 1, cap: 1 }),
    utf8('another statement\n'),
  )

  expect(log.faults).toEqual([])
  expect(log).toMatchObject({ leads: 5, statements: 2 })
})

test.each([
  ['a second sale of a slot', [KEYS, lead(), lead({ commitment: bytes(3) })], 'sells slot 1 again, which entry 1 has'],
  ['a slot beyond the cap', [KEYS, lead({ slot: 4 })], 'slot 4 of only 3'],
  ['a cap that rises', [KEYS, lead({ cap: 1 }), lead({ slot: 2, cap: 2 })], 'raises the cap from 1 to 2'],
  ['a cap that falls and rises', [KEYS, lead(), lead({ slot: 2, cap: 2 }), lead({ slot: 3, cap: 3 })], 'from 2 to 3'],
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
  const auditBoth = (earlier: Uint8Array[], later: Uint8Array[]): LogAudit => {
    const log = new LogAudit(NEXT, audit(...earlier))
    for (const entry of later) log.add(entry)
    return log
  }

  test('may say again what is in the closed one, once', () => {
    expect(auditBoth([KEYS, lead()], [start(), lead(), lead({ slot: 2 })]).faults).toEqual([])
    expect(auditBoth([KEYS, lead()], [start(), lead(), lead()]).faults).toEqual([
      expect.stringContaining('sells slot 1 again, which entry 1 has'),
    ])
  })

  test.each([
    ['a slot that the closed one sold', lead({ commitment: bytes(3) }), 'which entry 1 of store.example/log has'],
    ['a higher cap', lead({ slot: 2, cap: 4 }), 'raises the cap from 3 to 4'],
  ])('is found selling %s', (_, entry, fault) => {
    expect(auditBoth([KEYS, lead()], [start(), entry]).faults).toEqual([expect.stringContaining(fault)])
  })

  test('is not without fault if signed entries can no longer be read', () => {
    expect(auditBoth([KEYS], [start({ ...head, size: 1 })]).faults).toEqual([
      'store.example/log was signed with 2 entries, and 1 of store.example/log can be read: no one can check the rest.',
    ])
  })
})
