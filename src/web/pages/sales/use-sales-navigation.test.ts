import { expect, test } from 'vitest'
import { searchOfTab } from './use-sales-navigation.ts'

test('another tab keeps the market and drops what the list before was filtered by', () => {
  const before = { tab: 'requests', state: 'Texas', county: 'Travis', type: 'owner', search: 'ada', status: 'paid' }

  expect(searchOfTab(before, 'cart')).toEqual({ state: 'Texas', county: 'Travis', type: 'owner', tab: 'cart' })
})

test('the first tab is the plain address', () => {
  expect(searchOfTab({ tab: 'cart' }, 'market')).toEqual({})
})
