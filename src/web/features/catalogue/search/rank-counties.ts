import {
  countMistakes,
  type KnownName,
  type KnownState,
  type ListedCounty,
  lettersOf,
  missingLetters,
  mistakesMax,
  normalize,
  type Places,
  readPlaces,
  spelledOut,
  withoutGaps,
} from './read-places.ts'

const pairs = (list: string): Map<string, string> =>
  new Map(
    list.split(/,\s+/).map((line): [string, string] => {
      const [short = '', ...rest] = line.split(' ')
      return [short, rest.join(' ')]
    }),
  )

/** What people call a city, or how they misspell it as the name of another place: without spaces, and its name with the state. */
const SHORT_FORMS = pairs(
  `abq albuquerque nm, aroura aurora co, atl atlanta ga, baltimor baltimore city md, bmore baltimore md,
  brooklin brooklyn ny, chitown chicago il, cincy cincinnati oh, dade miami dade fl, dc washington dc,
  dfw dallas tx, fortwain fort wayne in, greensborough greensboro nc, huston houston tx, indy indianapolis in,
  jax jacksonville fl, kc kansas city mo, kck kansas city ks, kcmo kansas city mo, la los angeles ca,
  memfis memphis tn, mpls minneapolis mn, murfreesborough murfreesboro tn, nola new orleans la, ny new york city ny,
  nyc new york city ny, oaklend oakland ca, okc oklahoma city ok, pdx portland or, phenix phoenix az,
  philly philadelphia pa, phily philadelphia pa, sanfran san francisco ca, satx san antonio tx, sf san francisco ca,
  slc salt lake city ut, stl saint louis mo, stlewis saint louis city mo, vegas las vegas nv, worster worcester ma`,
)

/** What people write for a state besides its name and its postal code. */
const STATE_SHORT_FORMS: ReadonlyMap<string, string> = pairs(
  `ala AL, ariz AZ, ark AR, cal CA, cali CA, calif CA, colo CO, conn CT, del DE, fla FL, ill IL, ind IN, kan KS, kans KS,
  mass MA, mich MI, minn MN, miss MS, mont MT, neb NE, nebr NE, nev NV, okla OK, ore OR, oreg OR, penn PA, penna PA,
  tenn TN, tex TX, wash WA, wis WI, wisc WI, wyo WY`,
)

/** One way to understand what was typed: a name, perhaps in a state. Without a name, the state is meant. */
interface Reading {
  name: string
  squashed: string
  states: readonly KnownState[]
  /** Whether the state may be the beginning of another word: "lake c". */
  isStateUnsure: boolean
  /** Whether "county" was typed, so cities of the name are not meant first. */
  isCountyMeant: boolean
}

const FILLERS = new Set(['county', 'cnty', 'parish', 'borough'])
const CITY_OF = /^(?:city|town|village) of /
const ARTICLE = /^the /
/** A state's name has at most three words: District of Columbia. */
const STATE_WORDS_MAX = 3
/** Fewer letters begin the names of too many states. */
const STATE_LETTERS_MIN = 3

function readingsOf(text: string, states: readonly KnownState[]): readonly Reading[] {
  const typed = withoutGaps(normalize(text)).replace(CITY_OF, '')
  const readings = new Map<string, Reading>()
  // A short form may also be the beginning of a word: "st" of "stockton". Some names have an article: "The Villages".
  for (const variant of new Set([typed, spelledOut(typed), typed.replace(ARTICLE, '')])) {
    const words = variant.split(' ').filter(Boolean)
    const meaning = words.filter((word, index) => index === 0 || !FILLERS.has(word))
    const isCountyMeant = meaning.length < words.length
    for (const reading of [...inStates(meaning, states), ...(isCountyMeant ? inStates(words, states) : [])]) {
      const key = `${reading.squashed}/${reading.states.map(({ fips }) => fips)}`
      if (!readings.has(key)) readings.set(key, { ...reading, isCountyMeant })
    }
  }
  return [...readings.values()]
}

