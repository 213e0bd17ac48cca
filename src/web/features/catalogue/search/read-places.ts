/** Reads the list of places that scripts/places/write-places.ts writes and explains. */
import { normalize, spelledOut } from './normalize.ts'
import { lettersOf } from './typing-mistakes.ts'

export interface KnownState {
  name: string
  fips: string
  postalCode: string
}

/** A county of the catalogue as the search knows it. */
export interface ListedCounty {
  fips: string
  state: KnownState
  /** As the catalogue calls it. */
  name: string
  /** As people say it: "Travis County, TX". */
  title: string
  /** In thousands. */
  population: number
  isIndependentCity: boolean
  /** Its largest cities, at least two if it has them. */
  towns: string[]
}

/** A name by which counties are found: their own, or that of a city. */
export interface KnownName {
  label: string
  isCounty: boolean
  /** Of the county or city itself, in thousands; a fraction where the list does not say it. Names are sorted by it. */
  population: number
  /** The largest share first. */
  counties: readonly ListedCounty[]
  /** Normalized words, each after a space: " san" is where a word begins with "san". */
  words: string
  /** The words without spaces, so that "desoto" and "de soto" find each other. */
  squashed: string
  /** See `lettersOf`. */
  letters: number
}

export interface Places {
  states: readonly KnownState[]
  counties: readonly ListedCounty[]
  /** Large places first. */
  names: readonly KnownName[]
  /** The same, by their first letter. */
  namesByLetter: ReadonlyMap<string, readonly KnownName[]>
  /** Those of several words, by the first letter of each. */
  longNamesByLetter: ReadonlyMap<string, readonly KnownName[]>
  /** Calls back for each county of each ZIP code. Decodes them each time, so only queries with digits pay for it. */
  eachZip(tell: (zip: number, county: ListedCounty, rank: number) => void): void
}

/** Counties whose cities are read before the next pause. */
const COUNTIES_PER_STEP = 200

/**
 * Prepares the list once, so each keystroke only compares. It takes a slow phone half a second, so it can be paused
 * between its steps.
 */
export function* readPlaces(text: string): Generator<undefined, Places> {
  const [head = '', cities = '', zips = ''] = text.split('\n#\n')
  const cityLines = cities.split('\n')
  const zipLines = zips.split('\n')
  const { states, counties } = readCounties(head, cityLines)
  const byFips = new Map(counties.map((county) => [county.fips, county]))
  const names = counties.map((county) => nameOf(county.name, true, county.population, [county]))
  for (const [index, county] of counties.entries()) {
    if (index % COUNTIES_PER_STEP === 0) yield
    names.push(...readCities(cityLines[index] ?? '', county, byFips))
  }
  yield
  names.sort((a, b) => b.population - a.population)
  yield
  // A county may have only its part of a city that lies mostly next to it.
  for (const { label, counties } of names)
    for (const county of counties.slice(1)) if (county.towns.length < TOWNS_MIN) county.towns.push(label)
  const namesByLetter = byLetter(names, ({ squashed }) => squashed.charAt(0))
  yield
  const longNames = names.filter(({ words, squashed }) => words.length > squashed.length + 1)
  const longNamesByLetter = byLetter(longNames, ({ words }) => words.match(FIRST_LETTERS) ?? [])
  const eachZip: Places['eachZip'] = (tell) => decodeZips(zipLines, counties, tell)
  return { states, counties, names, namesByLetter, longNamesByLetter, eachZip }
}

const FIRST_LETTERS = /(?<= )./g

function byLetter(names: readonly KnownName[], firstLetters: (name: KnownName) => Iterable<string>) {
  const found = new Map<string, KnownName[]>()
  for (const name of names) {
    for (const letter of new Set(firstLetters(name))) {
      const others = found.get(letter)
      if (others) others.push(name)
      else found.set(letter, [name])
    }
  }
  return found
}

function readCounties(head: string, cityLines: readonly string[]) {
  const states: KnownState[] = []
  const counties: ListedCounty[] = []
  let state: KnownState = { name: '', fips: '', postalCode: '' }
  let code = -1
  for (const line of head.split('\n')) {
    if (line.startsWith('#')) continue
    if (line.startsWith('=')) {
      state = { fips: line.slice(1, 3), postalCode: line.slice(3, 5), name: line.slice(6) }
      states.push(state)
      code = -1
      continue
    }
    const [written, name = '', kind, population] = line.split('|')
    code = written ? Number(written) : code + 2
    counties.push({
      fips: state.fips + String(code).padStart(3, '0'),
      state,
      name,
      title: `${name}${kind === '-' ? '' : ` ${kind || 'County'}`}, ${state.postalCode}`,
      population: Number(population),
      isIndependentCity: kind === '-' && state.postalCode !== 'DC',
      towns: firstTowns(cityLines[counties.length] ?? ''),
    })
  }
  return { states, counties }
}

/** `Austin932:491`: name, thousands of people, further counties. */
const CITY = /^(.*?)(\d*)(?::(.*))?$/

const TOWNS_MIN = 2
const firstTowns = (line: string) =>
  line === '' ? [] : line.split(';', TOWNS_MIN).map((city) => CITY.exec(city)?.[1] ?? '')

function readCities(line: string, home: ListedCounty, byFips: ReadonlyMap<string, ListedCounty>): KnownName[] {
  if (line === '') return []
  return line.split(';').map((written) => {
    const [, label = '', people, others] = CITY.exec(written) ?? []
    const further = (others?.split(',') ?? [])
      .map((code) => byFips.get(code.length === 3 ? home.state.fips + code : code))
      .filter((county) => county !== undefined)
    return nameOf(label, false, people ? Number(people) : home.population / 1000, [home, ...further])
  })
}

function nameOf(label: string, isCounty: boolean, population: number, counties: readonly ListedCounty[]): KnownName {
  // Joined with `+`, it would be put together at the first search, with 25,000 others.
  const words = spelledOut(normalize(label)).replace(/^/, ' ')
  const squashed = words.replaceAll(' ', '')
  return { label, isCounty, population, counties, words, squashed, letters: lettersOf(squashed) }
}

const [DIGIT_0, DIGIT_9, SMALL_A, CAPITAL_A, CAPITAL_Z] = [48, 57, 97, 65, 90]

function decodeZips(
  lines: readonly string[],
  counties: readonly ListedCounty[],
  tell: (zip: number, county: ListedCounty, rank: number) => void,
): void {
  for (const [index, county] of counties.entries()) {
    const line = lines[index] ?? ''
    let zip = -1
    let high = 0
    for (let at = 0; at < line.length; at += 1) {
      const letter = line.charCodeAt(at)
      if (letter >= DIGIT_0 && letter <= DIGIT_9) {
        high = high * 10 + letter - DIGIT_0
        continue
      }
      zip += 1 + high * 26 + letter - SMALL_A
      high = 0
      const next = line.charCodeAt(at + 1)
      const isRanked = next >= CAPITAL_A && next <= CAPITAL_Z
      if (isRanked) at += 1
      tell(zip, county, isRanked ? next - CAPITAL_A : 0)
    }
  }
}
