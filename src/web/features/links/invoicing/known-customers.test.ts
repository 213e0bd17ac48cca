import { describe, expect, test } from 'vitest'
import { customerOfAddress, fieldsOfCustomer, fieldsOfText } from './known-customers.ts'

const ADA = { name: 'Ada Buyer', email: 'Ada@Example.com', businessName: null, phone: '512 555 0100', address: null }

describe('an address entered by hand', () => {
  test.each(['ada@example.com', ' ADA@EXAMPLE.COM ', 'Ada@Example.com'])('%j is recognized', (typed) => {
    expect(customerOfAddress([ADA], typed)).toBe(ADA)
  })

  test.each(['', 'ada@example.co', 'a.da@example.com'])('%j belongs to no known customer', (typed) => {
    expect(customerOfAddress([ADA], typed)).toBeUndefined()
  })
})

test('a customer fills the form, and unknown fields stay empty', () => {
  expect(fieldsOfCustomer(ADA)).toEqual({
    fullName: 'Ada Buyer',
    email: 'Ada@Example.com',
    businessName: '',
    cellPhone: '512 555 0100',
    address: '',
  })
})

test.each([
  ['', {}],
  ['Pat Doe', { fullName: 'Pat Doe' }],
  ['4 Square Homes', { fullName: '4 Square Homes' }],
  ['pat@example.com', { email: 'pat@example.com' }],
  ['(512) 555-0184', { cellPhone: '(512) 555-0184' }],
  ['512', { fullName: '512' }],
])('%j of an unknown caller starts in its field', (typed, fields) => {
  expect(fieldsOfText(typed)).toEqual(fields)
})
