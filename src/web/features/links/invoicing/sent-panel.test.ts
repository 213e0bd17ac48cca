import { expect, test } from 'vitest'
import { emptyDraft } from './invoice-draft.ts'
import { contentOf, isEarlierSend } from './sent-panel.tsx'

const LINE = {
  tier: 'vip',
  leadType: 'vacant',
  size: 20,
  state: 'Texas',
  county: 'Travis',
  deliveryMethod: 'email',
} as const
const DRAFT = { ...emptyDraft(), fullName: 'Ada Buyer', email: 'ada@example.com', cellPhone: '555 0100' }
/** What the store makes of DRAFT with one LINE. */
const MADE = {
  customerName: 'Ada Buyer',
  customerEmail: 'ada@example.com',
  customerBusinessName: null,
  customerPhone: '555 0100',
  customerAddress: null,
  specialOffers: '',
  remindAt: '2026-11-22T10:00:00.000Z',
  cartData: [LINE],
}

const FIRST = contentOf(DRAFT, [LINE])

test.each([
  ['another address', contentOf({ ...DRAFT, email: 'eve@example.com' }, [])],
  ['a note', contentOf({ ...DRAFT, specialOffers: 'Five extra leads' }, [])],
  ['a phone number taken out', contentOf({ ...DRAFT, cellPhone: '' }, [])],
  ['no reminder', contentOf({ ...DRAFT, isReminderOn: false }, [])],
  ['other packages', contentOf(DRAFT, [LINE, LINE])],
])('a form changed to %s reports that the first send went through', (_name, now) => {
  expect(isEarlierSend([FIRST], now, MADE)).toBe(true)
})

test.each([
  ['with its packages gone to the invoice', contentOf(DRAFT, [])],
  ['but for spaces and case', contentOf({ ...DRAFT, email: ' ADA@example.com ', fullName: 'Ada  Buyer' }, [])],
])('the same form pressed again, %s, is simply sent', (_name, now) => {
  expect(isEarlierSend([FIRST], now, MADE)).toBe(false)
})

test('after several unanswered presses, any of them may be the one that went through', () => {
  const second = contentOf({ ...DRAFT, fullName: 'Ada B. Buyer' }, [LINE])
  const now = contentOf({ ...DRAFT, fullName: 'Ada C. Buyer' }, [])

  expect(isEarlierSend([FIRST, second], now, { ...MADE, customerName: 'Ada B. Buyer' })).toBe(true)
})