function inStates(words: readonly string[], states: readonly KnownState[]): Omit<Reading, 'isCountyMeant'>[] {
  if (words.length === 0) return []
  const readings = [readingOf(words, [], false)]
  for (let count = 1; count <= Math.min(STATE_WORDS_MAX, words.length); count += 1) {
    const last = statesNamed(words.slice(-count), states)
    // A short form alone is more often the beginning of a name: "wash", "penn".
    const isUnsure = last.isUnsure || (count === words.length && STATE_SHORT_FORMS.has(words.join(' ')))
    if (last.states.length > 0) readings.push(readingOf(words.slice(0, -count), last.states, isUnsure))
    if (count === words.length) continue
    const first = statesNamed(words.slice(0, count), states)
    if (first.states.length > 0 && !first.isUnsure) readings.push(readingOf(words.slice(count), first.states, false))
  }
  return readings
}

const readingOf = (words: readonly string[], states: readonly KnownState[], isStateUnsure: boolean) => ({
  name: words.join(' '),
  squashed: words.join(''),
  states,
  isStateUnsure,
})

function statesNamed(words: readonly string[], states: readonly KnownState[]) {
  const typed = words.join(' ')
  const code = (STATE_SHORT_FORMS.get(typed) ?? typed).toUpperCase()
  const known = states.filter(({ name, postalCode }) => postalCode === code || name.toLowerCase() === typed)
  if (known.length > 0) return { states: known, isUnsure: false }
  const begun = states.filter(({ name }) => name.toLowerCase().startsWith(typed))
  return { states: begun, isUnsure: typed.length < STATE_LETTERS_MIN || begun.length > 1 }
}

export interface FoundCounty {
  fips: string
  state: string
  county: string
  title: string
  /** "Austin, Pflugerville": the largest cities; or the county of the city that was searched for, which is the title. */
  detail: string
  /** Of the row that is no county yet: looks for those around the browser, and tells how that goes. */
  locate?: (tell: (news: string) => void) => Promise<void>
}

type Found = { counties: readonly FoundCounty[]; note: string }
const TOWNS_SHOWN = 2

/** Writes the two lines. @param name what was searched for: the title if it is a city, unless that has several counties */
function foundCounty(county: ListedCounty, name: KnownName | undefined, isOneOfSeveral = false): FoundCounty {
  const { fips, state, title, towns, isIndependentCity } = county
  if (name && !name.isCounty && !isIndependentCity && !isOneOfSeveral)
    return { fips, state: state.name, county: county.name, title: `${name.label}, ${state.postalCode}`, detail: title }
  const shown = name && !name.isCounty ? [name.label, ...towns.filter((town) => town !== name.label)] : towns
  const detail = isIndependentCity ? 'Independent city' : shown.slice(0, TOWNS_SHOWN).join(', ')
  return { fips, state: state.name, county: county.name, title, detail }
}

const ZIP_DIGITS = 5
/** Fewer digits are half a state. */
const DIGITS_MIN = 3

/** The digits of a ZIP code in a text, complete or not, without the last four of a ZIP+4; undefined if there is none. */
function zipIn(text: string): string | undefined {
  const complete = /(?<![\w-])(\d{5})(?:-\d{0,4})?(?!\w)/.exec(text)?.[1]
  return complete ?? /^\s*(\d+)\s*$/.exec(text)?.[1]
}

/** Finds the counties of a ZIP code, the largest share first, or those of all that begin with the digits. */
function findByZip(places: Places, digits: string, limit: number): Found {
  if (digits.length > ZIP_DIGITS) return { counties: [], note: 'A ZIP code has five digits.' }
  if (digits.length < DIGITS_MIN) return { counties: [], note: 'Type at least three digits of the ZIP code.' }
  return digits.length === ZIP_DIGITS ? findComplete(places, digits, limit) : findBegun(places, digits, limit)
}

