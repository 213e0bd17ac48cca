import { expect, test } from 'vitest'
import { searchOfStep, searchOfTab } from './use-sales-navigation.ts'

test('another tab keeps the market and drops the filters of the last list', () => {
  const before = { tab: 'requests', state: 'Texas', county: 'Travis', type: 'owner', search: 'ada', status: 'paid' }

  expect(searchOfTab(before, 'cart')).toEqual({ state: 'Texas', county: 'Travis', type: 'owner', tab: 'cart' })
})

test('the first tab has the plain URL', () => {
  expect(searchOfTab({ tab: 'cart' }, 'market')).toEqual({})
})

test('the steps of a sale keep its packages as the grid, and lists forget it', () => {
  const onCall = { tab: 'call', state: 'Texas', county: 'Travis' }
  const packages = searchOfStep(onCall, 'packages')

  expect(packages).toEqual({ state: 'Texas', county: 'Travis', tab: 'packages', view: 'grid' })
  expect(searchOfStep(packages, 'invoice')).toEqual({ ...packages, tab: 'invoice' })
  expect(searchOfTab(packages, 'requests')).not.toHaveProperty('view')
  expect(searchOfTab(onCall, 'packages')).not.toHaveProperty('view')
})
