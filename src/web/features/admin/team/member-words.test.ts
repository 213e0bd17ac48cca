import { expect, test } from 'vitest'
import { readRate, statusOf } from './member-words.ts'

test.each([
  ['10', 10],
  [' 12.5 ', 12.5],
  ['0', 0],
  ['100', 100],
])('the rate "%s" is %d percent', (text, rate) => {
  expect(readRate(text)).toEqual({ ok: true, rate })
})

test.each(['', ' ', '100.01', '-1', '12.345', 'ten', '1e2', '12,5'])(
  '"%s" is no rate, and the reason is told',
  (text) => {
    expect(readRate(text)).toEqual({ ok: false, reason: expect.stringMatching(/^Enter a rate/) })
  },
)

test.each([
  [{ isInvited: true, isVerified: false }, 'Invited'],
  [{ isInvited: false, isVerified: true }, 'Verified'],
  [{ isInvited: false, isVerified: false }, 'Pending'],
])('a member with %o is called %s', (member, word) => {
  expect(statusOf(member).word).toBe(word)
})
