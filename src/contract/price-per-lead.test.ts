import { expect, test } from 'vitest'
import { pricePerLead } from './price-per-lead.ts'

test.each([
  [299, 20, 14.95],
  [399, 30, 13.3],
  [0, 50, 0],
])('%s dollars for %s leads are %s dollars per lead', (price, size, perLead) => {
  expect(pricePerLead(price, size)).toBe(perLead)
})
