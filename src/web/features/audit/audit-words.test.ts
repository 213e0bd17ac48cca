import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit/audit.ts'
import type { UserId } from '#contract/values.ts'
import { changesOf, sentenceOf } from './audit-words.ts'

const entry = (facts: Partial<AuditEntry>): AuditEntry => ({
  id: 'aud_1',
  at: '2026-11-22T10:00:00.000Z',
  memberId: 'usr_1' as UserId,
  memberName: 'Ann',
  action: 'price_changed',
  subject: 'VIP Junior Package, Vacant Houses',
  before: null,
  after: null,
  note: null,
  ...facts,
})

test.each([
  [
    entry({ before: { 'vacant-vip-20': '299.00' }, after: { 'vacant-vip-20': '279.00' } }),
    'Ann set VIP Junior Package, Vacant Houses from $299.00 to $279.00',
  ],
  [
    entry({ subject: '2 prices', before: { a: '1.00', b: '2.00' }, after: { a: '2.00', b: '3.00' } }),
    'Ann set 2 prices',
  ],
  [
    entry({ action: 'stock_set', subject: 'VIP', before: { available: 0 }, after: { available: 1200 } }),
    'Ann set the stock of VIP from 0 to 1,200',
  ],
  [
    entry({ action: 'commission_set', subject: 'Rob', before: { rate: 10 }, after: { rate: 12.5 } }),
    'Ann set the commission of Rob from 10% to 12.5%',
  ],
  [
    entry({ action: 'cash_app_verified', subject: 'Order LY-1', after: { total: '598.00' } }),
    'Ann verified the payment for Order LY-1',
  ],
  [entry({ action: 'logged_in', subject: 'The store', after: { network: 'NZOwXIlfOfWy' } }), 'Ann logged in'],
  [entry({ action: 'login_failed', subject: 'The store' }), 'Failed log-in for Ann'],
  [
    entry({ action: 'login_failed', subject: 'The store', memberId: null, memberName: 'No account' }),
    'Failed log-in: no account has that address',
  ],
  [
    entry({ action: 'login_throttled', subject: 'The store', memberId: null, memberName: 'No account' }),
    'Too many log-in attempts at an address without an account',
  ],
  [entry({ action: 'access_refused', subject: 'GET /api/admin/audit' }), 'Ann was refused GET /api/admin/audit'],
])('an action is described in a sentence', (act, sentence) => {
  expect(sentenceOf(act)).toBe(sentence)
})

test('facts are shown by name; of changed facts, only those that differ', () => {
  const before = { username: 'Rob', email: 'rob@example.com', phone: null, isActive: true }
  const after = { username: 'Rob', email: 'robert@example.com', phone: '555-0100', isActive: false }

  expect(changesOf({ before, after })).toEqual([
    { name: 'Email', before: 'rob@example.com', after: 'robert@example.com' },
    { name: 'Phone', before: null, after: '555-0100' },
    { name: 'Is active', before: 'yes', after: 'no' },
  ])
  expect(changesOf({ before: null, after: { network: 'NZOwXIlfOfWy', times_within_15_minutes: 1000 } })).toEqual([
    { name: 'Network', before: null, after: 'NZOwXIlfOfWy' },
    { name: 'Times within 15 minutes', before: null, after: '1,000' },
  ])
  expect(changesOf({ before: null, after: { packagesReturned: 2 } })).toEqual([
    { name: 'Packages returned', before: null, after: '2' },
  ])
})
