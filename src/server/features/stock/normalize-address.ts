/**
 * Normalizes addresses and names for fingerprints: the same result for everyone who writes the same house or person
 * differently. Runs a million times per file, so each step is one pass over a short text.
 */
import { hash } from 'node:crypto'
import { STATE_BY_CODE } from '#contract/catalogue/state-codes.ts'
import { isPlainText } from '#server/platform/text/text.ts'
import { ADDRESS_WORDS, unifyParts } from './unify-address-parts.ts'

const STATE_WORDS = new Set<string>([...STATE_BY_CODE].flatMap(([code, name]) => [code, name.toUpperCase()]))
/** A text that ends in none of them names no state. */
const STATE_ENDS = new Set([...STATE_WORDS].map((state) => state.split(' ').at(-1) ?? ''))
/** Between street and ZIP. Nothing after it is parsed again, so a normalized address stays as it is. */
const END_OF_STREET = '|'
const MARKS = /\p{Mn}+/gu
/** Occur inside words: `O’Connor`, `N.W.` */
const JOINTS = /['.`’ʼ]+/g
const HAS_DIGIT = /\d/
const HAS_LETTER = /[A-Z]/
const LEADING_ZEROS = /^0+(?=\d+$)/
const ZIP = /^\d{5}(?:-?\d{4})?$/
const UNIT = 'UNIT'
const WORDS_MIN = 2

function wordsOf(text: string): string[] {
  let plain = text.toUpperCase()
  if (!isPlainText(plain)) plain = plain.normalize('NFKD').replace(MARKS, '').toUpperCase()
  return plain.replace(JOINTS, '').match(/[A-Z\d]+/g) ?? []
}

/** What a street ends with. Other endings (`Lake`, `Park`) are just as often part of a name. */
const STREET_ENDS = new Set('ALY AVE BLVD CIR CT CTS CV DR LN PKWY PL RD SQ ST TER TRL WAY'.split(' '))
const WHOLE_STREET_MIN = 3

/** Drops a city without a state if the street has ended before it: `12 Oak St, Austin`. `100 N Austin` is a street. */
function dropCity(words: string[], city: readonly string[]): void {
  const rest = words.length - city.length
  if (city.length === 0 || rest < WHOLE_STREET_MIN || city.some((word, at) => words[rest + at] !== word)) return
  const counted = (word = '') => ADDRESS_WORDS.get(word) ?? word
  const isEnd = STREET_ENDS.has(counted(words[rest - 1])) || counted(words[rest - 2]) === UNIT
  if (isEnd) words.length = rest
}

/** Drops a whole place from the end. A state alone stays: it may be a street (`Via La`). */
function dropPlace(words: string[], zip: string, city: string): void {
  const hasZip = words.includes(zip)
  if (!hasZip && !STATE_ENDS.has(words.at(-1) ?? '')) {
    dropCity(words, wordsOf(city))
    return
  }
  const drop = (end: readonly string[]): boolean => {
    const rest = words.length - end.length
    if (end.length === 0 || rest < WORDS_MIN || end.some((word, at) => words[rest + at] !== word)) return false
    words.length = rest
    return true
  }
  const dropZip = () => {
    const [beforeLast, last = ''] = words.slice(-2)
    return drop([zip]) || (beforeLast === zip && /^\d{4}$/.test(last) && drop([zip, last]))
  }
  const cityWords = wordsOf(city)
  const stateAtEnd = (): string[] => {
    const count = [3, 2, 1].find((many) => STATE_WORDS.has(words.slice(-many).join(' ')))
    return count ? words.slice(-count) : []
  }
  while (dropZip()) {
    drop(stateAtEnd())
    drop(cityWords)
  }
  const state = stateAtEnd()
  if (!hasZip && state.length > 0 && cityWords.length > 0) drop([...cityWords, ...state])
}

function unifyWords(words: readonly string[]): string {
  const unified: string[] = []
  for (const word of words) {
    const counts = ADDRESS_WORDS.get(word) ?? word.replace(LEADING_ZEROS, '')
    const before = unified.at(-1)
    // `Apt #4` names the unit twice.
    if (counts === UNIT && before === UNIT) continue
    if (counts === 'RD' && before === 'COUNTY') unified[unified.length - 1] = 'CR'
    else unified.push(counts)
  }
  if (unified.at(-1) === UNIT) unified.pop()
  return unified.join(' ')
}

type WrittenAddress = { address: string; city: string; zip: string }

/** `39.2 Rd` and `123½ Main St`: here, a point is not a joint, and half a number is not its last digit. */
const PART_OF_NUMBER = /\d\.\d|[¼-¾⅐-⅞]/
const ROUNDS_MAX = 8
const spaced = (street: string): string => street.replace(/(?<=\d)\.(?=\d)|(?=[¼-¾⅐-⅞])|(?<=[¼-¾⅐-⅞])/g, ' ')

/**
 * Normalizes an address, without its city: `12 North Main Street, Apt. #4` in 78701 becomes `12 N MAIN ST UNIT
 * 4|78701`. Null if it cannot be a single house: no ZIP of five digits or nine, number or street.
 */
export function normalizeAddress({ address, city, zip }: WrittenAddress): string | null {
  const zipWord = zip.trim().slice(0, 5)
  if (!ZIP.test(zip.trim())) return null
  const end = address.indexOf(END_OF_STREET)
  const street = end < 0 ? address : address.slice(0, end)
  const textOf = (written: string): string => {
    const words = wordsOf(written.replaceAll('#', ' UNIT '))
    if (end < 0) dropPlace(words, zipWord, city)
    return unifyWords(words)
  }
  let before = textOf(street)
  if (!HAS_DIGIT.test(before) || !HAS_LETTER.test(before)) return null
  if (PART_OF_NUMBER.test(street)) before = textOf(spaced(street))
  let text = unifyParts(before, zipWord)
  // What one rule has put together may be a case for another, so that nothing is left to do for a second time.
  for (let left = ROUNDS_MAX; text !== before && left > 0; left -= 1) {
    before = text
    text = unifyParts(unifyWords(text.split(' ')), zipWord)
  }
  return text + END_OF_STREET + zipWord
}

/** Most names are two words, and a sort would be the slowest step of all. */
function inOrder(words: string[]): string {
  const [first = '', second = ''] = words
  if (words.length === 2) return first < second ? `${first} ${second}` : `${second} ${first}`
  return words.sort().join(' ')
}

/** Normalizes owners for comparison. All words are sorted: files write `Doe Jane` and `Jane Doe`. `''`: no name. */
export function normalizeOwners(names: readonly string[]): string {
  const normalized = names.map((name) => inOrder(wordsOf(name))).filter(Boolean)
  return (normalized.length > 1 ? [...new Set(normalized)].sort() : normalized).join(END_OF_STREET)
}

/*
 * Computes fingerprints of leads: they tell two leads apart without saying what they are. Keyed, so that a list of them
 * (the suppression list, what a buyer has) reveals no address to anyone who gets hold of it.
 */

/** 128 bits in hexadecimal. Half of the hash rules out the length extension that SHA-256 otherwise allows. */
const keyed = (secret: string, kind: 'property' | 'owner' | 'zip' | 'phone', text: string): string =>
  hash('sha256', `${secret}\0${kind}\0${text}`).slice(0, 32)

const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const ZIP_DIGITS = 6
const ZIPS_KEPT_MAX = 50_000
/** By ZIP, under the latest secret. A file of a million rows has a few hundred ZIPs. */
const zipPrefixes = { secret: '', byZip: new Map<string, string>() }

function zipPrefix(secret: string, zip: string): string {
  if (zipPrefixes.secret !== secret || zipPrefixes.byZip.size >= ZIPS_KEPT_MAX) {
    zipPrefixes.secret = secret
    zipPrefixes.byZip.clear()
  }
  const known = zipPrefixes.byZip.get(zip)
  if (known) return known
  const prefix = keyed(secret, 'zip', zip).slice(0, ZIP_DIGITS)
  zipPrefixes.byZip.set(zip, prefix)
  return prefix
}

export type FingerprintContext = { secrets: { fingerprints: string } }

/**
 * Returns the fingerprint of a normalized address with its ZIP. Those of one ZIP start alike, so that the leads of a
 * county are close together in their indexes; they do not reveal which ZIP it is.
 */
export function propertyKeyOf(ctx: FingerprintContext, address: string): string {
  const secret = ctx.secrets.fingerprints
  const zip = address.slice(address.lastIndexOf('|') + 1)
  return uuidOf(zipPrefix(secret, zip) + keyed(secret, 'property', address).slice(ZIP_DIGITS))
}

/** @param names normalized and in a fixed order */
export const ownerKeyOf = (ctx: FingerprintContext, names: string): string =>
  uuidOf(keyed(ctx.secrets.fingerprints, 'owner', names))

/** @param number in E.164 */
export const phoneKeyOf = (ctx: FingerprintContext, number: string): string =>
  uuidOf(keyed(ctx.secrets.fingerprints, 'phone', number))

export type TypedProperty = { propertyKey: string; address: string }

/**
 * Returns the properties that a typed address may mean, likeliest first. Usually one; two if the city may be on the
 * street's line (`12 Oak Street, Austin`) or the street ends this way. @param input.cities likeliest first
 */
export function typedProperties(
  ctx: FingerprintContext,
  { street, cities, zip }: { street: string; cities: readonly string[]; zip: string },
): TypedProperty[] {
  // With a ZIP at the end, we read it as a whole address, place included.
  const whole = `${street} ${zip.slice(0, 5)}`
  const readings = cities.flatMap((city) => {
    const typed = normalizeAddress({ address: street, city, zip })
    // A ZIP alone does not make an address.
    return typed === null ? [] : [typed, normalizeAddress({ address: whole, city, zip })]
  })
  return [...new Set(readings)]
    .filter((address) => address !== null)
    .map((address) => ({ propertyKey: propertyKeyOf(ctx, address), address }))
}
