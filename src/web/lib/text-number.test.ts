import { expect, test } from 'vitest'
import { mayTakeTexts, phoneHint, wantsTexts } from './text-number.ts'

test.each(['(512) 555-0100', '512.555.0100', '1-512-555-0100', '+1 512 555 0100', ' 5125550100 ', '604–555–0123'])(
  '%s can receive texts',
  (typed) => expect(mayTakeTexts(typed)).toBe(true),
)

test.each([
  '',
  '555-0100',
  'call me',
  '512 555 0100 ext 7',
  '+44 7911 123456',
  '800 555 0100',
  '900-555-0100',
  '1234567890',
])('%j cannot receive texts', (typed) => expect(mayTakeTexts(typed)).toBe(false))

test('a buyer who chose SMS is told that it needs a number, and what happens without one', () => {
  expect(phoneHint({ typed: '', isTexted: true, isDone: true })).toMatch(/to this number.*Without one.*by email/)
  expect(phoneHint({ typed: ' ', isTexted: true, isDone: true })).toMatch(/[Ww]ithout one.*by email/)
  expect(phoneHint({ typed: '512 555 0100', isTexted: true, isDone: true })).toBe('We text SMS leads to this number.')
  expect(phoneHint({ typed: '512 555 01', isTexted: true, isDone: true })).toMatch(/only text numbers in.*by email/)
})

test('a number is not called wrong while it is being entered', () => {
  expect(phoneHint({ typed: '512 5', isTexted: true, isDone: false })).toMatch(/[Ww]ithout one/)
})

test('a buyer who chose email gets no hint', () => {
  expect(phoneHint({ typed: 'call me', isTexted: false, isDone: true })).toBeNull()
})

test('one line by SMS is enough to send texts', () => {
  expect(wantsTexts([{ deliveryMethod: 'email' }, { deliveryMethod: 'sms' }])).toBe(true)
  expect(wantsTexts([{ deliveryMethod: 'email' }])).toBe(false)
})
