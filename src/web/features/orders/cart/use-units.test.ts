import { expect, test } from 'vitest'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import { changeTo, unitsOf } from './use-units.ts'

const VIP = '48453-vacant-vip-20' as PackageId
const OTHER = '48453-owner-vip-20' as PackageId
const line = (name: string, packageId = VIP) => ({ packageId, holdId: `hld_${name}` as HoldId })

test('units of a package are its lines, without those that are being given back', () => {
  const lines = [line('one'), line('two', OTHER), line('three'), line('four')]
  expect(unitsOf(VIP, lines, new Set())).toEqual([line('one'), line('three'), line('four')])
  expect(unitsOf(VIP, lines, new Set(['hld_three' as HoldId]))).toEqual([line('one'), line('four')])
  expect(unitsOf(OTHER, [], new Set())).toEqual([])
})

test.each([
  [0, { missing: 0, spare: ['a', 'b', 'c'] }],
  [1, { missing: 0, spare: ['b', 'c'] }],
  [3, { missing: 0, spare: [] }],
  [5, { missing: 2, spare: [] }],
])('from three units to %i', (wanted, change) => {
  expect(changeTo(wanted, ['a', 'b', 'c'])).toEqual(change)
})
