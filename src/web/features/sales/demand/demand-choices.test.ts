import { expect, test } from 'vitest'
import { demandChoicesOf, demandWordsOf, sortedBy } from './demand-choices.ts'

test('choices survive a round trip through the URL, and defaults are left out of it', () => {
  const words = { sort: 'revenue', direction: 'asc', state: 'Texas' }
  expect(demandWordsOf(demandChoicesOf(words))).toEqual(words)
  expect(Object.values(demandWordsOf(demandChoicesOf({}))).filter(Boolean)).toEqual([])
})

test('a nonsense URL shows the defaults', () => {
  expect(demandChoicesOf({ sort: 'luck', direction: 'up' })).toEqual(demandChoicesOf({}))
})

test('a header sorts in its default direction first, and reverses when pressed again', () => {
  const byName = sortedBy(demandChoicesOf({ state: 'Texas' }), 'county')
  expect(byName).toEqual({ sort: 'county', direction: 'asc', state: 'Texas' })
  expect(sortedBy(byName, 'county').direction).toBe('desc')
  expect(sortedBy(byName, 'holds')).toMatchObject({ sort: 'holds', direction: 'desc' })
  expect(sortedBy(byName, 'nothing')).toMatchObject({ sort: 'county' })
})
