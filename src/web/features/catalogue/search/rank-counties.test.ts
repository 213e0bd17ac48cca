import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PLACES_FILE } from '../../../../../scripts/places/render-places.ts'
import { takeAtOnce } from './in-steps.ts'
import { makeCountyIndex } from './rank-counties.ts'

const index = takeAtOnce(makeCountyIndex(readFileSync(PLACES_FILE, 'utf8')))
const found = (text: string, stateInMind?: string) =>
  index.find(text, { stateInMind }).counties.map(({ county, state }) => `${county}, ${state}`)
const lines = (text: string) => index.find(text).counties.map(({ title, detail }) => `${title} / ${detail}`)
const note = (text: string) => index.find(text).note

test.each([
  // Counties
  ['Travis', 'Travis, Texas'],
  ['tra tx', 'Travis, Texas'],
  ['travis county, texas', 'Travis, Texas'],
  ['cook ga', 'Cook, Georgia'],
  ['los ang', 'Los Angeles, California'],
  ['dona ana', 'Doña Ana, New Mexico'],
  ['prince george’s', "Prince George's, Maryland"],
  ['o brien', "O'Brien, Iowa"],
  ['st. louis city', 'St. Louis City, Missouri'],
  ['desoto la', 'De Soto, Louisiana'],
  ['district of columbia', 'District of Columbia, District of Columbia'],
  ['austin county', 'Austin, Texas'],
  // Cities
  ['chicago', 'Cook, Illinois'],
  ['austin', 'Travis, Texas'],
  ['austin mn', 'Mower, Minnesota'],
  ['springfield ill', 'Sangamon, Illinois'],
  ['coeur dalene', 'Kootenai, Idaho'],
  ['the villages', 'Sumter, Florida'],
  // Short forms
  ['nyc', 'New York, New York'],
  ['la', 'Los Angeles, California'],
  ['st louis', 'St. Louis City, Missouri'],
  ['ft worth', 'Tarrant, Texas'],
  ['vegas', 'Clark, Nevada'],
  ['d.c.', 'District of Columbia, District of Columbia'],
  // ZIP codes
  ['78704', 'Travis, Texas'],
  ['austin tx 78704', 'Travis, Texas'],
  ['02108', 'Suffolk, Massachusetts'],
  // States
  ['texas', 'Harris, Texas'],
  ['connecticut', 'Fairfield, Connecticut'],
  // Typing mistakes
  ['pheonix', 'Maricopa, Arizona'],
  ['chigaco', 'Cook, Illinois'],
  ['travs tx', 'Travis, Texas'],
  // Places that sources know under other names
  ['bridgeport', 'Fairfield, Connecticut'],
  ['valdez', 'Valdez-Cordova, Alaska'],
  ['fairfax city', 'Fairfax City, Virginia'],
  ['baltimore', 'Baltimore City, Maryland'],
])('the best match for %s comes first', (typed, best) => {
  expect(found(typed)[0]).toBe(best)
})

test('a place has two lines: a searched city comes before its county', () => {
  expect(lines('travis tx')[0]).toBe('Travis County, TX / Austin, Pflugerville')
  expect(lines('pflugerville')[0]).toBe('Pflugerville, TX / Travis County, TX')
  expect(lines('springfield')).toMatchObject({ 0: 'Springfield, MO / Greene County, MO', length: 6 })
  expect(lines('78704')).toEqual(['Travis County, TX / 78704 · Austin, Pflugerville'])
  expect(lines('new orleans')[0]).toBe('Orleans Parish, LA / New Orleans')
  expect(lines('alexandria va')[0]).toBe('Alexandria, VA / Independent city')
})

test('a ZIP code or city in several counties lists them all, largest share first, and says so', () => {
  expect(found('78613')).toEqual(['Williamson, Texas', 'Travis, Texas'])
  expect(note('78613')).toBe('ZIP code 78613 is in 2 counties. Pick one:')
  expect(note('78704')).toBe('')
  const boroughs = ['New York', 'Kings', 'Queens', 'Bronx', 'Richmond']
  expect(found('nyc')).toEqual(boroughs.map((county) => `${county}, New York`))
  expect(found('kansas city mo').slice(0, 3)).toEqual(['Jackson, Missouri', 'Clay, Missouri', 'Platte, Missouri'])
  expect(note('kansas city mo')).toBe('Kansas City is in 3 counties. Pick one:')
})

test('a state alone lists its largest counties and says so; a slip is asked about', () => {
  expect(found('texas').slice(0, 4)).toEqual(['Harris, Texas', 'Dallas, Texas', 'Tarrant, Texas', 'Bexar, Texas'])
  expect(note('autsin')).toBe('Did you mean Austin?')
  expect(note('texas')).toBe('The largest in Texas. Add a name to narrow it down.')
})

test.each([
  ['00601', 'We can’t find the ZIP code 00601. Check the digits, or type the city.'],
  ['000', 'No ZIP code begins with 000. Check its digits, or type the city.'],
  ['7', 'Type at least three digits of the ZIP code.'],
  ['787041', 'A ZIP code has five digits.'],
])('the ZIP code %s finds nothing and gets a clear message', (typed, word) => {
  expect(index.find(typed)).toEqual({ counties: [], note: word })
})

test.each(['', '   ', '%%%', '<script>', '\u0000', 'zzzz', 'constructor', 'x'.repeat(5000)])(
  '%j finds nothing and causes no error',
  (typed) => {
    expect(index.find(typed)).toEqual({ counties: [], note: 'We couldn’t find that place. Try a ZIP code or a city.' })
  },
)

test('cities are found as people slip when they type the largest', () => {
  const slips = readFileSync(new URL('city-slips.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const missed = slips.flatMap((line) => {
    const [best = '', typed = ''] = line.split(': ')
    return typed.split(', ').flatMap((one) => (found(one)[0] === best ? [] : `${one} → ${found(one)[0]}, not ${best}`))
  })
  expect(missed).toEqual([])
})
