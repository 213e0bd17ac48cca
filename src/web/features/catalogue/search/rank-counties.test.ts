import { describe, expect, test } from 'vitest'
import { readAtlas } from '../../../build/atlas.ts'
import { listCountyNames } from '../../../build/county-names.ts'
import { makeCountyIndex } from './rank-counties.ts'

const index = makeCountyIndex(JSON.parse(listCountyNames(readAtlas()).get('counties.json') ?? '[]'))
const found = (text: string, stateInMind?: string) =>
  index.find(text, { stateInMind }).map(({ county, state }) => `${county}, ${state}`)

describe('the best fit stands first', () => {
  test.each([
    ['Travis', 'Travis, Texas'],
    ['tra tx', 'Travis, Texas'],
    ['tx tra', 'Travis, Texas'],
    ['travis county, texas', 'Travis, Texas'],
    ['TRAVIS', 'Travis, Texas'],
    ['cook', 'Cook, Georgia'],
    ['cook il', 'Cook, Illinois'],
    ['los ang', 'Los Angeles, California'],
    ['dona ana', 'Doña Ana, New Mexico'],
    ['prince georges', "Prince George's, Maryland"],
    ['prince george’s', "Prince George's, Maryland"],
    ['obrien', "O'Brien, Iowa"],
    ['o brien', "O'Brien, Iowa"],
    ['saint louis mn', 'St. Louis, Minnesota'],
    ['st. louis city', 'St. Louis City, Missouri'],
    ['de soto fl', 'DeSoto, Florida'],
    ['desoto la', 'De Soto, Louisiana'],
    ['orleans parish', 'Orleans, Louisiana'],
    ['kings new york', 'Kings, New York'],
    ['district of columbia', 'District of Columbia, District of Columbia'],
    ['lake co', 'Lake, Colorado'],
  ])('%s', (typed, best) => {
    expect(found(typed)[0]).toBe(best)
  })
})

test('names that start with what was typed come before names that have it inside', () => {
  expect(found('dade')).toEqual(['Dade, Georgia', 'Dade, Missouri', 'Miami-Dade, Florida'])
})

test('the exact name comes before longer ones', () => {
  expect(found('clay ut')).toEqual([])
  expect(found('lee').slice(0, 3)).toEqual(['Lee, Alabama', 'Lee, Arkansas', 'Lee, Florida'])
  expect(found('lee').every((one) => one.startsWith('Lee,'))).toBe(true)
})

test('the state in mind comes first within a rank', () => {
  expect(found('tr', 'Texas').slice(0, 2)).toEqual(['Travis, Texas', 'Trinity, Texas'])
})

test('a state alone lists its counties', () => {
  expect(found('hawaii').slice(0, 2)).toEqual(['Hawaii, Hawaii', 'Honolulu, Hawaii'])
})

test.each(['', '   ', '%%%', '<script>', '\u0000', 'zzzz', 'x'.repeat(5000)])(
  '%j finds nothing and breaks nothing',
  (typed) => {
    expect(found(typed)).toEqual([])
  },
)

test('at most eight are offered, and never a county twice', () => {
  const all = found('washington')

  expect(all).toHaveLength(8)
  expect(new Set(all).size).toBe(8)
})

test('a state is known by its name or postal code', () => {
  expect([index.stateNamed('texas'), index.stateNamed('TX'), index.stateNamed('Texass')]).toEqual([
    'Texas',
    'Texas',
    undefined,
  ])
})
