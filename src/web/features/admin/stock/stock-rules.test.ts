import { expect, test } from 'vitest'
import type { Package } from '#contract/catalogue/catalogue.ts'
import { countError, summaryOf } from './stock-rules.ts'

const aPackage = (part: Partial<Package>): Package => ({
  id: '48453-vacant-vip-20' as Package['id'],
  tier: 'vip',
  leadType: 'vacant',
  size: 20,
  ...{ price: 299, available: 5, description: '', state: 'Texas', county: 'Travis' },
  ...part,
})
const WHOLE = 'Enter a whole number, e.g. 40.'

test.each([
  ...['0', '40', ' 7 ', '1000000'].map((text) => [text, undefined]),
  ['-1', 'Stock cannot be below zero.'],
  ['1.5', 'Stock is counted in whole packages.'],
  ['1e308', WHOLE],
  ['many', WHOLE],
  ['', WHOLE],
  ['1000001', 'Enter 1,000,000 at most.'],
])('an entered count %j can be saved, or the field says why not', (text = '', fieldError) => {
  expect(countError(text)).toBe(fieldError)
})

test('the summary of a county counts each kind of package once, and an unlimited one as 1000', () => {
  const owner = aPackage({ leadType: 'owner', tier: 'premium', available: 0 })
  const packages = [aPackage({}), aPackage({}), aPackage({ size: 30, available: 5000 }), owner]
  expect(summaryOf(packages, [])).toEqual({ uniquePackages: 3, totalAvailable: 1005, leadTypes: 2, tiers: 2 })
})

test('the summary of a county counts leads shared by packages once', () => {
  const owner = aPackage({ leadType: 'owner', available: 7 })
  const packages = [aPackage({ available: 2 }), aPackage({ size: 30, available: 1 }), owner]
  const pools = [{ leadType: 'vacant', tier: 'vip', leads: 46 }] as const
  expect(summaryOf(packages, pools)).toMatchObject({ uniquePackages: 3, totalAvailable: 53 })
})
