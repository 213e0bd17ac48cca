import { expect, test } from 'vitest'
import { stateFipsOf } from '#contract/catalogue/state-codes.ts'
import { isZipElsewhere, loadZipCounties } from './zip-counties.ts'

test('a ZIP code lies in each county that it has a part in, and an unknown one in none', async () => {
  const found = await loadZipCounties(new Set(['78701', '78613', '01001', '00000']))
  expect(Object.fromEntries(found)).toEqual({ '78701': [48453], '78613': [48453, 48491], '01001': [25013] })
})

test('a ZIP is elsewhere only if both it and the state are known', async () => {
  const zips = await loadZipCounties()
  expect(['TX', 'Texas', 'texas ', 'Tejas', ''].map((state) => isZipElsewhere(zips, '78701', state))).not.toContain(
    true,
  )
  expect(['NV', 'D.C.'].map((state) => isZipElsewhere(zips, '78701', state))).toEqual([true, true])
  expect(isZipElsewhere(zips, '20001', 'D.C.') || isZipElsewhere(zips, '00000', 'NV')).toBe(false)
  // It serves both sides of the border.
  expect(['KY', 'TN', 'TX'].map((state) => isZipElsewhere(zips, '42223', state))).toEqual([false, false, true])
})

test('states have the first two digits of their counties', () => {
  const states = ['Alabama', 'ca', 'DE', 'D.C.', 'Idaho', 'PA', 'RI', 'VT', 'VA', 'WY', 'Puerto Rico']
  expect(states.map(stateFipsOf)).toEqual([1, 6, 10, 11, 16, 42, 44, 50, 51, 56, 0])
})
