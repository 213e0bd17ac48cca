import { expect, test } from 'vitest'
import { maskCustomer, maskEmail, maskPhone, maskWords } from './show-request.ts'

test.each([
  ['Jane Doe', 'J… D…'],
  [' Ana  María de la Peña', 'A… M… d… l… P…'],
  ['王 小明', '王… 小…'],
  ['12 Elm Street', '1… E… S…'],
])('a name or an address keeps only the first letter of each word: %s', (text, masked) => {
  expect(maskWords(text)).toBe(masked)
})

test('an email keeps the first letter of both sides, a phone its last two digits', () => {
  expect(maskEmail('jane.doe@example.com')).toBe('j…@e…')
  expect(maskPhone('+1 (512) 555-0134')).toBe('…34')
})

test('empty fields stay empty', () => {
  const customer = {
    customerName: 'Jane Doe',
    customerEmail: 'jane@example.com',
    customerBusinessName: null,
    customerPhone: null,
    customerAddress: null,
  }

  expect(maskCustomer(customer)).toEqual({ ...customer, customerName: 'J… D…', customerEmail: 'j…@e…' })
})
