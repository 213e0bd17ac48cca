import { expect, test } from 'vitest'
import { emptyDraft, missingParts, storedDraft } from './invoice-draft.ts'

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
