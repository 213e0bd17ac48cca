import { expect, test } from 'vitest'
import { contentOf, emptyDraft, isEarlierSend, missingParts, storedDraft } from './invoice-draft.ts'

const REP = 'usr_rita'
const DRAFT = { ...emptyDraft(), fullName: 'Ada Buyer', email: 'ada@example.com', isReminderOn: false }

test.each([
  [{ fullName: 'Ada', email: 'ada@example.com' }, 1, []],
  [{ fullName: '  ', email: 'ada@example.com' }, 1, ['full name']],
  [{ fullName: 'Ada', email: 'ada@example' }, 1, ['email']],
  [{ fullName: '', email: '' }, 0, ['full name', 'email', 'packages']],
])('an invoice with %j and %i lines still needs %j', (fields, lineCount, missing) => {
  expect(missingParts(fields, lineCount)).toEqual(missing)
})

test('a stored draft is restored in full after a reload, with its attempt', () => {
  const stored = JSON.parse(JSON.stringify({ memberId: REP, draft: DRAFT }))

  expect(storedDraft(stored, REP)).toEqual(DRAFT)
})

test.each([
  { memberId: 'usr_sven', draft: DRAFT },
  ...[null, 7, [], {}, { memberId: REP }, { memberId: REP, draft: { attemptId: 'no spaces allowed' } }],
])('a stored draft of another member or shape is dropped: %j', (stored) => {
  expect(storedDraft(stored, REP)).toBeNull()
})

test('each new form is its own attempt, with an ID that the contract accepts', () => {
  const attempts = [emptyDraft(), emptyDraft()].map(({ attemptId }) => attemptId)

  expect(new Set(attempts).size).toBe(2)
  for (const attempt of attempts) expect(attempt).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
})

const PLACE = { state: 'Texas', county: 'Travis' }
const LINE = { ...PLACE, tier: 'vip', leadType: 'vacant', size: 20, deliveryMethod: 'email' } as const
const FORM = { ...emptyDraft(), fullName: 'Ada Buyer', email: 'ada@example.com', cellPhone: '555 0100' }
/** What the store makes of FORM with one LINE. */
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

const FIRST = contentOf(FORM, [LINE])

test.each([
  ['another address is', true, contentOf({ ...FORM, email: 'eve@example.com' }, [])],
  ['a note is', true, contentOf({ ...FORM, specialOffers: 'Five extra leads' }, [])],
  ['a phone number taken out is', true, contentOf({ ...FORM, cellPhone: '' }, [])],
  ['no reminder is', true, contentOf({ ...FORM, isReminderOn: false }, [])],
  ['other packages are', true, contentOf(FORM, [LINE, LINE])],
  ['packages gone to the invoice are not', false, contentOf(FORM, [])],
  ['spaces and case are not', false, contentOf({ ...FORM, email: ' ADA@example.com ', fullName: 'Ada  Buyer' }, [])],
])('%s a change since a first send that went through: %s', (_name, isEarlier, now) => {
  expect(isEarlierSend([FIRST], now, MADE)).toBe(isEarlier)
})

test('after several unanswered presses, any of them may be the one that went through', () => {
  const second = contentOf({ ...FORM, fullName: 'Ada B. Buyer' }, [LINE])
  const now = contentOf({ ...FORM, fullName: 'Ada C. Buyer' }, [])

  expect(isEarlierSend([FIRST, second], now, { ...MADE, customerName: 'Ada B. Buyer' })).toBe(true)
})
