import { expect, test } from 'vitest'
import { oldestRead } from './refresh.ts'

interface Read {
  path: string
  at: number
  isShown?: boolean
}

const reads = (...all: readonly Read[]) =>
  all.map(({ path, at, isShown = true }) => ({
    queryKey: [path, {}],
    state: { dataUpdatedAt: at },
    isActive: () => isShown,
  }))

test('the page is as old as its oldest part on screen', () => {
  expect(oldestRead(reads({ path: '/api/cart', at: 3000 }, { path: '/api/sales/statistics', at: 2000 }))).toBe(2000)
})

test('parts that are off screen or never loaded do not count', () => {
  const all = reads(
    { path: '/api/cart', at: 3000 },
    { path: '/api/sales/customers', at: 1000, isShown: false },
    { path: '/api/sales/payment-requests', at: 0 },
  )

  expect(oldestRead(all)).toBe(3000)
})

test('places, settings and static files do not make a page old', () => {
  const all = reads({ path: '/api/states', at: 1 }, { path: '/api/config', at: 2 }, { path: 'county index', at: 3 })

  expect(oldestRead(all)).toBeNull()
})
