import { expect, test } from 'vitest'
import type { Offer } from '#contract/catalogue/offers.ts'
import { changesBetween, limitWords, periodWords, scopeWords, usedWords, valueWords } from './offer-words.ts'

const ALL = { leadTypes: [], tiers: [], sizes: [], states: [] }

test.each([
  [{ kind: 'percentage', value: 12.5 }, '12.5% off'],
  [{ kind: 'fixed', value: 50 }, '$50.00 off the cart'],
  [{ kind: 'extra_leads', value: 1 }, '+1 lead per package'],
  [{ kind: 'bogo', value: 0 }, 'Of each two, the cheaper one is free'],
] as const)('%o is described as "%s"', (offer, words) => {
  expect(valueWords(offer)).toBe(words)
})

test('a scope is described by what narrows it', () => {
  expect(scopeWords(ALL)).toBe('All packages')
  expect(scopeWords({ ...ALL, tiers: ['vip'], states: ['Texas'] })).toBe('VIP, in Texas')
  expect(scopeWords({ ...ALL, leadTypes: ['vacant'], sizes: [20, 50] })).toBe('20 and 50 leads, Vacant Houses')
  expect(scopeWords({ ...ALL, states: ['Iowa', 'Ohio', 'Texas', 'Utah', 'Maine'] })).toBe(
    'in Iowa, Ohio, Texas, and 2 more',
  )
})

test('a period is shown in the store’s time zone', () => {
  const period = { startsAt: '2026-03-08T05:00:00.000Z', endsAt: '2026-03-09T04:00:00.000Z' }

  expect(periodWords(period, 'America/New_York')).toEqual([
    'From Mar 8, 2026, 12:00 AM EST (New York)',
    'Until Mar 9, 2026, 12:00 AM EDT (New York)',
  ])
  expect(periodWords({ startsAt: null, endsAt: null }, 'America/New_York')).toEqual(['Until it is switched off'])
  expect(periodWords({ ...period, endsAt: null }, 'UTC')[1]).toBe('Without an end')
})

test('limits and uses are described in words', () => {
  const used = { orders: 0, cost: '0.00', bonusLeadsGiven: 0, bonusLeadsWorth: '0.00' }
  const free = { usesMax: null, usesPerCustomerMax: null, isCombinable: true, kind: 'percentage' } as const

  expect(limitWords(free)).toEqual(['Any number of orders', 'Combines with other discounts'])
  expect(limitWords({ ...free, usesMax: 100, usesPerCustomerMax: 1, isCombinable: false })).toEqual([
    '100 orders at most',
    '1 order per customer',
    'Not with other discounts',
  ])
  expect(usedWords(used)).toEqual(['Not used yet'])
  expect(usedWords({ ...used, orders: 2, cost: '59.80' })).toEqual(['Used in 2 orders', '$59.80 taken off'])
  expect(usedWords({ ...used, orders: 1, bonusLeadsGiven: 5, bonusLeadsWorth: '74.75' })).toEqual([
    'Used in 1 order',
    '5 extra leads given, worth $74.75',
  ])
})

test('a colleague’s changes are listed with old and new values', () => {
  const before: Offer = {
    ...ALL,
    id: 'off_1',
    name: 'Spring Sale',
    kind: 'percentage',
    value: 20,
    isCombinable: false,
    startsAt: null,
    endsAt: null,
    usesMax: null,
    usesPerCustomerMax: null,
    state: 'active',
    isActive: true,
    standard: null,
    orders: 0,
    cost: '0.00',
    bonusLeadsGiven: 0,
    bonusLeadsWorth: '0.00',
    createdAt: '2026-03-01T12:00:00.000Z',
    revision: 1,
  }

  expect(changesBetween(before, { ...before, orders: 4, revision: 2 }, 'UTC')).toEqual([])
  expect(changesBetween(before, { ...before, value: 25, states: ['Texas'], isActive: false }, 'UTC')).toEqual([
    'Value: 20% off → 25% off',
    'For: All packages → in Texas',
    'Switched: on → off',
  ])
})
