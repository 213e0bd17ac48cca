import { expect, test } from 'vitest'
import { leadsWords } from '#contract/catalogue/catalogue.ts'
import { offerEffects, sumRows } from './line-offers.tsx'
import { priceAfterOffers, sumsOf } from './line-sums.ts'

const TENTH = { offerId: 'off_tenth', name: 'Spring Sale', discount: 12.95, bonusLeads: 0 }
const EXTRA = { offerId: 'off_extra', name: '5 Extra Leads', discount: 0, bonusLeads: 5 }

test('a line costs its price after offers, to the cent', () => {
  expect(priceAfterOffers({ price: 129.5, discount: 12.95 })).toBe(116.55)
  expect(priceAfterOffers({ price: 299, discount: 0 })).toBe(299)
  expect(priceAfterOffers({ price: 0.3, discount: 0.1 })).toBe(0.2)
})

test('a line says how many leads it has, and how many of them are free', () => {
  expect(leadsWords({ size: 20, bonusLeads: 5 })).toBe('25 leads (20 + 5 free)')
  expect(leadsWords({ size: 100, bonusLeads: 0 })).toBe('100 leads')
})

test('a line names each offer that made it cheaper', () => {
  expect(offerEffects([TENTH, EXTRA])).toEqual([{ key: 'off_tenth', name: 'Spring Sale', value: '−$12.95' }])
  expect(offerEffects([])).toEqual([])
})

test('sums add up to the cent', () => {
  const lines = [12.95, 12.95, 12.95].map((price) => ({ price, discount: 0.1 }))

  expect(sumsOf(lines)).toEqual({ subtotal: 38.85, discount: 0.3, total: 38.55 })
  expect(sumsOf([])).toEqual({ subtotal: 0, discount: 0, total: 0 })
})

test('a total without discounts is shown alone', () => {
  expect(sumRows({ subtotal: 299, discount: 0 })).toEqual([])
  expect(sumRows({ subtotal: 299, discount: 59.8 })).toEqual([
    { name: 'Subtotal', amount: '$299.00' },
    { name: 'Discount', amount: '−$59.80' },
  ])
})
