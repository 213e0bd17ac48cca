import { findByZip, zipIn } from './find-by-zip.ts'
import { type Found, type FoundCounty, foundCounty } from './found-county.ts'
import { type KnownName, type ListedCounty, type Places, readPlaces } from './read-places.ts'
import { type Reading, readingsOf } from './read-query.ts'
import { SHORT_FORMS } from './short-forms.ts'
import { countMistakes, lettersOf, missingLetters, mistakesMax } from './typing-mistakes.ts'

export interface CountyIndex {
  /**
   * Finds counties by their name, a city, a ZIP code or a state, with the words in any order, best first: names that
   * are exactly what was typed, then those that begin with it, then those with words that do. Within these, large
   * places come first, and of smaller or unfinished names those of the given state. If nothing fits, names with one or
   * two typing mistakes.
   */
  find(text: string, options?: { limit?: number; stateInMind?: string | undefined }): Found
}

/** Smaller is better. */
const RANK = {
  shortForm: 0,
  largeCity: 1,
  largeCounty: 2,
  state: 3,
  exact: 4,
  beginning: 5,
  unsure: 6,
  words: 7,
  mistake: 8,
} as const
/** In thousands. A city of this size is meant wherever its name is typed. */
const LARGE_MIN = 100
/** "Washington" is a city, many counties and a state: so many counties are shown before those of the state. */
const BEFORE_STATE_MAX = 3
const TYPED_MAX = 80
const CORRECTED = 'Nothing has exactly this name. Did you mean one of these?'

interface Match {
  rank: number
  counties: readonly ListedCounty[]
  /** Undefined: a state was searched for. */
  name?: KnownName
}

/** Reads the list of places (src/web/build/places.txt) and returns the search over it. */
export function* makeCountyIndex(list: string): Generator<undefined, CountyIndex> {
  const places = yield* readPlaces(list)
  return {
    find(typed, { limit = 8, stateInMind } = {}) {
      const zip = zipIn(typed)
      if (zip !== undefined) return findByZip(places, zip, limit)
      const readings = readingsOf(typed.slice(0, TYPED_MAX), places.states)
      const matches = readings.flatMap((reading) => matchesOf(places, reading))
      if (matches.length > 0) return listed(matches, limit, stateInMind)
      const similar = readings.flatMap((reading) => similarMatches(places, reading))
      return { ...listed(similar, limit, stateInMind), note: similar.length > 0 ? CORRECTED : '' }
    },
  }
}

function matchesOf(places: Places, reading: Reading): Match[] {
  if (reading.name === '') return [stateMatch(places, reading)]
  const beginnings = reading.name.split(' ').map((word) => ` ${word}`)
  const short = reading.states.length === 0 ? SHORT_FORMS.get(reading.squashed) : undefined
  const matches = short ? shortFormMatches(places, short) : []
  for (const name of places.namesByLetter.get(reading.squashed.charAt(0)) ?? [])
    if (name.squashed.startsWith(reading.squashed) && isIn(name, reading))
      matches.push({ rank: rankOfBeginning(name, reading), counties: name.counties, name })
  for (const name of places.longNamesByLetter.get(reading.squashed.charAt(0)) ?? []) {
    if (!beginnings.every((beginning) => name.words.includes(beginning))) continue
    if (isIn(name, reading) && !name.squashed.startsWith(reading.squashed))
      matches.push({ rank: RANK.words, counties: name.counties, name })
  }
  return matches
}

function shortFormMatches(places: Places, short: string): Match[] {
  const [best] = readingsOf(short, places.states)
    .filter(({ states, name }) => states.length > 0 && name !== '')
    .flatMap((reading) => matchesOf(places, reading))
  return best ? [{ ...best, rank: RANK.shortForm }] : []
}

function stateMatch(places: Places, { states, isStateUnsure }: Reading): Match {
  const counties = places.counties.filter(({ state }) => states.includes(state))
  return {
    rank: isStateUnsure ? RANK.unsure : RANK.state,
    counties: counties.sort((a, b) => b.population - a.population),
  }
}

const isIn = ({ counties }: KnownName, { states }: Reading): boolean =>
  states.length === 0 || counties.some(({ state }) => states.includes(state))

function rankOfBeginning(name: KnownName, { squashed, isStateUnsure, isCountyMeant }: Reading): number {
  if (isStateUnsure || (isCountyMeant && !name.isCounty)) return RANK.unsure
  if (name.squashed.length > squashed.length) return RANK.beginning
  if (name.population < LARGE_MIN) return RANK.exact
  return name.isCounty ? RANK.largeCounty : RANK.largeCity
}

function similarMatches(places: Places, reading: Reading): Match[] {
  const { squashed } = reading
  const max = mistakesMax(squashed.length)
  if (max === 0) return []
  const typedLetters = lettersOf(squashed)
  const matches: Match[] = []
  for (const name of places.names) {
    if (missingLetters(typedLetters, name.letters) > max || !isIn(name, reading)) continue
    const whole = countMistakes(squashed, name.squashed, max, false)
    // A long name is searched for before it is complete: "albequer".
    const isClose = whole <= max || (max > 1 && countMistakes(squashed, name.squashed, 1, true) <= 1)
    const mistakes = Math.min(whole, max + 1)
    if (isClose) matches.push({ rank: RANK.mistake + mistakes, counties: name.counties.slice(0, 1), name })
  }
  return matches
}

/** The counties of the matches in order, each once. */
function listed(matches: readonly Match[], limit: number, stateInMind: string | undefined): Found {
  const sorted = matches.toSorted((a, b) => sortRank(a, stateInMind) - sortRank(b, stateInMind))
  const hasState = sorted.some(({ rank }) => rank === RANK.state)
  const found = new Map<string, FoundCounty>()
  for (const match of sorted) {
    const { rank, name, counties } = match
    if (found.size >= limit) break
    if (hasState && found.size >= BEFORE_STATE_MAX && rank >= RANK.largeCity && rank < RANK.state) continue
    // The other counties of a city are only worth their lines if its complete name was typed and fits best.
    const isWhole = rank <= RANK.exact && match === sorted[0]
    for (const county of isWhole || !name ? counties : counties.slice(0, 1))
      if (!found.has(county.fips) && found.size < limit) found.set(county.fips, foundCounty(county, name))
  }
  return { counties: [...found.values()], note: noteOn(sorted[0]) }
}

/** Matches arrive with large places first, and sorting keeps that order within a rank. */
function sortRank({ rank, counties }: Match, stateInMind: string | undefined): number {
  return rank >= RANK.exact && counties[0]?.state.name === stateInMind ? rank - 0.5 : rank
}

/** Says why the first results come together: a state, or a city in several counties. */
function noteOn(first: Match | undefined): string {
  if (!first || first.rank > RANK.exact || first.counties.length === 1) return ''
  const { name, counties } = first
  if (!name) return `The largest in ${counties[0]?.state.name}. Add a name to narrow it down.`
  return counties[0]?.isIndependentCity
    ? `${name.label} is an independent city. Some of its addresses are in the counties listed after it.`
    : `${name.label} lies in ${counties.length} counties, the largest share first.`
}
