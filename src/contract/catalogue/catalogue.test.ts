import { describe, expect, it } from 'vitest'
import * as catalogue from './catalogue.ts'

const KEYS = catalogue.LEAD_TYPES.flatMap((leadType) =>
  catalogue.TIERS.flatMap((tier) => catalogue.SIZES.map((size) => ({ fips: '48453', leadType, tier, size }))),
)

describe('a package id', () => {
  it('names the county, lead type, tier and size, of each of 48 packages, and can be turned back into these', () => {
    expect(catalogue.packageIdOf({ fips: '48453', leadType: 'vacant', tier: 'vip', size: 20 })).toBe(
      '48453-vacant-vip-20',
    )
    expect(new Set(KEYS.map(catalogue.packageIdOf)).size).toBe(48)
    expect(KEYS.map((key) => catalogue.packageKeyOf(catalogue.packageIdOf(key)))).toEqual(KEYS)
  })

  it.each(['', '48453', '48453-vacant-vip-25', '4845-vacant-vip-20', '48453-vacant-vip-20\n', '48453-VACANT-vip-20'])(
    'cannot be %j',
    (text) => {
      expect(catalogue.PackageId.safeParse(text).success).toBe(false)
    },
  )
})

it.each([
  [20, 'Junior Package'],
  [100, 'Enterprise Package'],
  [75, '75 Leads'],
])('size %s is shown as %s', (size, name) => {
  expect(catalogue.sizeName(size)).toBe(name)
})

it('the description of a package says how many leads, of what type, how old and how exclusive', () => {
  expect(catalogue.describePackage('vacant', 'vip', 20)).toBe(
    '20 vacant-house leads, 0-2 days old. Exclusive, real-time delivery.',
  )
})
