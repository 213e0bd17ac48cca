import { expect, test } from 'vitest'
import { searchOfTab } from './use-sales-navigation.ts'

test('another tab keeps the market and drops the filters of the last list', () => {
  const before = { tab: 'requests', state: 'Texas', county: 'Travis', type: 'owner', search: 'ada', status: 'paid' }

  expect(searchOfTab(before, 'cart')).toEqual({ state: 'Texas', county: 'Travis', type: 'owner', tab: 'cart' })
})

test('the first tab has the plain URL', () => {
  expect(searchOfTab({ tab: 'cart' }, 'market')).toEqual({})
})
