import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PLACES_FILE } from '../../../../../scripts/places/render-places.ts'
import { takeAtOnce } from './in-steps.ts'
import { makeCountyIndex } from './rank-counties.ts'

const index = takeAtOnce(makeCountyIndex(readFileSync(PLACES_FILE, 'utf8')))
const found = (text: string, stateInMind?: string) =>
  index.find(text, { stateInMind }).counties.map(({ county, state }) => `${county}, ${state}`)
const lines = (text: string) => index.find(text).counties.map(({ title, detail }) => `${title} / ${detail}`)
const note = (text: string) => index.find(text).note

describe('the best match comes first', () => {
  test.each([
    // Counties
    ['Travis', 'Travis, Texas'],
    ['tra tx', 'Travis, Texas'],
    ['tx tra', 'Travis, Texas'],
    ['travis county, texas', 'Travis, Texas'],
    ['TRAVIS', 'Travis, Texas'],
    ['cook', 'Cook, Illinois'],
    ['cook ga', 'Cook, Georgia'],
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
    ['austin county', 'Austin, Texas'],
    ['houston county', 'Houston, Georgia'],
    // Cities
    ['chicago', 'Cook, Illinois'],
    ['phoenix', 'Maricopa, Arizona'],
    ['austin', 'Travis, Texas'],
    ['houston', 'Harris, Texas'],
    ['tx austin', 'Travis, Texas'],
    ['austin, texas', 'Travis, Texas'],
    ['austin mn', 'Mower, Minnesota'],
    ['city of austin', 'Travis, Texas'],
    ['springfield ill', 'Sangamon, Illinois'],
    ['angeles los', 'Los Angeles, California'],
    ['winston salem', 'Forsyth, North Carolina'],
    ['coeur dalene', 'Kootenai, Idaho'],
    ['the bronx', 'Bronx, New York'],
    ['the villages', 'Sumter, Florida'],
    // Short forms
    ['nyc', 'Kings, New York'],
    ['N.Y.C.', 'Kings, New York'],
    ['la', 'Los Angeles, California'],
    ['L.A.', 'Los Angeles, California'],
    ['st louis', 'St. Louis City, Missouri'],
    ['ft worth', 'Tarrant, Texas'],
    ['ft lauderdale', 'Broward, Florida'],
    ['mt pleasant sc', 'Charleston, South Carolina'],
    ['philly', 'Philadelphia, Pennsylvania'],
    ['vegas', 'Clark, Nevada'],
    ['sf', 'San Francisco, California'],
    ['okc', 'Oklahoma, Oklahoma'],
    ['kcmo', 'Jackson, Missouri'],
    ['d.c.', 'District of Columbia, District of Columbia'],
    ['dade', 'Miami-Dade, Florida'],
    ['st pete', 'Pinellas, Florida'],
    // ZIP codes
    ['78704', 'Travis, Texas'],
    ['78704-1234', 'Travis, Texas'],
    ['austin tx 78704', 'Travis, Texas'],
    ['02108', 'Suffolk, Massachusetts'],
    ['787', 'Travis, Texas'],
    // States
    ['texas', 'Harris, Texas'],
    ['TX', 'Harris, Texas'],
    ['connecticut', 'Fairfield, Connecticut'],
    // Typing mistakes
    ['pheonix', 'Maricopa, Arizona'],
    ['chigaco', 'Cook, Illinois'],
    ['albequerque', 'Bernalillo, New Mexico'],
    ['san fransisco', 'San Francisco, California'],
    ['philadelpia', 'Philadelphia, Pennsylvania'],
    ['tuscon', 'Pima, Arizona'],
    ['travs tx', 'Travis, Texas'],
    // Places that sources know under other names
    ['hartford ct', 'Hartford, Connecticut'],
    ['bridgeport', 'Fairfield, Connecticut'],
    ['anchorage', 'Anchorage, Alaska'],
    ['valdez', 'Valdez-Cordova, Alaska'],
    ['alexandria', 'Alexandria, Virginia'],
    ['fairfax city', 'Fairfax City, Virginia'],
    ['richmond va', 'Richmond City, Virginia'],
    ['baltimore', 'Baltimore City, Maryland'],
    ['baltimore county', 'Baltimore, Maryland'],
    ['new orleans', 'Orleans, Louisiana'],
  ])('%s', (typed, best) => {
    expect(found(typed)[0]).toBe(best)
  })
})

