import { expect, test } from 'vitest'
import { lostDiscountWords } from './order-words.ts'

test('only a line that lost its discount with other packages says so', () => {
  expect(lostDiscountWords({ lostDiscount: 99.5 })).toBe(
    'Costs $99.50 more: it lost a discount it had only with the returned packages',
  )
  expect(lostDiscountWords({ lostDiscount: 0 })).toBeNull()
})
