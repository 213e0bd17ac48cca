import { expect, test } from 'vitest'
import { passwordComplaint } from './password-rules.ts'

test.each([
  ['secret-fox', 'secret-fix', 'Password Mismatch', 'New passwords do not match'],
  ['abc', 'abd', 'Password Mismatch', 'New passwords do not match'],
  ['abcde', 'abcde', 'Password Too Short', 'Password must be at least 6 characters long'],
  ['', '', 'Password Too Short', 'Password must be at least 6 characters long'],
])('new %j, confirmed as %j: %s', (newPassword, confirmation, title, description) => {
  expect(passwordComplaint(newPassword, confirmation)).toEqual({ title, description })
})

test('six equal characters may be tried', () => {
  expect(passwordComplaint('abcdef', 'abcdef')).toBeNull()
})