test('a county has two lines: a searched city comes before its largest ones', () => {
  expect(lines('travis tx')[0]).toBe('Travis County, TX / Austin, Pflugerville')
  expect(lines('pflugerville')[0]).toBe('Travis County, TX / Pflugerville, Austin')
  expect(lines('78704')).toEqual(['Travis County, TX / 78704 · Austin, Pflugerville'])
  expect(lines('new orleans')[0]).toBe('Orleans Parish, LA / New Orleans')
  expect(lines('alexandria va')[0]).toBe('Alexandria, VA / Independent city')
})

describe('a place in several counties lists them all, largest share first, and says so', () => {
  test('a ZIP code', () => {
    expect(found('78613')).toEqual(['Williamson, Texas', 'Travis, Texas'])
    expect(note('78613')).toBe('ZIP code 78613 lies in 2 counties, the largest share first.')
    expect(note('78704')).toBe('')
  })

  test('a city', () => {
    expect(found('nyc')).toEqual([
      'Kings, New York',
      'Queens, New York',
      'New York, New York',
      'Bronx, New York',
      'Richmond, New York',
    ])
    expect(found('kansas city mo').slice(0, 3)).toEqual(['Jackson, Missouri', 'Clay, Missouri', 'Platte, Missouri'])
    expect(note('kansas city mo')).toBe('Kansas City lies in 3 counties, the largest share first.')
  })

  test('an independent city comes before the counties that share its mail', () => {
    expect(found('st louis').slice(0, 2)).toEqual(['St. Louis City, Missouri', 'St. Louis, Missouri'])
    expect(note('st louis')).toMatch(/^St\. Louis is an independent city\./)
  })
})

test('names that start with the search come before names that contain it', () => {
  expect(found('chicago')).toEqual(['Cook, Illinois', 'Lake, Illinois', 'Lake, Indiana', 'DuPage, Illinois'])
  expect(lines('chicago')[3]).toBe('DuPage County, IL / West Chicago, Naperville')
})

test('the exact name comes before longer ones, and large places before small ones', () => {
  expect(found('lee').slice(0, 3)).toEqual(['Lee, Florida', 'Lee, Alabama', 'Lee, Mississippi'])
  expect(found('clay ut')).toEqual([])
})

test('the current state comes first among incomplete names', () => {
  expect(found('tr')[1]).toBe('Trumbull, Ohio')
  expect(index.find('tr', { stateInMind: 'Ohio' }).counties[0]?.county).toBe('Trumbull')
})

test('a large city is found from any state', () => {
  expect(found('austin', 'Minnesota').slice(0, 1)).toEqual(['Travis, Texas'])
})

test('a state alone lists its largest counties and says so', () => {
  expect(found('texas').slice(0, 4)).toEqual(['Harris, Texas', 'Dallas, Texas', 'Tarrant, Texas', 'Bexar, Texas'])
  expect(note('texas')).toBe('The largest in Texas. Add a name to narrow it down.')
})

test('a state that shares its name with other places hides neither', () => {
  expect(found('washington').slice(0, 4)).toEqual([
    'District of Columbia, District of Columbia',
    'Washington, Oregon',
    'Washington, Minnesota',
    'King, Washington',
  ])
})

test('a guess is marked as one', () => {
  expect(note('pheonix')).toBe('Nothing has exactly this name. Did you mean one of these?')
  expect(note('phoenix')).toBe('')
})

test.each([
  ['00601', 'We can’t find the ZIP code 00601. Check the digits, or type the city.'],
  ['99999', 'We can’t find the ZIP code 99999. Check the digits, or type the city.'],
  ['000', 'No ZIP code begins with 000. Check its digits, or type the city.'],
  ['7', 'Type at least three digits of the ZIP code.'],
  ['787041', 'A ZIP code has five digits.'],
])('the ZIP code %s finds nothing and gets a clear message', (typed, word) => {
  expect(index.find(typed)).toEqual({ counties: [], note: word })
})

test.each(['', '   ', '%%%', '<script>', '\u0000', 'zzzz', 'constructor', 'x'.repeat(5000)])(
  '%j finds nothing and causes no error',
  (typed) => {
    expect(index.find(typed)).toEqual({ counties: [], note: '' })
  },
)

test('shows at most eight counties, each once', () => {
  const all = found('washington')

  expect(all).toHaveLength(8)
  expect(new Set(all).size).toBe(8)
})
