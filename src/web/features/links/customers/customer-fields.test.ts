import { expect, test } from 'vitest'
import { complaintsOf, customerBody, fieldsOf } from './customer-fields.ts'

test.each([
  [{ name: 'Ada', email: 'ada@example.com' }, {}],
  [{ name: ' ', email: 'ada@example.com' }, { name: 'Name is required.' }],
  [{ name: 'Ada', email: ' ' }, { email: 'Email is required.' }],
  [{ name: 'Ada', email: 'ada at example' }, { email: 'Please enter a valid email address.' }],
  [{ name: 'Ada', email: 'a@b.c\r\nBcc: all@example.com' }, { email: 'Please enter a valid email address.' }],
])('%j is complained about: %j', (fields, complaints) => {
  expect(complaintsOf(fields)).toEqual(complaints)
})

test('a form is sent trimmed, and what was left empty is said to be nothing', () => {
  const fields = { ...fieldsOf(null), name: ' Ada ', email: ' ada@example.com ', phone: '  ' }

  expect(customerBody(fields)).toEqual({
    name: 'Ada',
    email: 'ada@example.com',
    businessName: null,
    phone: null,
    address: null,
  })
})
