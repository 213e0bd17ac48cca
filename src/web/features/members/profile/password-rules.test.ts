import { expect, test } from 'vitest'
import { passwordComplaint } from './password-rules.ts'

test.each([
  ['secret-fox', 'secret-fix', 'confirmation', 'Password Mismatch', 'New passwords do not match'],
  ['abc', 'abd', 'confirmation', 'Password Mismatch', 'New passwords do not match'],
  ['abcde', 'abcde', 'newPassword', 'Password Too Short', 'Password must be at least 6 characters long'],
  ['', '', 'newPassword', 'Password Too Short', 'Password must be at least 6 characters long'],
])('new %j, confirmed as %j: problem at %s, %s', (newPassword, confirmation, field, title, description) => {
  expect(passwordComplaint({ newPassword, confirmation })).toEqual({ field, title, description })
})

test('six characters that match may be sent', () => {
  expect(passwordComplaint({ newPassword: 'abcdef', confirmation: 'abcdef' })).toBeNull()
})
