/** What a column is by its name alone. Values and the other columns decide what a name leaves open. */
import { readFileSync } from 'node:fs'

/* The same words, whoever wrote them: `Contact1Phone_1_DNC` and `Contact 1 - Phone #1 (DNC)`. */

/** Each line has the word we use, then other ways to write it. */
const WORDS: ReadonlyMap<string, string> = new Map(
  readFileSync(new URL('column-words.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap(([word = '', ...ways]) => [word, ...ways].map((way) => [way, word] as const)),
)

/** Words that mean something only together. The texts have a space at both ends, and between words. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/ (?:zip|postal|post)(?: (?:or|and))?(?: (?:zip|postal|post))? code /g, ' zip '],
  [/ e mail(?: address(?:es)?)? /g, ' email '],
  [/ do not (?:call|contact|text|mail|email|disturb|solicit) /g, ' dnc '],
  [/ opt(?:ed)? out /g, ' optout '],
  [/ tax (?:bill|bills|billing|payer|mailing|mail) /g, ' mailing '],
  [/ (?:co|second|secondary) owner /g, ' owner 2 '],
  [/ (?:primary|main|first) owner /g, ' owner 1 '],
  [/ land line /g, ' landline '],
  [/ (pre|post)dir(?:ection(?:al)?)? /g, ' $1 direction '],
  [/ (?:no|non) (?=dnc )/g, ' not '],
  [/ (?:ok|okay|safe|can|may|allowed|permitted)(?: (?:to|we|be))* (?:call|called|contact|text) /g, ' callable '],
  [/ d n c | dont call | no call | do not market | call status /g, ' dnc '],
  [/ st (?=(?:name|number|num|no|nbr|type|suffix|dir|direction|address) )/g, ' street '],
  [/ (?:no|nbr) /g, ' number '],
  [/ st /g, ' state '],
]

/** Parts of words that are written together without a mark: `ownermailingaddress`, `propertyzip`. */
const ALSO_GLUED = 'full home work office other line lead source status sale date total market equity'.split(' ')
const GLUED = [...new Set([...WORDS.keys(), ...ALSO_GLUED])]
  .filter((word) => word.length > 2)
  .sort((a, b) => b.length - a.length)

const GLUED_MAX = 30

/** Splits a word that no list knows into words that lists know; itself if it has another part. */
function unglue(word: string): string[] {
  // The time doubles with each part that fits.
  if (word.length < 7 || word.length > GLUED_MAX || WORDS.has(word)) return [word]
  for (const start of GLUED) {
    if (!word.startsWith(start) || start === word) continue
    const rest = word.slice(start.length)
    const parts = WORDS.has(rest) || GLUED.includes(rest) ? [rest] : unglue(rest)
    if (parts.every((part) => WORDS.has(part) || GLUED.includes(part))) return [start, ...parts]
  }
  return [word]
}

/** The words of a column's name, in its order. Numbers are words; `#`, `%` and `$` are spoken. */
export function columnWords(name: string): string[] {
  const spoken = name
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .replace(/#/g, ' number ')
    .replace(/%/g, ' percent ')
    .replace(/\$/g, ' dollars ')
    .replace(/\+/g, ' plus ')
    .replace(/['’]/g, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/\b(\d)(?:st|nd|rd|th)\b/gi, '$1')
    .replace(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, ' ')
    .toLowerCase()
  let text = ` ${(spoken.match(/[\p{L}\d]+/gu) ?? []).flatMap(unglue).join(' ')} `
  for (const [phrase, word] of PHRASES) text = text.replace(phrase, word)
  return text
    .trim()
    .split(' ')
    .filter(Boolean)
    .map((word) => WORDS.get(word) ?? word)
}

/** Which place a part of an address belongs to; `plain`: the name does not say. */
export type PlaceSet = 'property' | 'mailing' | 'plain'

export type PlacePart =
  | 'street'
  /** All in one cell, city and ZIP included. */
  | 'whole'
  | 'number'
  | 'direction'
  | 'streetName'
  | 'suffix'
  | 'postDirection'
  | 'unit'
  | 'city'
  | 'state'
  | 'zip'
  | 'county'
  | 'fips'

/** Positions of columns; a part that is missing has none. */
export type Place = { [part in PlacePart]?: number | undefined }

export type ColumnMeaning =
  | { kind: 'place'; set: PlaceSet; part: PlacePart }
  | { kind: 'owner'; no: number; part: 'name' | 'first' | 'middle' | 'last' | 'company' }
  /** `of`: what tells the phones of a file apart, such as `1/2` for the second of the first contact. */
  | { kind: 'phone'; of: string; part: 'number' | 'kind' }
  | { kind: 'email' }
  /** Says who must not be called. `of` as above, null: the whole row. `isNumbers`: its cells are phones, not
   * marks. `isClear`: yes means “do not call”; of “Safe” or “Active”, only a person knows. */
  | { kind: 'doNotCall'; of: string | null; isNumbers: boolean; isClear: boolean }
  | { kind: 'fact'; field: FactField }

const FACTS = {
  leadType: 'lead type, list type, list, list name, occupancy, occupancy type, owner occupied status',
  acquiredAt:
    'acquired at, acquired, acquired on, date acquired, acquired date, date added, added on, date found, lead date, created at, created date, create date, created',
  value:
    'value, estimated value, property value, market value, property market value, estimated market value, current value, total value, home value, arv, total market value, appraised value, total appraised value, just value',
  equityPercent:
    'equity, estimated equity, equity percent, estimated equity percent, percent equity, property equity percent, current equity percent',
  beds: 'bed, property bed, total bed, number of bed, bed count, property total bed, bed total',
  yearBuilt: 'year built, built, property year built, effective year built',
  lastSaleOn:
    'last sale, last sale date, last sale on, last sold, last sold date, sale date, property last sale date, last sale recording date, last transfer date',
  supplier: 'source, lead source, supplier, data source, original source',
  consent: 'consent, consent text, opt in, opted in',
}
/** Facts of a lead that one column has. */
export type FactField = keyof typeof FACTS
const FACT_BY_NAME: ReadonlyMap<string, FactField> = new Map(
  (Object.keys(FACTS) as FactField[]).flatMap((field) => FACTS[field].split(', ').map((name) => [name, field])),
)

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** In a name, they ask for care: somebody must not be called, or a number does not work. */
const DO_NOT_CALL = 'dnc litigator tcpa suppress optout inactive scrub scrubbed disconnected blocked callable'.split(
  ' ',
)
/** Names that may say the opposite. */
const UNCLEAR = 'not safe consent active callable reachable tag tags scrub scrubbed checked clean clear'.split(' ')
/** Their phones are not the owner's. */
const OTHERS = 'agent broker listing tenant spouse relative relatives attorney lender emergency'.split(' ')
/** About a phone or an email, and neither its number nor its kind. */
const ABOUT = setOf(
  'carrier provider score date reported seen count prepaid zone extension ext source rank notes note description time timezone id connected valid verified confidence company city state zip county address last updated found area name code',
)
const PHONE_STATUS = 'status active activity reachable safe tag tags'.split(' ')
const PHONE_WORDS = 'phone mobile landline voip fax'.split(' ')
const LINES = setOf(
  'mobile landline home work office other voip additional alternate alt second secondary third best company',
)
const FILLERS = setOf(
  'name full 1 line property mailing owner contact lead home current main primary the of for code number address street abbreviation abbr value text input country territory',
)
const OWNER_WORDS = setOf('owner contact name lead co full property current initial')
const has = (words: readonly string[], ...some: string[]): boolean => some.some((word) => words.includes(word))
/** Whether there is nothing but these words. */
const only = (words: readonly string[], allowed: ReadonlySet<string>, ...more: string[]): boolean =>
  words.every((word) => allowed.has(word) || more.includes(word))
/** How `readHeader` numbers columns of the same name. The second `Address` is not the second line of the first. */
const AGAIN = / \(\d\)$/
const isNumber = (word: string): boolean => /^\d{1,2}$/.test(word)

/** Its number among others of its kind: `contact 2 phone 1` is the first of contact 2. */
function identityOf(words: readonly string[]): string {
  const numberAfter = (word: string) => {
    const at = words.indexOf(word)
    const next = words[at + 1] === 'number' ? words[at + 2] : words[at + 1]
    return at >= 0 && next && isNumber(next) ? Number(next) : null
  }
  const person = numberAfter('contact') ?? numberAfter('owner') ?? (has(words, 'co') ? 2 : 1)
  const own = words.filter(isNumber).map(Number)
  const no = own.at(-1)
  const line = words.find((word) => LINES.has(word)) ?? ''
  const isPersonsOnly = own.length === 1 && person === no && person > 0 && numberAfter('phone') === null
  return `${person}/${line}/${no === undefined || isPersonsOnly ? 1 : no}`
}

function placeOf(words: readonly string[]): ColumnMeaning | null {
  const part = partOf(words)
  if (part === null) return null
  const isMailing = has(words, 'mailing')
  // Owners' addresses are where they live. A county is that of the property.
  const isOwners = has(words, 'owner') && !has(words, 'county', 'fips') && !/property(?! owner)/.test(words.join(' '))
  return { kind: 'place', set: isMailing || isOwners ? 'mailing' : has(words, 'property') ? 'property' : 'plain', part }
}

function partOf(words: readonly string[]): PlacePart | null {
  if (has(words, 'fips')) return only(words, FILLERS, 'fips', 'county', 'state', 'co') ? 'fips' : null
  if (has(words, 'county') && only(words, FILLERS, 'county'))
    return has(words, 'code') ? 'fips' : has(words, 'number') ? null : 'county'
  if (has(words, 'zip')) return has(words, 'plus', '4') || !only(words, FILLERS, 'zip', '5', '2') ? null : 'zip'
  if (has(words, 'city')) return only(words, FILLERS, 'city', '2') ? 'city' : null
  if (has(words, 'state', 'region')) return only(words, FILLERS, 'state', 'region', '2') ? 'state' : null
  if (/^(?:property|mailing) number$/.test(words.join(' '))) return 'number'
  if (has(words, 'unit')) return only(words, FILLERS, 'unit', '2') ? 'unit' : null
  if (has(words, 'street', 'address', 'house', 'direction', 'suffix', 'mode', 'quadrant')) return streetPartOf(words)
  // `Location`, `Situs`: its cells have to be streets.
  return has(words, 'property') && only(words, FILLERS) && !has(words, 'owner', 'name', 'code', 'value')
    ? 'street'
    : null
}

function streetPartOf(words: readonly string[]): PlacePart | null {
  if (has(words, 'quadrant')) return only(words, FILLERS, 'quadrant') ? 'postDirection' : null
  if (has(words, 'direction')) {
    if (!only(words, FILLERS, 'direction', 'pre', 'post', 'prefix', 'suffix')) return null
    return has(words, 'post', 'suffix') ? 'postDirection' : 'direction'
  }
  if (has(words, 'prefix')) return only(words, FILLERS, 'prefix') ? 'direction' : null
  if (has(words, 'suffix', 'mode') || (has(words, 'street') && has(words, 'type')))
    return only(words, FILLERS, 'suffix', 'type', 'mode') && !has(words, 'number') ? 'suffix' : null
  if (has(words, 'number', 'house')) return has(words, 'number') && only(words, FILLERS, 'house') ? 'number' : null
  if (has(words, '2', '3')) return only(words, FILLERS, '2') ? 'unit' : null
  if (has(words, 'formatted')) return only(words, FILLERS, 'formatted') ? 'whole' : null
  if (!only(words, FILLERS)) return null
  if (has(words, 'name')) return has(words, 'street') ? 'streetName' : null
  return has(words, 'full') && has(words, 'address') ? 'whole' : 'street'
}

function ownerOf(words: readonly string[]): ColumnMeaning | null {
  const no = has(words, 'co') ? 2 : Number(words.find(isNumber) ?? 1)
  const rest = words.filter((word) => !isNumber(word))
  const is = (part: 'name' | 'first' | 'middle' | 'last' | 'company'): ColumnMeaning | null =>
    no <= 2 && only(rest, OWNER_WORDS, part) ? { kind: 'owner', no, part } : null
  for (const part of ['company', 'first', 'middle', 'last'] as const)
    if (has(words, part))
      return part === 'company' || part === 'middle' || has(words, 'name', 'owner', 'contact') ? is(part) : null
  const isName =
    has(words, 'owner', 'co') || rest.join(' ') === 'name' || (has(words, 'full', 'contact') && has(words, 'name'))
  return isName ? is('name') : null
}

/** Null: the name says nothing that a list of leads has. */
export function columnMeaning(name: string): ColumnMeaning | null {
  const words = columnWords(name)
  const isPhone = has(words, ...PHONE_WORDS)
  if (has(words, ...DO_NOT_CALL) || (isPhone && has(words, ...PHONE_STATUS))) {
    const isNumbers = has(words, 'dnc', 'suppress') && /\b(?:phones|numbers|telephones)\b/i.test(name)
    const isClear = !has(words, ...UNCLEAR)
    return { kind: 'doNotCall', of: isPhone && !isNumbers ? identityOf(words) : null, isNumbers, isClear }
  }
  const fact = FACT_BY_NAME.get(words.join(' '))
  if (fact) return { kind: 'fact', field: fact }
  if (isPhone) {
    if (has(words, 'fax', ...OTHERS)) return null
    if (has(words, 'type', 'label')) return { kind: 'phone', of: identityOf(words), part: 'kind' }
    return words.some((word) => ABOUT.has(word)) ? null : { kind: 'phone', of: identityOf(words), part: 'number' }
  }
  if (has(words, 'email'))
    return words.some((word) => ABOUT.has(word)) || has(words, 'type', 'label', 'status', ...OTHERS)
      ? null
      : { kind: 'email' }
  return placeOf(columnWords(name.replace(AGAIN, ''))) ?? ownerOf(words)
}
