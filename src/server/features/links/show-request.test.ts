import { expect, test } from 'vitest'
import { maskCustomer } from './show-request.ts'

const customer = {
  customerName: 'Jane Doe',
  customerEmail: 'jane.doe@example.com',
  customerBusinessName: null,
  customerPhone: null,
  customerAddress: null,
}

test.each([
  ['Jane Doe', 'J… D…'],
  [' Ana  María de la Peña', 'A… M… d… l… P…'],
  ['王 小明', '王… 小…'],
  ['12 Elm Street', '1… E… S…'],
])('a name or an address keeps only the first letter of each word: %s', (text, masked) => {
  const shown = maskCustomer({ ...customer, customerName: text, customerAddress: text })
  expect(shown).toMatchObject({ customerName: masked, customerAddress: masked })
})

test('an email keeps the first letter of both sides, a phone its last two digits; empty fields stay empty', () => {
  const shown = maskCustomer({ ...customer, customerPhone: '+1 (512) 555-0134' })
  expect(shown).toEqual({ ...customer, customerName: 'J… D…', customerEmail: 'j…@e…', customerPhone: '…34' })
})
