/** Reads the list of places that scripts/places/write-places.ts writes and explains. */
import { foldText } from '#contract/plain-values.ts'

/** How many letters of a name may be wrong, missing, too many or swapped; short names would fit anything. */
export function mistakesMax(letters: number): number {
  if (letters < 4) return 0
  return letters < 7 ? 1 : 2
}

/** The letters of a name as bits: a quick way to see that two names have little in common. */
export function lettersOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at) - 97
    if (letter >= 0 && letter < 26) bits |= 1 << letter
  }
  return bits
}

/** How many letters of one set are missing in another. */
export function missingLetters(wanted: number, present: number): number {
  let rest = wanted & ~present
  let count = 0
  while (rest !== 0) {
    rest &= rest - 1
    count += 1
  }
  return count
}

/** Long enough for what can be typed. Used again and again: a search compares with thousands of names. */
const ROW_LENGTH = 128
const rows: [Uint8Array, Uint8Array, Uint8Array] = [
  new Uint8Array(ROW_LENGTH),
  new Uint8Array(ROW_LENGTH),
  new Uint8Array(ROW_LENGTH),
]

/** Letters wrong, missing, too many or swapped; `max + 1` if more. `isBeginning`: of the name's beginning. */
export function countMistakes(typed: string, name: string, max: number, isBeginning: boolean): number {
  const width = Math.min(name.length, typed.length + max)
  if (!isBeginning && Math.abs(name.length - typed.length) > max) return max + 1
  let [before, last, current] = rows
  for (let column = 0; column <= width; column += 1) last[column] = column
  for (let row = 1; row <= typed.length; row += 1) {
    const letter = typed.charCodeAt(row - 1)
    const letterBefore = typed.charCodeAt(row - 2)
    let best = row
    current[0] = row
    for (let column = 1; column <= width; column += 1) {
      const other = name.charCodeAt(column - 1)
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (letter === other ? 0 : 1),
      )
      const isSwapped = row > 1 && column > 1 && letter === name.charCodeAt(column - 2) && letterBefore === other
      if (isSwapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      current[column] = cost
      if (cost < best) best = cost
    }
    if (best > max) return max + 1
    const free = before
    before = last
    last = current
    current = free
  }
  let fewest = last[width] ?? 0
  if (isBeginning) for (let column = 0; column < width; column += 1) fewest = Math.min(fewest, last[column] ?? 0)
  return Math.min(max + 1, fewest)
}

const LONG_FORMS = new Map(
  Object.entries({
    ft: 'fort',
    hts: 'heights',
    mt: 'mount',
    mtn: 'mountain',
    pt: 'point',
    spgs: 'springs',
    st: 'saint',
    ste: 'sainte',
  }),
)
const SHORT_FORM = new RegExp(`\\b(?:${[...LONG_FORMS.keys()].join('|')})\\b`, 'g')
const INITIALS = /\b(?:[a-z] )+[a-z]\b/g
const PLAIN = /^[a-z]+(?: [a-z]+)*$/

/** Lowercase words without accents, apostrophes and punctuation. */
export function normalize(text: string): string {
  const small = text.toLowerCase()
  // Nearly all names are plain, and there are 25,000 of them.
  if (PLAIN.test(small)) return small
  return foldText(small.replaceAll('`', ''))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** Initials as one word: "l a" is "la". Takes normalized text. */
export const withoutGaps = (normalized: string): string =>
  normalized.replace(INITIALS, (initials) => initials.replaceAll(' ', ''))

/** Spells out what is often shortened: "st louis" and "saint louis" are the same name. Takes normalized text. */
export const spelledOut = (normalized: string): string =>
  normalized.replace(SHORT_FORM, (word) => LONG_FORMS.get(word) ?? word)

export type KnownState = { name: string; fips: string; postalCode: string }

export interface ListedCounty {
  fips: string
  state: KnownState
  name: string
  title: string
  population: number
  isIndependentCity: boolean
  towns: string[]
}

/** A name by which counties are found: their own, or that of a city. */
export interface KnownName {
  label: string
  isCounty: boolean
  /** Of the county or city itself, in thousands; a fraction where the list does not say it. Names are sorted by it. */
  population: number
  counties: readonly ListedCounty[]
  /** Normalized words, each after a space: " san" is where a word begins with "san". */
  words: string
  /** The words without spaces, so that "desoto" and "de soto" find each other. */
  squashed: string
  letters: number
}

export interface Places {
  states: readonly KnownState[]
  counties: readonly ListedCounty[]
  names: readonly KnownName[]
  namesByLetter: ReadonlyMap<string, readonly KnownName[]>
  longNamesByLetter: ReadonlyMap<string, readonly KnownName[]>
  /** Calls back for each county of each ZIP code. Decodes them each time, so only queries with digits pay for it. */
  eachZip(tell: (zip: number, county: ListedCounty, rank: number) => void): void
}

const COUNTIES_PER_STEP = 200

/** Prepares the list once, so each keystroke only compares. It can be paused: a slow phone takes half a second. */
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
