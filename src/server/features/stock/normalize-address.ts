/**
 * Normalizes addresses and names for fingerprints: the same result for everyone who writes the same house or person
 * differently. Pure. Runs a million times per file, so each step is one pass over a short text.
 */

import { hash } from 'node:crypto'
import { STATE_BY_CODE } from '#contract/catalogue/state-codes.ts'
import { isPlainText } from '#server/platform/text.ts'

/*
 * The words that addresses spell in several ways, each with the form we use: suffixes, directions and unit words from
 * the Postal Service's Publication 28, plus what lead files use.
 *
 * @see https://pe.usps.com/text/pub28/28apc_002.htm
 */

/** The form we use, and all ways to write it. */
const WAYS: Readonly<Record<string, string>> = {
  // Suffixes.
  ALY: 'ALLEY ALLEE ALLY',
  AVE: 'AVENUE AV AVEN AVENU AVN AVNUE',
  BND: 'BEND',
  BLF: 'BLUFF BLUF',
  BLVD: 'BOULEVARD BOUL BOULV',
  BR: 'BRANCH BRNCH',
  BRG: 'BRIDGE BRDGE',
  BRK: 'BROOK',
  BYP: 'BYPASS BYPA BYPAS',
  CSWY: 'CAUSEWAY',
  CTR: 'CENTER CENTER CENT CEN CNTR',
  CIR: 'CIRCLE CIRC CIRCL CRCL CRCLE',
  CLB: 'CLUB',
  COR: 'CORNER',
  CT: 'COURT CRT',
  CTS: 'COURTS',
  CV: 'COVE',
  CRK: 'CREEK',
  CRES: 'CRESCENT CRSENT CRSNT',
  XING: 'CROSSING CRSSNG',
  DR: 'DRIVE DRIV DRV',
  EST: 'ESTATE',
  ESTS: 'ESTATES',
  EXPY: 'EXPRESSWAY EXP EXPR EXPRESS EXPW',
  EXT: 'EXTENSION EXTN',
  FLS: 'FALLS',
  FRY: 'FERRY',
  FLD: 'FIELD',
  FLDS: 'FIELDS',
  FRST: 'FOREST FORESTS',
  FRK: 'FORK',
  FT: 'FORT',
  FWY: 'FREEWAY FREEWY FRWAY FRWY',
  GDN: 'GARDEN GARDN GRDEN GRDN',
  GDNS: 'GARDENS GRDNS',
  GTWY: 'GATEWAY GATEWY GATWAY GTWAY',
  GLN: 'GLEN',
  GRN: 'GREEN',
  GRV: 'GROVE GROV',
  HBR: 'HARBOR HARB HARBR HRBOR',
  HTS: 'HEIGHTS HT',
  HWY: 'HIGHWAY HIGHWY HIWAY HIWY HWAY',
  HL: 'HILL',
  HLS: 'HILLS',
  HOLW: 'HOLLOW HLLW',
  IS: 'ISLAND ISLND',
  JCT: 'JUNCTION JCTION JCTN JUNCTN',
  KNL: 'KNOLL KNOL',
  KNLS: 'KNOLLS',
  LK: 'LAKE',
  LKS: 'LAKES',
  LNDG: 'LANDING LNDNG',
  LN: 'LANE',
  LOOP: 'LOOPS',
  MNR: 'MANOR',
  MDW: 'MEADOW',
  MDWS: 'MEADOWS MEDOWS',
  ML: 'MILL',
  MLS: 'MILLS',
  MT: 'MOUNT MNT',
  MTN: 'MOUNTAIN MNTAIN MNTN MOUNTIN MTIN',
  ORCH: 'ORCHARD ORCHRD',
  PARK: 'PRK PARKS',
  PKWY: 'PARKWAY PARKWY PKWAY PKY PARKWAYS PKWYS',
  PASS: 'PASSAGE PSGE',
  PL: 'PLACE',
  PLN: 'PLAIN',
  PLNS: 'PLAINS',
  PLZ: 'PLAZA PLZA',
  PT: 'POINT',
  PTS: 'POINTS',
  RNCH: 'RANCH RANCHES RNCHS',
  RDG: 'RIDGE RDGE',
  RIV: 'RIVER RVR RIVR',
  RD: 'ROAD',
  RDS: 'ROADS',
  RTE: 'ROUTE RT',
  SHR: 'SHORE SHOAR',
  SHRS: 'SHORES SHOARS',
  SPG: 'SPRING SPNG SPRNG',
  SPGS: 'SPRINGS SPNGS SPRNGS',
  SQ: 'SQUARE SQR SQRE SQU',
  STA: 'STATION STATN STN',
  // “Saint” is abbreviated like “street”. No ZIP has both with the same name.
  ST: 'STREET STRT STR SAINT',
  SMT: 'SUMMIT SUMIT SUMITT',
  TER: 'TERRACE TERR',
  TRCE: 'TRACE TRACES',
  TRL: 'TRAIL TRAILS TRLS',
  TPKE: 'TURNPIKE TRNPK TURNPK',
  VLY: 'VALLEY VALLY VLLY',
  VW: 'VIEW',
  VLG: 'VILLAGE VILL VILLAG VILLG VILLIAGE',
  VIS: 'VISTA VIST VST VSTA',
  WAY: 'WY',
  // Directions.
  N: 'NORTH NO',
  S: 'SOUTH SO',
  E: 'EAST',
  W: 'WEST',
  NE: 'NORTHEAST',
  NW: 'NORTHWEST',
  SE: 'SOUTHEAST',
  SW: 'SOUTHWEST',
  // Units: people call an apartment any of these, and mean the same door.
  UNIT: 'APT APARTMENT SUITE STE ROOM RM',
  BLDG: 'BUILDING',
  FL: 'FLOOR FLR',
  TRLR: 'TRAILER',
  SPC: 'SPACE',
  // Numbered streets.
  '1ST': 'FIRST',
  '2ND': 'SECOND',
  '3RD': 'THIRD',
  '4TH': 'FOURTH',
  '5TH': 'FIFTH',
  '6TH': 'SIXTH',
  '7TH': 'SEVENTH',
  '8TH': 'EIGHTH',
  '9TH': 'NINTH',
  '10TH': 'TENTH',
}

