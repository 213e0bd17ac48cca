import { describe, expect, test } from 'vitest'
import type { Offer } from '#contract/catalogue/offers.ts'
import { bodyOf, draftOf, EMPTY_OFFER, fieldErrorsOf, type OfferDraft } from './offer-draft.ts'

const ZONE = 'America/New_York'
const NOW = Date.parse('2026-03-01T12:00:00Z')
const SALE: OfferDraft = { ...EMPTY_OFFER, name: 'Spring Sale', value: '20' }
const OFFER: Offer = {
  ...{ id: 'off_1', name: 'Spring Sale', value: 12.5, states: ['Texas'], isCombinable: true, isActive: true },
  kind: 'percentage',
  leadTypes: ['vacant'],
  tiers: ['vip'],
  sizes: [20, 50],
  state: 'scheduled',
  ...{ startsAt: '2026-03-02T05:00:00.000Z', endsAt: '2026-03-09T04:00:30.000Z', usesMax: 100 },
  ...{ usesPerCustomerMax: null, standard: null, orders: 0, cost: '0.00', bonusLeadsGiven: 0 },
  ...{ bonusLeadsWorth: '0.00', createdAt: '2026-03-01T12:00:00.000Z', revision: 1 },
}

const fieldErrors = (part: Partial<OfferDraft>) => fieldErrorsOf({ ...SALE, ...part }, ZONE, NOW)

test('a plain offer can be sent as it was entered', () => {
  expect(fieldErrors({})).toEqual({})
  const sent = { name: 'Spring Sale', value: 20, startsAt: null, endsAt: null, usesMax: null }
  expect(bodyOf(SALE, ZONE)).toMatchObject(sent)
})

describe('a value', () => {
  test.each([
    ['percentage', '120'],
    ['percentage', '-5'],
    ['percentage', '12.345'],
    ['fixed', '1e308'],
    ['extra_leads', '2.5'],
    ['extra_leads', '501'],
  ] as const)('of %s cannot be %j', (kind, value) => {
    expect(fieldErrors({ kind, value }).value).toEqual(expect.stringMatching(/^(Enter|The) /))
  })

  test.each([
    ['percentage', '100'],
    ['fixed', '49.50'],
    ['extra_leads', '500'],
    ['bogo', ''],
  ] as const)('of %s can be %j', (kind, value) => {
    expect(fieldErrors({ kind, value })).toEqual({})
  })
})

test('a time must exist and end after it starts', () => {
  expect(fieldErrors({ startsAt: '2026-03-08T02:30' }).startsAt).toContain('Clocks skip this hour')
  expect(fieldErrors({ startsAt: '2026-03-10T00:00', endsAt: '2026-03-10T00:00' }).endsAt).toContain('after the start')
  expect(fieldErrors({ endsAt: '2026-02-01T00:00' }).endsAt).toContain('in the future')
  expect(fieldErrors({ startsAt: '2026-03-10T00:00', endsAt: '2026-03-11T00:00' })).toEqual({})
})

test('a time is sent as an instant, and an unchanged one keeps its seconds', () => {
  const draft = draftOf(OFFER, ZONE)
  const shown = { startsAt: '2026-03-02T00:00', endsAt: '2026-03-09T00:00', value: '12.5', usesMax: '100' }
  expect(draft).toMatchObject(shown)
  expect(bodyOf(draft, ZONE, OFFER)).toMatchObject({ startsAt: OFFER.startsAt, endsAt: OFFER.endsAt })
  expect(bodyOf({ ...draft, endsAt: '2026-03-10T00:00' }, ZONE, OFFER).endsAt).toBe('2026-03-10T04:00:00.000Z')
})

test.each(['0', '-1', '1.5', '1000001', 'ten'])('a limit cannot be %j', (usesMax) => {
  expect(fieldErrors({ usesMax }).usesMax).toContain('whole number')
})
