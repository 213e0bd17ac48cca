import { describe, expect, test } from 'vitest'
import { filtersOf, isFiltered, sortedBy, wordsOf } from './request-filters.ts'

const USUAL = filtersOf({})

test('a URL without filters shows all requests, newest first', () => {
  expect(USUAL).toEqual({ search: '', status: null, sort: 'date', direction: 'desc', queue: null })
  expect(isFiltered(USUAL)).toBe(false)
  expect(Object.values(wordsOf(USUAL)).filter(Boolean)).toEqual([])
})

test('filters survive a round trip through the URL', () => {
  const words = { search: 'ada', status: 'expired', sort: 'customer', direction: 'desc' }

  expect(wordsOf(filtersOf(words))).toEqual(words)
  expect(wordsOf(filtersOf({ expiring: 'soon' }))).toMatchObject({ expiring: 'soon', cashApp: undefined })
  expect(wordsOf(filtersOf({ cashApp: 'chosen' }))).toMatchObject({ expiring: undefined, cashApp: 'chosen' })
})

test.each([
  [{ status: 'everything' }],
  [{ sort: 'price; drop table' }],
  [{ direction: 'sideways' }],
  [{ expiring: 'later' }],
  [{ cashApp: 'sent' }],
])('%j is unknown and ignored', (words) => {
  expect(filtersOf(words)).toEqual(USUAL)
})

test('a search is cut to the limit of the contract', () => {
  expect(filtersOf({ search: 'x'.repeat(5000) }).search).toHaveLength(100)
})

describe('sorting', () => {
  test('by the same column reverses the direction each time', () => {
    const once = sortedBy(USUAL, 'date')

    expect([once.direction, sortedBy(once, 'date').direction]).toEqual(['asc', 'desc'])
  })

  test('by another column starts in that column’s own direction', () => {
    expect(sortedBy(USUAL, 'customer')).toMatchObject({ sort: 'customer', direction: 'asc' })
    expect(sortedBy(filtersOf({ sort: 'customer' }), 'date')).toMatchObject({ sort: 'date', direction: 'desc' })
    expect(sortedBy(USUAL, 'total')).toMatchObject({ sort: 'total', direction: 'desc' })
  })
})
