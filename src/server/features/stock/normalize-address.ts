/**
 * Normalizes addresses and names for fingerprints: the same result for everyone who writes the same house or person
 * differently. Pure. Runs a million times per file, so each step is one pass over a short text.
 */
import { isPlainText } from '#server/platform/plain-text.ts'
import { ADDRESS_WORDS, STATE_WORDS } from './address-words.ts'

/** Between street and ZIP. Nothing after it is parsed again, so a normalized address stays as it is. */
const END_OF_STREET = '|'
const MARKS = /\p{Mn}+/gu
/** Occur inside words: `O’Connor`, `N.W.` */
const JOINTS = /['.`’ʼ]/
const ALL_JOINTS = /['.`’ʼ]+/g
const NUMBER_SIGNS = /#/g
const [DIGIT_0, DIGIT_9, LETTER_A, LETTER_Z] = [0x30, 0x39, 0x41, 0x5a]
const HAS_DIGIT = /\d/
const HAS_LETTER = /[A-Z]/
const LEADING_ZEROS = /^0+(?=\d+$)/
const ZIP = /^\d{5}(?:-?\d{4})?$/
const UNIT = 'UNIT'
/** A house number and a street. */
const WORDS_MIN = 2

/** Uppercase letters and digits, word by word; accents are dropped. */
function wordsOf(text: string): string[] {
  let plain = text.toUpperCase()
  if (!isPlainText(plain)) plain = plain.normalize('NFKD').replace(MARKS, '').toUpperCase()
  if (JOINTS.test(plain)) plain = plain.replace(ALL_JOINTS, '')
  const words: string[] = []
  let from = -1
  for (let at = 0; at <= plain.length; at += 1) {
    const code = plain.charCodeAt(at)
    const isInWord = (code >= LETTER_A && code <= LETTER_Z) || (code >= DIGIT_0 && code <= DIGIT_9)
    if (isInWord && from < 0) from = at
    if (isInWord || from < 0) continue
    words.push(plain.slice(from, at))
    from = -1
  }
  return words
}

/** The last words of states: a text that ends in none of them names no state. */
const STATE_ENDS: ReadonlySet<string> = new Set([...STATE_WORDS].map((state) => state.split(' ').at(-1) ?? ''))

/** What a street ends with. Other endings (`Lake`, `Park`) are just as often part of a name. */
const STREET_ENDS = new Set('ALY AVE BLVD CIR CT CTS CV DR LN PKWY PL RD SQ ST TER TRL WAY'.split(' '))
/** A house number, a name and a street suffix. */
const WHOLE_STREET_MIN = 3

/** Drops a city without a state if the street has ended before it: `12 Oak St, Austin`. `100 N Austin` is a street. */
function dropCity(words: string[], city: readonly string[]): void {
  const rest = words.length - city.length
  if (city.length === 0 || rest < WHOLE_STREET_MIN || city.some((word, at) => words[rest + at] !== word)) return
  const counted = (word = '') => ADDRESS_WORDS.get(word) ?? word
  const isEnd = STREET_ENDS.has(counted(words[rest - 1])) || counted(words[rest - 2]) === UNIT
  if (isEnd) words.length = rest
}

/**
 * Drops the place from the end if the whole address is in one field: `…, Austin, TX 78701`, or without the ZIP. A state
 * alone is not dropped: it may be a street (`Via La`).
 */
function dropPlace(words: string[], zip: string, city: string): void {
  const hasZip = words.includes(zip)
  if (!hasZip && !STATE_ENDS.has(words.at(-1) ?? '')) {
    dropCity(words, wordsOf(city))
    return
  }
  const endsWith = (end: readonly string[]): boolean =>
    words.length - end.length >= WORDS_MIN && end.every((word, at) => words[words.length - end.length + at] === word)
  const drop = (end: readonly string[]): boolean => {
    if (end.length === 0 || !endsWith(end)) return false
    words.length -= end.length
    return true
  }
  const dropZip = () => {
    if (drop([zip])) return true
    const [beforeLast, last = ''] = words.slice(-2)
    return beforeLast === zip && /^\d{4}$/.test(last) && drop([zip, last])
  }
  const cityWords = wordsOf(city)
  const stateAtEnd = (): string[] => {
    const count = [3, 2, 1].find((many) => STATE_WORDS.has(words.slice(-many).join(' '))) ?? 0
    return count === 0 ? [] : words.slice(-count)
  }
  while (dropZip()) {
    drop(stateAtEnd())
    drop(cityWords)
  }
  const state = stateAtEnd()
  if (!hasZip && state.length > 0 && cityWords.length > 0) drop([...cityWords, ...state])
}

/** Replaces words with the same meaning by the same word. */
function unifyWords(words: readonly string[]): string[] {
  const unified: string[] = []
  for (const word of words) {
    const counts = ADDRESS_WORDS.get(word) ?? (word.startsWith('0') ? word.replace(LEADING_ZEROS, '') : word)
    const before = unified.at(-1)
    // `Apt #4` names the unit twice.
    if (counts === UNIT && before === UNIT) continue
    if (counts === 'RD' && before === 'COUNTY') unified[unified.length - 1] = 'CR'
    else unified.push(counts)
  }
  if (unified.at(-1) === UNIT) unified.pop()
  return unified
}

/**
 * Normalizes an address for comparison: `12 North Main Street, Apt. #4` in 78701 becomes `12 N MAIN ST UNIT 4|78701`.
 * The city does not count, because a ZIP has several names. It is dropped from an address that contains the whole
 * place.
 *
 * @param input.zip five digits, or nine
 * @returns null if it cannot be a single house: no ZIP, number or street
 */
export function normalizeAddress(input: { address: string; city: string; zip: string }): string | null {
  const zip = input.zip.trim()
  if (!ZIP.test(zip)) return null
  const end = input.address.indexOf(END_OF_STREET)
  const street = end < 0 ? input.address : input.address.slice(0, end)
  const words = wordsOf(street.includes('#') ? street.replace(NUMBER_SIGNS, ' UNIT ') : street)
  const zipWord = zip.slice(0, 5)
  if (end < 0) dropPlace(words, zipWord, input.city)
  const text = unifyWords(words).join(' ')
  return HAS_DIGIT.test(text) && HAS_LETTER.test(text) ? `${text}${END_OF_STREET}${zipWord}` : null
}

/** Most names are two words, and a sort would be the slowest step of all. */
function inOrder(words: string[]): string {
  const [first = '', second = ''] = words
  if (words.length === 2) return first < second ? `${first} ${second}` : `${second} ${first}`
  return words.sort().join(' ')
}

/**
 * Normalizes owners for comparison. Owners and the words of each name are sorted, because files write both `Doe Jane`
 * and `Jane Doe`.
 *
 * @returns an empty text if there is no name
 */
export function normalizeOwners(names: readonly string[]): string {
  const normalized = names.map((name) => inOrder(wordsOf(name))).filter(Boolean)
  return (normalized.length > 1 ? [...new Set(normalized)].sort() : normalized).join(END_OF_STREET)
}
