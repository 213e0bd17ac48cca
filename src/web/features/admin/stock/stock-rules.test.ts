import { describe, expect, test } from 'vitest'
import type { Package } from '#contract/catalogue/catalogue.ts'
import {
  choiceMissing,
  countComplaint,
  heldWords,
  inOrder,
  leadWords,
  lowOf,
  noManyPackages,
  previewBodyOf,
  stepComplaint,
  stockWord,
  summaryOf,
  withCounty,
} from './stock-rules.ts'

const aPackage = (part: Partial<Package>): Package => ({
  id: '48453-vacant-vip-20' as Package['id'],
  tier: 'vip',
  leadType: 'vacant',
  size: 20,
  price: 299,
  available: 5,
  description: '',
  state: 'Texas',
  county: 'Travis',
  ...part,
})

describe('an entered count', () => {
  test.each(['0', '40', ' 7 ', '1000000'])('can be %j', (text) => {
    expect(countComplaint(text)).toBeUndefined()
  })

  test.each([
    ['-1', 'Stock cannot be below zero.'],
    ['1.5', 'Stock is counted in whole packages.'],
    ['1e308', 'Enter a whole number, e.g. 40.'],
    ['many', 'Enter a whole number, e.g. 40.'],
    ['', 'Enter a whole number, e.g. 40.'],
    ['1000001', 'Enter 1,000,000 at most.'],
  ])('cannot be %j, and the field says why', (text, complaint) => {
    expect(countComplaint(text)).toBe(complaint)
  })

  test('is shown as “Unlimited” above 999', () => {
    expect([stockWord(0), stockWord(999), stockWord(1000)]).toEqual(['0', '999', 'Unlimited'])
  })
})

describe('the summary of a county', () => {
  test('counts each kind of package once, and an unlimited one as 1000', () => {
    const packages = [
      aPackage({ available: 5 }),
      aPackage({ available: 5 }),
      aPackage({ size: 30, available: 5000 }),
      aPackage({ leadType: 'owner', tier: 'premium', available: 0 }),
    ]
    expect(summaryOf(packages, [])).toEqual({ uniquePackages: 3, totalAvailable: 1005, leadTypes: 2, tiers: 2 })
  })

  test('counts leads shared by packages once', () => {
    const packages = [
      aPackage({ available: 2 }),
      aPackage({ size: 30, available: 1 }),
      aPackage({ leadType: 'owner', available: 7 }),
    ]
    const pools = [{ leadType: 'vacant', tier: 'vip', leads: 46 }] as const
    expect(summaryOf(packages, pools)).toMatchObject({ uniquePackages: 3, totalAvailable: 53 })
  })

  test('lists packages with 10 or fewer as low, lowest first, and no unlimited ones', () => {
    const counts = [11, 10, 0, 5000, 3].map((available) => aPackage({ available }))
    expect(lowOf(counts).map(({ available }) => available)).toEqual([0, 3, 10])
  })

  test('is sorted by lead type, tier and size', () => {
    const mixed = [
      aPackage({ leadType: 'landlord' }),
      aPackage({ tier: 'standard' }),
      aPackage({ size: 100 }),
      aPackage({}),
    ]
    expect(inOrder(mixed).map(({ leadType, tier, size }) => [leadType, tier, size])).toEqual([
      ['vacant', 'vip', 20],
      ['vacant', 'vip', 100],
      ['vacant', 'standard', 20],
      ['landlord', 'vip', 20],
    ])
  })
})

describe('a change of many packages', () => {
  test('starts with the place on screen', () => {
    expect(noManyPackages({ state: 'Texas', county: 'Travis' })).toMatchObject({
      reach: 'counties',
      countyState: 'Texas',
      counties: ['Travis'],
    })
    expect(noManyPackages({ state: 'Texas', county: '' })).toMatchObject({ reach: 'states', states: ['Texas'] })
  })

  test('takes each found county once, and only counties of one state', () => {
    const form = noManyPackages({ state: 'Texas', county: 'Travis' })
    expect(withCounty(form, { state: 'Texas', county: 'Harris' }).counties).toEqual(['Travis', 'Harris'])
    expect(withCounty(form, { state: 'Texas', county: 'Travis' }).counties).toEqual(['Travis'])
    expect(withCounty(form, { state: 'Ohio', county: 'Franklin' })).toEqual({
      countyState: 'Ohio',
      counties: ['Franklin'],
    })
  })

  test('says what is missing before it is sent, and sends only the places of its reach', () => {
    const form = { ...noManyPackages({ state: 'Texas', county: 'Travis' }), value: '25' }
    expect(choiceMissing({ ...form, counties: [], sizes: [] })).toBe('Choose a county and a package size.')
    expect(choiceMissing({ ...form, reach: 'store', counties: [] })).toBeUndefined()
    expect(previewBodyOf(form).selection).toMatchObject({
      states: [],
      counties: [{ state: 'Texas', county: 'Travis' }],
    })
    expect(previewBodyOf({ ...form, reach: 'store' }).selection).toMatchObject({ states: [], counties: [] })
  })

  test.each([
    ['add', '-5', undefined],
    ['add', '0', 'Adding 0 changes nothing.'],
    ['add', '1.5', 'Stock is counted in whole packages.'],
    ['add', '1e3', 'Enter a whole number, e.g. 10 or -5.'],
    ['set', '-5', 'Stock cannot be below zero.'],
    ['at_least', '12', undefined],
  ] as const)('by %s %s is accepted or refused with a message', (kind, text, complaint) => {
    expect(stepComplaint(kind, text)).toBe(complaint)
  })

  test('says how many packages follow leads', () => {
    expect(leadWords({ fromLeads: 0, packages: 4 })).toBeUndefined()
    expect(leadWords({ fromLeads: 4, packages: 4 })).toMatch(/^The stock comes from leads/)
    expect(leadWords({ fromLeads: 1200, packages: 2000 })).toMatch(/^The stock of 1,200 of them comes from leads/)
  })

  test('says what happens to holds', () => {
    expect(heldWords({ holds: 0, heldPackages: 0 })).toBe('None of them are held now.')
    expect(heldWords({ holds: 1, heldPackages: 1 })).toContain('1 hold on 1 of them stays in place')
    expect(heldWords({ holds: 1200, heldPackages: 7 })).toContain('1,200 holds on 7 of them stay in place')
  })
})
