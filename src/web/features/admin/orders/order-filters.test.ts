import { describe, expect, test } from 'vitest'
import { filtersOf, isNarrowed, queryOf, sortedBy, withoutFilters, wordsOf } from './order-filters.ts'

const USUAL = filtersOf({})
const filled = (words: object) => Object.fromEntries(Object.entries(words).filter(([, word]) => word))

test('a URL without filters shows all paid orders, newest first', () => {
  expect(USUAL).toMatchObject({ status: null, sort: 'date', direction: 'desc' })
  expect([isNarrowed(USUAL), filled(wordsOf(USUAL))]).toEqual([false, {}])
})

test('filters and order survive a round trip through the URL', () => {
  const words = { search: 'ada', status: 'refunded', kind: 'link', from: '2026-11-01', sort: 'total', direction: 'asc' }

  expect(filled(wordsOf(filtersOf(words)))).toEqual(words)
})

test.each([[{ status: 'lost' }], [{ sort: 'email' }], [{ direction: 'up' }], [{ dimension: 'moon' }]])(
  '%j is unknown and ignored',
  (words) => {
    expect(filtersOf(words)).toEqual(USUAL)
  },
)

test.each(['awaiting_payment', 'cancelled'])('%s orders are never sorted by total', (status) => {
  expect(filtersOf({ status, sort: 'total' }).sort).toBe('date')
})

describe('sorting', () => {
  test('by the same column reverses the direction, by another one starts with the highest', () => {
    const highest = sortedBy(filtersOf({ direction: 'asc' }), 'total')

    expect(highest).toMatchObject({ sort: 'total', direction: 'desc' })
    expect(sortedBy(highest, 'total').direction).toBe('asc')
  })

  test('is no filter, and clearing the filters keeps it', () => {
    const sorted = filtersOf({ sort: 'total', search: 'ada' })

    expect(isNarrowed(withoutFilters(sorted))).toBe(false)
    expect(withoutFilters(sorted)).toMatchObject({ search: '', sort: 'total' })
    expect(queryOf(sorted)).not.toHaveProperty('sort')
  })
})
