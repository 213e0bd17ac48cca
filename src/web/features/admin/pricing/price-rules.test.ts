import { expect, test } from 'vitest'
import { isOwnPrice, isSteep, keyOf, priceError, shownPrices } from './price-rules.ts'

const VIP = { leadType: 'vacant', tier: 'vip', size: 20 } as const
const NUMBER = 'Enter the price as a number, e.g. 299 or 299.50.'
const RANGE = 'The price must be 0, or between $0.50 and $99,999.99.'

test.each([
  ...['0', '0.50', '299', ' 299.5 ', '99999.99'].map((text) => [text, undefined]),
  ['', NUMBER],
  ['1,50', NUMBER],
  ['-5', RANGE],
  ['100000', RANGE],
  ['1e309', NUMBER],
  ['299.999', 'A price has two decimals at most.'],
])('a typed price %j can be sent, or the field says why not', (text = '', fieldError) => {
  expect(priceError(text)).toBe(fieldError)
})

test.each([
  ['299.00', '2.99', true],
  ['100.00', '150.00', true],
  ['100.00', '149.99', false],
  ['0.00', '5.00', false],
])('a price difference from %s to %s is steep: %s', (before, after, steep) => {
  expect(isSteep(before, after)).toBe(steep)
})

test('prices are an area’s own only at its level', () => {
  const travis = { state: 'Texas', county: 'Travis', name: 'Travis County, Texas' }
  const own = { ...VIP, price: '310.00', level: 'county', inherited: '280.00', inheritedLevel: 'state' } as const
  const { area, prices } = shownPrices({ area: travis, prices: [own] })
  expect(isOwnPrice(prices.get(keyOf(VIP)), area)).toBe(true)
  expect(isOwnPrice({ ...own, level: 'state' }, area)).toBe(false)
  expect(isOwnPrice({ ...own, level: 'national' }, null)).toBe(false)
})
