import { afterEach, expect, test, vi } from 'vitest'
import { contactError, EMPTY_CONTACT, storeContact, storedContact } from './contact-draft.ts'

const ADA = { ...EMPTY_CONTACT, fullName: 'Ada Buyer', email: 'ada@example.com' }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const stubStorage = (kept = new Map<string, string>()) =>
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })

test('what was entered is restored for two hours', () => {
  stubStorage()
  vi.useFakeTimers({ now: 0 })
  storeContact(ADA)
  expect(storedContact(119 * 60_000)).toEqual(ADA)
  expect(storedContact(120 * 60_000)).toEqual(EMPTY_CONTACT)
})

test.each([
  [EMPTY_CONTACT, 'Full Name is required.'],
  [{ ...ADA, email: ' ' }, 'Email is required.'],
  [{ ...ADA, email: 'ada@nowhere' }, 'Please enter a valid email address.'],
  [ADA, null],
])('the contact %j has %j as its first problem', (draft, fieldError) => {
  expect(contactError(draft)).toBe(fieldError)
})
