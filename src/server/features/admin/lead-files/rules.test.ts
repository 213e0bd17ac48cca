/** What is decided about a row, and what occurs twice in a file. */
import { expect, test } from 'vitest'
import { decide, SeenProperties } from './rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day))
const lead = (leadId: string, day: number, { same = false, isOff = false } = {}) => ({
  lead_id: leadId,
  acquired_at: at(day),
  is_same: same,
  pool_id: isOff ? null : 'a pool',
})

test.each([
  ['no lead is known', [], { kind: 'insert', displaced: [] }],
  ['its lead is older', [lead('1', 4, { same: true })], { kind: 'renew', leadId: '1', displaced: [] }],
  ['its lead is from the same day', [lead('1', 5, { same: true })], { kind: 'renew', leadId: '1', displaced: [] }],
  ['its lead is newer', [lead('1', 6, { same: true })], { kind: 'skip', verdict: 'unchanged' }],
  ['its lead left sale', [lead('1', 4, { same: true, isOff: true })], { kind: 'renew', leadId: '1', displaced: [] }],
  ['one of another owner or list is for sale', [lead('2', 4)], { kind: 'insert', displaced: ['2'] }],
  ['one of another owner is not for sale', [lead('2', 4, { isOff: true })], { kind: 'insert', displaced: [] }],
  ['one of another owner or list is newer', [lead('2', 6)], { kind: 'skip', verdict: 'outdated' }],
  ['one of another owner or list is from the same day', [lead('2', 5)], { kind: 'skip', verdict: 'outdated' }],
  [
    'its lead and a former owner are older',
    [lead('1', 3, { same: true, isOff: true }), lead('2', 4)],
    { kind: 'renew', leadId: '1', displaced: ['2'] },
  ],
])('what is decided when %s', (_, beside, expected) => {
  expect(decide(at(5), beside)).toEqual(expected)
})

test('SeenProperties finds duplicates among many', () => {
  const seen = new SeenProperties()
  const keyOf = (index: number) =>
    `abcdef00-0000-${(index >>> 16).toString(16).padStart(4, '0')}-${(index & 0xffff).toString(16).padStart(4, '0')}-${index.toString(16).padStart(12, '0')}`
  for (let index = 1; index < 200_000; index += 1) seen.add(keyOf(index))
  seen.add(keyOf(17))
  seen.add(keyOf(199_999))
  expect(seen.twice).toEqual([keyOf(17), keyOf(199_999)])
})
