import { expect, test } from 'vitest'
import { lostDiscountWords } from './order-words.ts'

test('a line that lost a discount with other packages says so, and no other does', () => {
  expect(lostDiscountWords({ lostDiscount: 99.5 })).toBe(
    'Costs $99.50 more: it lost a discount with packages that fell away',
  )
  expect(lostDiscountWords({ lostDiscount: 0 })).toBeNull()
})
