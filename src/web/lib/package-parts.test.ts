import { expect, test } from 'vitest'
import { missingParts } from './package-parts.ts'

test('missing parts are named in the order of the form', () => {
  expect(missingParts({ leadTypes: [], tiers: ['vip'], sizes: [] })).toEqual(['a lead type', 'a package size'])
  expect(missingParts({ leadTypes: ['vacant'], tiers: ['vip'], sizes: [20] })).toEqual([])
})
