import { expect, test } from 'vitest'
import { rateComplaint, statusOf } from './member-words.ts'

test.each(['10', ' 12.5 ', '0', '100'])('the rate "%s" is valid', (text) => {
  expect(rateComplaint(text)).toBeUndefined()
})

test.each(['', ' ', '100.01', '-1', '12.345', 'ten', '1e2', '12,5'])(
  'the rate "%s" is refused with a message',
  (text) => {
    expect(rateComplaint(text)).toMatch(/^Enter a rate/)
  },
)

test.each([
  [{ isInvited: true, isVerified: false }, 'Invited'],
  [{ isInvited: false, isVerified: true }, 'Verified'],
  [{ isInvited: false, isVerified: false }, 'Pending'],
])('a member with %o is shown as %s', (member, word) => {
  expect(statusOf(member).word).toBe(word)
})