/** The form we use, by each other way to write it. The form itself is not in here. */
export const ADDRESS_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries(WAYS).flatMap(([counts, ways]) => ways.split(' ').map((way) => [way, counts] as const)),
)

/** Names and codes of states, as they end an address. */
const STATE_WORDS: ReadonlySet<string> = new Set(
  [...STATE_BY_CODE].flatMap(([code, name]) => [code, name.toUpperCase()]),
)

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

/*
 * Computes fingerprints of leads: they tell two leads apart without saying what they are. Keyed, so that a list of them
 * (the suppression list, what a buyer has) reveals no address to anyone who gets hold of it.
 */

/**
 * 128 bits as 32 hexadecimal digits. Only half of the hash is used, which rules out the length extension that SHA-256
 * otherwise allows.
 */
const keyed = (secret: string, kind: 'property' | 'owner' | 'zip' | 'phone', text: string): string =>
  hash('sha256', `${secret}\0${kind}\0${text}`).slice(0, 32)

/** In the form that PostgreSQL stores in 16 bytes. */
const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** Leading digits that all fingerprints of a ZIP share. */
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

export interface FingerprintContext {
  secrets: { fingerprints: string }
}

/**
 * Returns the fingerprint of a property. Those of one ZIP start alike, so that the leads of a county are close together
 * in their indexes. They do not reveal which ZIP it is.
 *
 * @param address normalized, with its ZIP (`normalizeAddress`)
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

/** A property that a typed address may mean. */
export interface TypedProperty {
  propertyKey: string
  /** Normalized. */
  address: string
}

/**
 * Returns the properties that someone may mean by an address typed by hand. Usually one; two if the city is also on the
 * street's line (`12 Oak Street, Austin`), because we cannot tell that from a street whose name ends this way.
 *
 * @param input.cities possible names of the city, likeliest first
 * @returns likeliest first; none if it cannot be a single house
 */
export function typedProperties(
  ctx: FingerprintContext,
  input: { street: string; cities: readonly string[]; zip: string },
): TypedProperty[] {
  const { street, cities, zip } = input
  // With a ZIP at the end, we read it as a whole address, place included.
  const whole = `${street} ${zip.slice(0, 5)}`
  const readings = cities.flatMap((city) => {
    const typed = normalizeAddress({ address: street, city, zip })
    // A ZIP alone does not make an address.
    return typed === null ? [] : [typed, normalizeAddress({ address: whole, city, zip })]
  })
  const addresses = new Set(readings.filter((address) => address !== null))
  return [...addresses].map((address) => ({ propertyKey: propertyKeyOf(ctx, address), address }))
}
