import { expect, test } from 'vitest'
import { phoneInWords } from '#web/ui/phone-link.tsx'
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

test.each(['5125550143', '+15125550143', '1 512-555-0143', '(512) 555-0143', '+44 20 7946 0958'])(
  '%s is shown as Americans write it, unless it is foreign',
  (typed) => expect(phoneInWords(typed)).toBe(typed.startsWith('+44') ? typed : '(512) 555-0143'),
)
