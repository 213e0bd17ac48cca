import { expect, test } from 'vitest'
import { CUSTOMER_RULES, customerBody, fieldsOf } from './customer-fields.ts'

test.each([
  ['name', 'Ada', undefined],
  ['name', ' ', 'Name is required.'],
  ['email', 'ada@example.com', undefined],
  ['email', ' ', 'Email is required.'],
  ['email', 'ada at example', 'Please enter a valid email address.'],
  ['email', 'a@b.c\r\nBcc: all@example.com', 'Please enter a valid email address.'],
] as const)('checks the %s %j: %j', (field, text, complaint) => {
  expect(CUSTOMER_RULES[field](text)).toBe(complaint)
})

test('a form is sent trimmed, with empty fields as null', () => {
  const fields = { ...fieldsOf(null), name: ' Ada ', email: ' ada@example.com ', phone: '  ' }

  expect(customerBody(fields)).toEqual({
    name: 'Ada',
    email: 'ada@example.com',
    businessName: null,
    phone: null,
    address: null,
  })
})
