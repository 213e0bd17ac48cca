import { describe, expect, test } from 'vitest'
import { actionsOf, hasMailTrouble, isLive, storyOf } from './request-story.ts'

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

describe('a request that waits for payment says', () => {
  test('that it was mailed, and when it expires', () => {
    expect(texts(SENT)).toEqual(['Emailed, not opened yet', 'Expires in 23 h 0 min'])
  })

  test('why the mail failed', () => {
    const failed = { ...SENT, mail: { state: 'failed', error: '550 no such user' } } as const

    expect(storyOf(failed, NOW)[0]).toEqual({
      text: 'The email was not delivered: 550 no such user',
      tone: 'danger',
    })
  })

  test('what the mail server said while it is retried', () => {
    const waiting = { ...SENT, mail: { state: 'waiting', error: 'connection refused' } } as const

    expect(texts(waiting)[0]).toBe('Not emailed yet, we keep trying: connection refused')
    expect([hasMailTrouble(waiting), hasMailTrouble(SENT)]).toEqual([true, false])
  })

  test('that it was opened rather than what happened to the email', () => {
    const opened = { ...SENT, mail: { state: 'failed', error: 'late bounce' }, openedAt: SENT.expiresAt } as const

    expect(texts(opened)[0]).toMatch(/^Opened /)
  })

  test('that the customer of an ended link asks for a new one', () => {
    const asked = { ...SENT, newLinkAskedAt: '2026-03-03T12:00:00.000Z' }

    expect(texts({ ...asked, status: 'expired', reason: 'time' })).toContain('Customer asked for a new link')
  })

  test('why the card was declined', () => {
    expect(texts({ ...SENT, declinedReason: 'Your card has insufficient funds.' })).toContain(
      'Card declined: Your card has insufficient funds.',
    )
  })

  test('that it was declined, only once, if the bank gave no reason', () => {
    expect(texts({ ...SENT, declinedReason: 'Your card was declined.' })).toContain('Card declined')
  })

  test('that it needs attention in its last two hours', () => {
    const last = { ...SENT, expiresAt: '2026-11-21T11:59:00.000Z' }

    expect(storyOf(last, NOW)).toContainEqual({ text: 'Expires in 1 h 59 min', tone: 'attention' })
  })
})

test.each([
  [null, 'Not paid within 24 hours'],
  ['time', 'Not paid within 24 hours'],
  ['replaced', 'Replaced by a new link'],
  ['voided', 'Withdrawn'],
] as const)('an expired request with reason %s says: %s', (reason, words) => {
  expect(texts({ ...SENT, status: 'expired', reason })).toEqual([words])
})

test.each([
  ['pending', 'Refund pending: $299.00'],
  ['refunded', 'Refunded: $299.00'],
  ['failed', 'Refund failed: $299.00'],
] as const)('a paid request with a refund %s says so, and nothing about its email', (refundState, words) => {
  expect(texts({ ...SENT, status: 'paid', refundedTotal: '299.00', refundState })).toEqual([words])
  expect(texts({ ...SENT, status: 'paid' })).toEqual([])
})

test('a link is live until it expires or its status changes', () => {
  expect(isLive(SENT, NOW)).toBe(true)
  expect(isLive({ ...SENT, expiresAt: '2026-11-21T10:00:00.000Z' }, NOW)).toBe(false)
  expect(isLive({ ...SENT, status: 'paid' }, NOW)).toBe(false)
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
] as const)('what may be done with a request of %o: %s', (request, allowed) => {
  expect([...actionsOf(request, NOW)].sort().join(' ')).toBe(allowed)
})
