/** A county as the search knows it. */
export interface KnownCounty {
  fips: string
  state: string
  county: string
}

/** One state of `counties.json`; see build/county-names.ts. */
export interface StateOfCounties {
  state: string
  fips: string
  postalCode: string
  /** Name by the last three digits of the federal code. */
  counties: Readonly<Record<string, string>>
}

interface Entry extends KnownCounty {
  words: readonly string[]
  /** The name without spaces, so that "desoto" and "de soto" find each other. */
  squashed: string
  postalCode: string
  stateWords: readonly string[]
}

export interface CountyIndex {
  /**
   * Finds counties that match the typed text, best first: the exact name, then names that start with it, then names
   * with a word that starts with it, then those whose state matches. Within a rank, the given state comes first, then
   * the alphabet.
   */
  find(text: string, options?: { limit?: number; stateInMind?: string | undefined }): readonly KnownCounty[]
  /** Returns the proper spelling of a state's name, if there is one. */
  stateNamed(text: string): string | undefined
}

/** Words that people add to any county's name. */
const FILLERS = new Set(['county', 'parish', 'borough'])
const RANK = { exact: 0, start: 1, word: 2, state: 3 } as const

/** Lowercase without accents, apostrophes and punctuation; "Saint" is written as in the atlas. */
export function normalize(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’‘`ʻ]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\bsainte\b/g, 'ste')
    .replace(/\bsaint\b/g, 'st')
}

/** Prepares the list once, so each keystroke only compares. */
export function makeCountyIndex(states: readonly StateOfCounties[]): CountyIndex {
  const entries = states.flatMap(entriesOf)
  const stateNames = new Map(
    states.flatMap(({ state, postalCode }) => [
      [normalize(state), state],
      [normalize(postalCode), state],
    ]),
  )
  return {
    stateNamed: (text) => stateNames.get(normalize(text)),
    find(text, { limit = 8, stateInMind } = {}) {
      const tokens = tokensOf(text)
      if (tokens.length === 0) return []
      const found: { entry: Entry; rank: number }[] = []
      for (const entry of entries) {
        const rank = rankOf(entry, tokens)
        if (rank !== null) found.push({ entry, rank: rank * 2 + (entry.state === stateInMind ? 0 : 1) })
      }
      return found
        .sort((a, b) => a.rank - b.rank || inOrder(a.entry, b.entry))
        .slice(0, limit)
        .map(({ entry: { fips, state, county } }) => ({ fips, state, county }))
    },
  }
}

function entriesOf({ state, fips, postalCode, counties }: StateOfCounties): Entry[] {
  const stateWords = normalize(state).split(' ')
  return Object.entries(counties).map(([code, county]) => {
    const words = normalize(county).split(' ')
    return {
      fips: fips + code,
      state,
      county,
      words,
      squashed: words.join(''),
      postalCode: normalize(postalCode),
      stateWords,
    }
  })
}

function tokensOf(text: string): readonly string[] {
  const tokens = normalize(text).split(' ').filter(Boolean)
  const meaning = tokens.filter((token, index) => index === 0 || !FILLERS.has(token))
  return meaning
}

/** How well a county matches, smaller is better; null if a word matches neither its name nor its state. */
function rankOf(entry: Entry, tokens: readonly string[]): number | null {
  let best: number | null = null
  // The words of the name may come before or after those of the state: "tra tx" as well as "tx tra".
  for (let split = tokens.length; split >= 0; split -= 1) {
    for (const [name, state] of [
      [tokens.slice(0, split), tokens.slice(split)],
      [tokens.slice(tokens.length - split), tokens.slice(0, tokens.length - split)],
    ] as const) {
      if (!isOfState(entry, state)) continue
      const rank = name.length === 0 ? RANK.state : rankOfName(entry, name)
      if (rank !== null && (best === null || rank < best)) best = rank
    }
  }
  return best
}

function isOfState({ postalCode, stateWords }: Entry, tokens: readonly string[]): boolean {
  if (tokens.length === 0) return true
  if (tokens.length === 1 && tokens[0] === postalCode) return true
  return tokens.every((token, index) => stateWords[index]?.startsWith(token))
}

function rankOfName({ words, squashed }: Entry, tokens: readonly string[]): number | null {
  const typed = tokens.join('')
  if (squashed === typed) return RANK.exact
  if (squashed.startsWith(typed)) return RANK.start
  return tokens.every((token) => words.some((word) => word.startsWith(token))) ? RANK.word : null
}

const collator = new Intl.Collator('en')
const inOrder = (a: Entry, b: Entry): number =>
  collator.compare(a.county, b.county) || collator.compare(a.state, b.state)
