import { afterEach, expect, test, vi } from 'vitest'
import { contactComplaint, EMPTY_CONTACT, storeContact, storedContact } from './contact-draft.ts'

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

test('what was typed is there again within two hours, and forgotten after', () => {
  stubStorage()
  vi.useFakeTimers({ now: 0 })
  storeContact(ADA)

  expect(storedContact(119 * 60_000)).toEqual(ADA)
  expect(storedContact(120 * 60_000)).toEqual(EMPTY_CONTACT)
})

test.each(['{broken', '"text"', '{"fullName":7}', 'null'])('%s in the storage is an empty form', (stored) => {
  stubStorage(new Map([['checkout-contact', stored]]))

  expect(storedContact()).toEqual(EMPTY_CONTACT)
})

test('a storage that refuses says that nothing is remembered', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new Error('full')
    },
  })

  expect(storeContact(ADA)).toBe(false)
})

test.each([
  [EMPTY_CONTACT, 'Full Name is required.'],
  [{ ...ADA, email: ' ' }, 'Email is required.'],
  [{ ...ADA, email: 'ada@nowhere' }, 'Please enter a valid email address.'],
  [ADA, null],
])('of the contact %j the first complaint is %j', (draft, complaint) => {
  expect(contactComplaint(draft)).toBe(complaint)
})
