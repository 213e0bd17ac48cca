import { expect, test } from 'vitest'
import { phoneInWords, phoneWords } from './phone-words.ts'

test.each([
  ['+15125550100', '(512) 555-0100'],
  ['+442079460000', '+442079460000'],
])('the number %s is shown as %s', (number, words) => {
  expect(phoneInWords(number)).toBe(words)
})

test.each([
  [{ kind: 'voip', isDoNotCall: false }, '(804) 835-3236, VoIP'],
  [{ kind: 'mobile', isDoNotCall: true }, '(804) 835-3236, mobile, do not call'],
  [{ kind: 'unknown', isDoNotCall: false }, '(804) 835-3236'],
])('a phone with %j is shown as “%s”', (facts, words) => {
  expect(phoneWords({ number: '+18048353236', ...facts })).toBe(words)
})
