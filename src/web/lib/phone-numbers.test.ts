import { expect, test } from 'vitest'
import { mayTakeTexts, wantsTexts } from './phone-numbers.ts'

test.each(['(512) 555-0100', '512.555.0100', '1-512-555-0100', '+1 512 555 0100', ' 5125550100 ', '604–555–0123'])(
  '%s can receive texts',
  (typed) => expect(mayTakeTexts(typed)).toBe(true),
)

test.each([
  '',
  ...['555-0100', 'call me', '512 555 0100 ext 7', '+44 7911 123456', '800 555 0100', '900-555-0100', '1234567890'],
])('%j cannot receive texts', (typed) => expect(mayTakeTexts(typed)).toBe(false))

test('one line by SMS is enough to send texts', () => {
  expect(wantsTexts([{ deliveryMethod: 'email' }, { deliveryMethod: 'sms' }])).toBe(true)
  expect(wantsTexts([{ deliveryMethod: 'email' }])).toBe(false)
})
