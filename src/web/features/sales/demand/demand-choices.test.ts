import { expect, test } from 'vitest'
import { demandChoicesOf, demandWordsOf, sortedBy } from './demand-choices.ts'

test('what is chosen comes back from the address, and what is as usual leaves no trace in it', () => {
  const words = { sort: 'revenue', direction: 'asc', state: 'Texas' }
  expect(demandWordsOf(demandChoicesOf(words))).toEqual(words)
  expect(Object.values(demandWordsOf(demandChoicesOf({}))).filter(Boolean)).toEqual([])
})

test('an address that says nonsense shows what is usual', () => {
  expect(demandChoicesOf({ sort: 'luck', direction: 'up' })).toEqual(demandChoicesOf({}))
})

test('a header sorts by its usual order first, and the other way round when pressed again', () => {
  const byName = sortedBy(demandChoicesOf({ state: 'Texas' }), 'county')
  expect(byName).toEqual({ sort: 'county', direction: 'asc', state: 'Texas' })
  expect(sortedBy(byName, 'county').direction).toBe('desc')
  expect(sortedBy(byName, 'holds')).toMatchObject({ sort: 'holds', direction: 'desc' })
  expect(sortedBy(byName, 'nothing')).toMatchObject({ sort: 'county' })
})
