import { expect, test } from 'vitest'
import { lostLineWords } from './order-words.ts'

test('a lost line promises a refund only if money goes back', () => {
  expect(lostLineWords({ price: 299, discount: 100 })).toContain('we are refunding this line')
  expect(lostLineWords({ price: 299, discount: 299 })).toBe('It was no longer available when your payment arrived.')
})
