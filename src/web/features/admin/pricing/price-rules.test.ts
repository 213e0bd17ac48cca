import { describe, expect, test } from 'vitest'
import {
  areaPrices,
  changeError,
  isOwnPrice,
  isSteep,
  keyOf,
  nationalPrices,
  priceError,
  turnedRound,
} from './price-rules.ts'

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
  ['percent', '5', undefined],
  ['percent', '-7.5', undefined],
  ['set', '249.99', undefined],
  ['percent', '', 'Enter a percentage, e.g. 5 or -7.5.'],
  ['percent', '-101', 'A price cannot fall by more than 100 percent.'],
  ['amount', 'ten', 'Enter an amount in dollars, e.g. 10 or -4.50.'],
  ['amount', '1.005', 'An amount has two decimals at most.'],
  ['set', '-1', RANGE],
] as const)(
  'a change of many prices by %s %j can be previewed, or the field says why not',
  (kind, text, fieldError) => {
    expect(changeError(kind, text)).toBe(fieldError)
  },
)

describe('a price difference', () => {
  test.each([
    ['299.00', '2.99', true],
    ['100.00', '150.00', true],
    ['100.00', '149.99', false],
    ['0.00', '5.00', false],
  ])('from %s to %s is steep: %s', (before, after, steep) => {
    expect(isSteep(before, after)).toBe(steep)
  })

  test('is reversed by undoing', () => {
    const made = { ...VIP, before: '299.00', beforeLevel: 'state', after: '310.00', afterLevel: 'county' } as const
    expect(turnedRound([made])).toEqual([
      { ...VIP, before: '310.00', beforeLevel: 'county', after: '299.00', afterLevel: 'state' },
    ])
  })
})

describe('prices', () => {
  test('are looked up by lead type, tier and size', () => {
    const { area, prices } = nationalPrices([{ ...VIP, basePrice: '299.00' }])
    expect([area, prices.get(keyOf(VIP))]).toMatchObject([null, { price: '299.00', level: 'national' }])
    expect(prices.get(keyOf({ ...VIP, size: 30 }))?.price).toBe('399.00')
  })

  test('are an area’s own only at its level', () => {
    const travis = { state: 'Texas', county: 'Travis', name: 'Travis County, Texas' }
    const own = { ...VIP, price: '310.00', level: 'county', inherited: '280.00', inheritedLevel: 'state' } as const
    const { area, prices } = areaPrices({ area: travis, prices: [own] })
    expect(isOwnPrice(prices.get(keyOf(VIP)), area)).toBe(true)
    expect(isOwnPrice({ ...own, level: 'state' }, area)).toBe(false)
    expect(isOwnPrice({ ...own, level: 'national' }, null)).toBe(false)
  })
})
