import { describe, expect, test } from 'vitest'
import type { PublicOffer } from '#contract/catalogue/offers.ts'
import { dealOf, formatList } from './package-deals.ts'

const PACKAGE = { leadType: 'vacant', tier: 'vip', size: 20, state: 'Texas', price: 299 } as const

const offer = (part: Partial<PublicOffer>): PublicOffer => ({
  id: 'off_one',
  name: 'One',
  kind: 'percentage',
  value: 30,
  ...{ leadTypes: [], tiers: [], sizes: [], states: [], isCombinable: false, endsAt: null },
  ...part,
})
const EXTRA = offer({ id: 'off_extra', name: '5 Extra Leads', kind: 'extra_leads', value: 5 })
const THIRTY = offer({ id: 'off_thirty', name: '30% Discount', value: 30 })

test('extra leads are shown separately, with the price per lead including them', () => {
  expect(dealOf(PACKAGE, [EXTRA])).toMatchObject({
    price: 299,
    extraLeads: 5,
    was: '',
    lowered: '',
    extra: '+5 extra leads',
    notes: ['+5 extra leads, not counted in the price per lead'],
  })
})

test('a percentage is shown as old and new price with its name', () => {
  expect(dealOf(PACKAGE, [THIRTY, EXTRA])).toMatchObject({
    price: 209.3,
    extraLeads: 5,
    was: '$299.00',
    lowered: '$209.30 with 30% Discount',
    extra: '+5 extra leads',
    notes: ['+5 extra leads, not counted in the price per lead'],
    counted: ['30% off', '5 extra leads free'],
  })
})

describe('of several percentages', () => {
  const TEN = offer({ id: 'off_ten', name: 'Ten', value: 10, isCombinable: true })
  const FIFTH = offer({ id: 'off_fifth', name: 'Fifth', value: 20, isCombinable: true })

  test('combinable ones apply one after another', () => {
    expect(dealOf(PACKAGE, [FIFTH, TEN])).toMatchObject({ price: 215.28, lowered: '$215.28 with Fifth and Ten' })
  })

  test('the best choice for the buyer applies, in any order', () => {
    expect(dealOf(PACKAGE, [FIFTH, THIRTY, TEN])?.price).toBe(209.3)
    expect(dealOf(PACKAGE, [TEN, THIRTY, FIFTH])?.price).toBe(209.3)
    expect(dealOf(PACKAGE, [FIFTH, TEN, offer({ id: 'off_less', value: 25 })])?.price).toBe(215.28)
  })
})

test.each([
  ['another lead type', { leadTypes: ['owner'] }],
  ['another tier', { tiers: ['premier', 'standard'] }],
  ['another size', { sizes: [100] }],
  ['another state', { states: ['Ohio'] }],
] satisfies [string, Partial<PublicOffer>][])('an offer for %s has no effect', (_what, scope) => {
  expect(dealOf(PACKAGE, [offer(scope)])).toBeNull()
})

test('no price falls below the minimum charge unless it is free', () => {
  expect(dealOf({ ...PACKAGE, price: 1 }, [offer({ value: 90 })])?.price).toBe(0.5)
  expect(dealOf({ ...PACKAGE, price: 1 }, [offer({ value: 100 })])?.price).toBe(0)
})

test.each([
  [[], ''],
  [['VIP'], 'VIP'],
  [['VIP', 'Premier'], 'VIP and Premier'],
  [['VIP', 'Premier', 'Standard'], 'VIP, Premier, and Standard'],
])('%j is shown as "%s"', (words, text) => {
  expect(formatList(words)).toBe(text)
})
