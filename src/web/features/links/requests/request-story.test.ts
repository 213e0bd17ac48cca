import { expect, test } from 'vitest'
import { actionsOf, isLive, storyOf } from './request-story.ts'

const NOW = Date.parse('2026-11-21T10:00:00.000Z')
const SENT = {
  status: 'sent',
  reason: null,
  expiresAt: '2026-11-22T09:00:00.000Z',
  mail: { state: 'sent', error: null },
  openedAt: null,
  remindAt: null,
  declinedReason: null,
  newLinkAskedAt: null,
  cashAppChosenAt: null,
  refundedTotal: '0.00',
  refundState: null,
} as const
const texts = (request: Parameters<typeof storyOf>[0]) => storyOf(request, NOW).map(({ text }) => text)

test.each([
  [null, []],
  ['time', []],
  ['replaced', []],
  ['voided', []],
  ['declined', ['Closed after 10 declined cards']],
] as const)('an expired request with reason %s says: %j', (reason, words) => {
  expect(texts({ ...SENT, status: 'expired', reason })).toEqual(words)
})

test.each([
  ['pending', 'Refund pending: $299.00'],
  ['refunded', 'Refunded: $299.00'],
  ['failed', 'Refund failed: $299.00'],
] as const)('a paid request with a refund %s says so, and nothing about its email', (refundState, words) => {
  expect(texts({ ...SENT, status: 'paid', refundedTotal: '299.00', refundState })).toEqual([words])
  expect(texts({ ...SENT, status: 'paid' })).toEqual([])
})

test.each([
  [SENT, 'copy mail mark-paid remind resend void'],
  [{ ...SENT, expiresAt: '2026-11-21T10:00:00.000Z' }, 'mark-paid resend'],
  [{ ...SENT, status: 'expired', reason: 'time' }, 'mark-paid resend'],
  [{ ...SENT, status: 'expired', reason: 'declined' }, 'mark-paid resend'],
  [{ ...SENT, status: 'expired', reason: 'voided' }, 'resend'],
  [{ ...SENT, status: 'expired', reason: 'replaced' }, ''],
  [{ ...SENT, status: 'paid' }, ''],
  [{ ...SENT, status: 'processed' }, ''],
] as const)('what may be done with a request of %o: %s; only a live one can be copied', (request, allowed) => {
  expect(isLive(request, NOW)).toBe(allowed.includes('copy'))
  expect([...actionsOf(request, NOW)].sort().join(' ')).toBe(allowed)
})
