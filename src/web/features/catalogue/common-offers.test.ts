import { expect, test } from 'vitest'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { commonOffers } from './common-offers.ts'

const SMALL = { id: '48453-vacant-vip-20' as PackageId }
const LARGE = { id: '48453-vacant-vip-100' as PackageId }
const PAIRS = 'Pairs: of each two, the cheaper one is free'

test('offers that cover every package are said once for all of them', () => {
  const deals = new Map([
    [SMALL.id, { names: ['Small Week', '5 Extra Leads'], sentences: [PAIRS] }],
    [LARGE.id, { names: ['5 Extra Leads'], sentences: [PAIRS] }],
  ])

  expect(commonOffers([SMALL, LARGE], deals)).toEqual(['5 Extra Leads', PAIRS])
  expect(commonOffers([SMALL], deals)).toEqual(['Small Week', '5 Extra Leads', PAIRS])
})

test('a package without an offer leaves nothing to say for all', () => {
  expect(commonOffers([SMALL, LARGE], new Map([[SMALL.id, { names: ['Small Week'], sentences: [] }]]))).toEqual([])
  expect(commonOffers([], new Map())).toEqual([])
})
