import { expect, test } from 'vitest'
import { emptyDraft } from './invoice-draft.ts'
import { contentOf, isEarlierSend } from './sent-panel.tsx'

const PLACE = { state: 'Texas', county: 'Travis' }
const LINE = { ...PLACE, tier: 'vip', leadType: 'vacant', size: 20, deliveryMethod: 'email' } as const
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
  ['another address is', true, contentOf({ ...DRAFT, email: 'eve@example.com' }, [])],
  ['a note is', true, contentOf({ ...DRAFT, specialOffers: 'Five extra leads' }, [])],
  ['a phone number taken out is', true, contentOf({ ...DRAFT, cellPhone: '' }, [])],
  ['no reminder is', true, contentOf({ ...DRAFT, isReminderOn: false }, [])],
  ['other packages are', true, contentOf(DRAFT, [LINE, LINE])],
  ['packages gone to the invoice are not', false, contentOf(DRAFT, [])],
  ['spaces and case are not', false, contentOf({ ...DRAFT, email: ' ADA@example.com ', fullName: 'Ada  Buyer' }, [])],
])('%s a change since a first send that went through: %s', (_name, isEarlier, now) => {
  expect(isEarlierSend([FIRST], now, MADE)).toBe(isEarlier)
})

test('after several unanswered presses, any of them may be the one that went through', () => {
  const second = contentOf({ ...DRAFT, fullName: 'Ada B. Buyer' }, [LINE])
  const now = contentOf({ ...DRAFT, fullName: 'Ada C. Buyer' }, [])

  expect(isEarlierSend([FIRST, second], now, { ...MADE, customerName: 'Ada B. Buyer' })).toBe(true)
})