function findComplete(places: Places, digits: string, limit: number): Found {
  const wanted = Number(digits)
  const counties: ListedCounty[] = []
  places.eachZip((zip, county, rank) => {
    if (zip === wanted) counties[rank] = county
  })
  const known = counties.filter(Boolean)
  const note =
    known.length === 0
      ? `We can’t find the ZIP code ${digits}. Check the digits, or type the city.`
      : known.length > 1
        ? `ZIP code ${digits} is in ${known.length} counties. Pick one:`
        : ''
  return { counties: known.slice(0, limit).map((county) => ofZip(county, digits)), note }
}

/** Counties with many ZIP codes of this beginning come first. */
function findBegun(places: Places, digits: string, limit: number): Found {
  const size = 10 ** (ZIP_DIGITS - digits.length)
  const first = Number(digits) * size
  const counts = new Map<ListedCounty, number>()
  places.eachZip((zip, county, rank) => {
    if (zip >= first && zip < first + size && rank === 0) counts.set(county, (counts.get(county) ?? 0) + 1)
  })
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || b.population - a.population)
  const shown = digits.padEnd(ZIP_DIGITS, '…').slice(0, digits.length + 1)
  return {
    counties: sorted.slice(0, limit).map(([county]) => ofZip(county, shown)),
    note: sorted.length === 0 ? `No ZIP code begins with ${digits}. Check its digits, or type the city.` : '',
  }
}

function ofZip(county: ListedCounty, digits: string): FoundCounty {
  const found = foundCounty(county, undefined)
  return { ...found, detail: `${digits} · ${found.detail}` }
}

