import { describe, expect, test } from 'vitest'
import { filtersOf, isFiltered, sortedBy, wordsOf } from './request-filters.ts'

const USUAL = filtersOf({})

test('an address without filters shows all requests, newest first', () => {
  expect(USUAL).toEqual({ search: '', status: null, sort: 'date', direction: 'desc', isExpiringSoon: false })
  expect(isFiltered(USUAL)).toBe(false)
  expect(Object.values(wordsOf(USUAL)).filter(Boolean)).toEqual([])
})

test('what an address says comes back from it', () => {
  const words = { search: 'ada', status: 'expired', sort: 'customer', direction: 'desc', expiring: 'soon' }

  expect(wordsOf(filtersOf(words))).toEqual(words)
})

test.each([
  [{ status: 'everything' }],
  [{ sort: 'price; drop table' }],
  [{ direction: 'sideways' }],
  [{ expiring: 'later' }],
])('%j is not known and counts as not said', (words) => {
  expect(filtersOf(words)).toEqual(USUAL)
})

test('a search is cut to what the contract takes', () => {
  expect(filtersOf({ search: 'x'.repeat(5000) }).search).toHaveLength(100)
})

describe('sorting', () => {
  test('the same order again is turned round, and round again', () => {
    const once = sortedBy(USUAL, 'date')

    expect([once.direction, sortedBy(once, 'date').direction]).toEqual(['asc', 'desc'])
  })

  test('another order begins in its own direction', () => {
    expect(sortedBy(USUAL, 'customer')).toMatchObject({ sort: 'customer', direction: 'asc' })
    expect(sortedBy(filtersOf({ sort: 'customer' }), 'date')).toMatchObject({ sort: 'date', direction: 'desc' })
  })
})
