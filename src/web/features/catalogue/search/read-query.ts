import { normalize, spelledOut, withoutGaps } from './normalize.ts'
import type { KnownState } from './read-places.ts'
import { STATE_SHORT_FORMS } from './short-forms.ts'

/** One way to understand what was typed: a name, perhaps in a state. Without a name, the state is meant. */
export interface Reading {
  name: string
  squashed: string
  /** Empty: anywhere. */
  states: readonly KnownState[]
  /** Whether the state may be the beginning of another word: "lake c". */
  isStateUnsure: boolean
  /** Whether "county" was typed, so cities of the name are not meant first. */
  isCountyMeant: boolean
}

/** Words that people add to any county's name. */
const FILLERS = new Set(['county', 'cnty', 'parish', 'borough'])
/** And to a city's. */
const CITY_OF = /^(?:city|town|village) of /
const ARTICLE = /^the /
/** A state's name has at most three words: District of Columbia. */
const STATE_WORDS_MAX = 3
/** Fewer letters begin the names of too many states. */
const STATE_LETTERS_MIN = 3

/** Returns how a text can be understood. */
export function readingsOf(text: string, states: readonly KnownState[]): readonly Reading[] {
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

/** The words as a name, as a name before or after a state, and as a state. */
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

/** The states that words name: by code, name or short form for sure, by a name's beginning perhaps. */
function statesNamed(words: readonly string[], states: readonly KnownState[]) {
  const typed = words.join(' ')
  const code = (STATE_SHORT_FORMS.get(typed) ?? typed).toUpperCase()
  const known = states.filter(({ name, postalCode }) => postalCode === code || name.toLowerCase() === typed)
  if (known.length > 0) return { states: known, isUnsure: false }
  const begun = states.filter(({ name }) => name.toLowerCase().startsWith(typed))
  return { states: begun, isUnsure: typed.length < STATE_LETTERS_MIN || begun.length > 1 }
}