export interface CountyIndex {
  /**
   * Finds counties by their name, a city, a ZIP code or a state, with the words in any order, best first: names that
   * are exactly what was typed, then those that begin with it, then those with words that do. Within these, large
   * places come first, and of smaller or unfinished names those of the given state. If nothing fits, names with one or
   * two typing mistakes.
   */
  find(text: string, options?: { limit?: number; stateInMind?: string | undefined; mayLocate?: boolean }): Found
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
const OTHERS_MAX = 5
const SIMILAR_MAX = 4
const NOT_FOUND = 'We couldn’t find that place. Try a ZIP code or a city.'
/** `leads near me`, `my area`; "me" alone is Maine too. */
const HERE = /^me$|\b(?:near(?:by|est)?|(?:near|around) me|my (?:area|city|county|location|town)|(?:^|right )here)$/
type Match = { rank: number; counties: readonly ListedCounty[]; name?: KnownName }

/** Reads the list of places (src/web/build/places.txt) and returns the search over it. */
export function* makeCountyIndex(list: string): Generator<undefined, CountyIndex> {
  const places = yield* readPlaces(list)
  const locate: FoundCounty['locate'] = async (tell) => {
    tell('Finding counties near you…')
    const near = await countiesAround(places).catch(() => [])
    if (near.length > 0) around = near
    tell(near.length > 0 ? 'Near you. Pick one:' : UNLOCATED)
  }
  const detail = 'Not sent to us. Or type your ZIP code.'
  let around: FoundCounty[] = [{ fips: '', state: '', county: '', title: 'Use my location', detail, locate }]
  return {
    find(typed, { limit = 8, stateInMind, mayLocate = false } = {}) {
      const zip = zipIn(typed)
      if (zip !== undefined) return findByZip(places, zip, limit)
      const readings = readingsOf(typed.slice(0, TYPED_MAX), places.states)
      const matches = readings.flatMap((reading) => matchesOf(places, reading))
      const { counties, note } = listed(matches, limit, stateInMind)
      if (mayLocate && HERE.test(normalize(typed))) return { counties: [...counties, ...around], note }
      if (counties.length > 0) return { counties, note }
      const similar = readings.flatMap((reading) => similarMatches(places, reading))
      const { counties: meant } = listed(similar, Math.min(limit, SIMILAR_MAX), stateInMind)
      return { counties: meant, note: meant[0] ? `Did you mean ${meant[0].title.split(',')[0]}?` : NOT_FOUND }
    },
  }
}

function matchesOf(places: Places, reading: Reading): Match[] {
  if (reading.name === '') return [stateMatch(places, reading)]
  const beginnings = reading.name.split(' ').map((word) => ` ${word}`)
  const short = SHORT_FORMS.get(reading.squashed)
  const isInState = reading.states.length === 0 || reading.states.some(({ postalCode }) => isOfState(short, postalCode))
  const matches = short && isInState ? shortFormMatches(places, short) : []
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
    .toSorted((a, b) => a.rank - b.rank)
  if (!best) return []
  // New York City has five counties; the one of its name is meant first.
  const isNamesake = ({ name }: ListedCounty) => best.name?.label.replace(/ City$/, '') === name
  const counties = best.counties.toSorted((a, b) => Number(isNamesake(b)) - Number(isNamesake(a)))
  return [{ ...best, counties, rank: RANK.shortForm }]
}

const isOfState = (short: string | undefined, postalCode: string): boolean =>
  short?.endsWith(` ${postalCode.toLowerCase()}`) ?? false

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

function listed(matches: readonly Match[], limitAsked: number, stateInMind: string | undefined): Found {
  const sorted = matches.toSorted((a, b) => sortRank(a, stateInMind) - sortRank(b, stateInMind))
  const hasState = sorted.some(({ rank }) => rank === RANK.state)
  const found = new Map<string, FoundCounty>()
  let limit = limitAsked
  for (const match of sorted) {
    const { rank, name, counties } = match
    if (found.size >= limit) break
    if (hasState && found.size >= BEFORE_STATE_MAX && rank >= RANK.largeCity && rank < RANK.state) continue
    // The other counties of a city are only worth their lines if its complete name was typed and fits best.
    const isWhole = rank <= RANK.exact && match === sorted[0]
    // After a city that was typed in full, few are interested in others.
    if (isWhole && name && !name.isCounty) limit = Math.min(limit, counties.length + OTHERS_MAX)
    for (const county of isWhole || !name ? counties : counties.slice(0, 1))
      if (!found.has(county.fips) && found.size < limit)
        found.set(county.fips, foundCounty(county, name, isWhole && counties.length > 1))
  }
  return { counties: [...found.values()], note: noteOn(sorted[0]) }
}

/** Matches arrive with large places first, and sorting keeps that order within a rank. */
const sortRank = ({ rank, counties }: Match, stateInMind: string | undefined): number =>
  rank >= RANK.exact && counties[0]?.state.name === stateInMind ? rank - 0.5 : rank

/** Says why the first results come together: a state, or a city in several counties. */
function noteOn(first: Match | undefined): string {
  if (!first || first.rank > RANK.exact || first.counties.length === 1) return ''
  const { name, counties } = first
  if (!name) return `The largest in ${counties[0]?.state.name}. Add a name to narrow it down.`
  return counties[0]?.isIndependentCity
    ? `${name.label} is an independent city. Some of its addresses are in the counties listed after it.`
    : `${name.label} is in ${counties.length} counties. Pick one:`
}

const UNLOCATED = 'We couldn’t get your location. Type your ZIP code or city.'
const AROUND_MAX = 4
const AROUND_DEGREES = 3

/** The counties whose centers are nearest to the browser, which does not tell the store where it is. */
async function countiesAround(places: Places): Promise<FoundCounty[]> {
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, { maximumAge: 600_000, timeout: 15_000 }),
  )
  const centers: Record<string, [number, number]> = await (await fetch('/centers.json')).json()
  const narrowing = Math.cos((coords.latitude * Math.PI) / 180)
  const near = places.counties.map((county) => {
    const [longitude = 0, latitude = 0] = centers[county.fips] ?? []
    return { county, far: Math.hypot(latitude - coords.latitude, (longitude - coords.longitude) * narrowing) }
  })
  const sorted = near.filter(({ far }) => far < AROUND_DEGREES).toSorted((a, b) => a.far - b.far)
  return sorted.slice(0, AROUND_MAX).map(({ county }) => foundCounty(county, undefined))
}
