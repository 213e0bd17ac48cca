/**
 * What the columns of a list are: by their names, by what is in them, and by each other. An address is taken whole from
 * one set of columns (property, mailing, or neither said), never the street of one and the ZIP of another.
 */
import { EMAIL_NOS, PHONE_NOS } from '#contract/admin/lead-file-fields.ts'
import { STATE_BY_CODE, stateCodeOf } from '#contract/catalogue/state-codes.ts'
import { type ColumnMeaning, columnMeaning, type FactField, type Place, type PlaceSet } from './column-meaning.ts'
import { forbidsCalls } from './read-contacts.ts'
import { readDate } from './read-date.ts'
import { isUnit, readWholeAddress } from './read-place.ts'

/** A column with cells from all over the file, empty ones left out. */
export interface SampledColumn {
  name: string
  values: readonly string[]
}

const NOTHING = /^(?:n\/?a|none|null|unknown|-*)$/i

/** Columns with what rows from all over the file have in them. */
export const sampleColumns = (names: readonly string[], rows: readonly (readonly string[])[]): SampledColumn[] =>
  names.map((name, at) => ({
    name,
    values: rows.map((cells) => cells[at]?.trim() ?? '').filter((text) => !NOTHING.test(text)),
  }))

export interface Understood {
  property: Place
  mailing: Place
  /** These could be the property's: a person has to say which. The first is the one in `property`. */
  candidates: readonly Place[]
  owners: readonly Partial<Record<'name' | 'first' | 'middle' | 'last' | 'company', number>>[]
  phones: readonly { number: number; kind: number | null; doNotCall: readonly number[] }[]
  emails: readonly number[]
  /** Columns whose marks are about the whole row. */
  doNotCall: readonly number[]
  /** Columns whose cells are numbers that must not be called. */
  doNotCallNumbers: readonly number[]
  facts: Partial<Record<FactField, number>>
}

const isWhole = (text: string): boolean => readWholeAddress(text) !== null
const BETWEEN = /[,;|/&\n]|\bor\b/i

const isPhone = (text: string): boolean =>
  text.split(BETWEEN).some((one) => /^(?:\D{0,12}1)?\D*(?:\d\D{0,3}){9}\d(?!\d)/.test(one) && !/\d{12}/.test(one))
const isMark = (text: string): boolean => /^(?:[ynx01tf]|yes|no|true|false)$/i.test(text)
/** A house or a box, not the unit in one. */
const STREET = /^\d\S*\s+\S|^p\.? ?o\b/i
/** Under a name like “Address 2”, where units such as `4 B` and `2nd Floor` are usual. */
const isOtherHouse = (text: string): boolean => /^\d+[a-z]?(?:\s+\S+){2,}/i.test(text.trim())
const houseOf = (text: string): string => /^\S+\s+\w/.exec(text)?.[0].toLowerCase() ?? text
const isEmail = (text: string): boolean => /[^\s@]@[^\s@]+\.[a-z]/i.test(text)
const isZip = (text: string): boolean => /^\D{0,2}\d{3,5}(?:\D+\d{0,4})?\D{0,2}$|^\d{9}$/.test(text)
const isState = (text: string): boolean => STATE_BY_CODE.has(stateCodeOf(text))
const isPercent = (text: string): boolean => /^-?(?:\d{1,2}(?:\.\d+)?|100)\s*%?$/.test(text)

/** Half is enough, because people leave remarks in any column. An empty column is taken by its name. */
const mostly = ({ values }: SampledColumn, is: (text: string) => boolean): boolean =>
  values.filter((text) => is(text.trim())).length * 2 >= values.length

/** Whether its cells are phones or email addresses, whatever it is called. */
export const hasContacts = (column: SampledColumn): boolean =>
  column.values.length > 0 && (mostly(column, isPhone) || mostly(column, isEmail))

/** Whether its name or a cell may forbid calls. Where nothing uses it, a person has to look at it. */
export const mayForbidCalls = ({ name, values }: SampledColumn): boolean =>
  columnMeaning(name)?.kind === 'doNotCall' || values.some(forbidsCalls)

/** “Date” and “List Date” do not say of what. */
const isPlainDate = ({ name, values }: SampledColumn): boolean =>
  /^(?:(?:list|pull|export)[ _-]?)?date$/i.test(name.trim()) && values.some((text) => readDate(text).month !== null)

/** A share from 0 to 1, or dollars, under the name of a percent. */
const isShare = ({ values }: SampledColumn): boolean =>
  values.length > 0 &&
  values.every((text) => /^[01]?\.\d+$|^[01]$/.test(text.trim())) &&
  values.some((text) => text.includes('.'))

/** “Equity” may be dollars. Without a word for percent in its name, its cells decide. */
const saysPercent = (column: SampledColumn): boolean =>
  mostly(column, isPercent) && !isShare(column) && (/%|perc|pct/i.test(column.name) || column.values.length > 0)

/** Whether the cells can be what the name says. */
function fits(column: SampledColumn, meaning: ColumnMeaning): boolean {
  if (meaning.kind === 'phone' && meaning.part === 'number')
    return (
      column.values.length === 0 ||
      !(mostly(column, isMark) || (column.values.length > 2 && !column.values.some(isPhone)))
    )
  if (meaning.kind === 'doNotCall') return !meaning.isNumbers || mostly(column, isPhone)
  if (meaning.kind === 'email') return mostly(column, isEmail)
  if (meaning.kind === 'fact' && meaning.field === 'equityPercent') return saysPercent(column)
  if (meaning.kind !== 'place') return true
  if (meaning.part === 'zip') return mostly(column, isZip)
  if (meaning.part === 'street' && !/ad+r|str|\bst\b/i.test(column.name))
    return column.values.length > 0 && mostly(column, (text) => /^\d\S*\s+\S/.test(text))
  // Wrong states must not make the column unused. A column called ST may have kinds of street.
  const isCode = (text: string) => /state/i.test(column.name) && /^[a-z]{2}$/i.test(text)
  return meaning.part !== 'state' || mostly(column, (text) => isState(text) || isCode(text))
}

export const hasStreet = (place: Place): boolean =>
  place.street !== undefined || place.whole !== undefined || place.streetName !== undefined
const isComplete = (place: Place): boolean => hasStreet(place) && (place.zip !== undefined || place.whole !== undefined)

/** Lets a set take what it lacks from columns that do not say whose they are. */
function fill(place: Place, from: Place): void {
  for (const part of ['city', 'state', 'zip'] as const) place[part] ??= from[part]
}

/** Settles what a street is in a set: with its number, in parts, or a whole address. */
function settle({ street, whole, ...place }: Place, columns: readonly SampledColumn[]): Place {
  const { number, direction: _d, streetName, suffix: _s, postDirection: _p, ...rest } = place
  const column = street === undefined ? undefined : columns[street]
  const isName = column !== undefined && !mostly(column, (text) => /^\d+[a-z]?\s+\S/i.test(text))
  const name = street === undefined || isName ? (streetName ?? street) : undefined
  if (number !== undefined && name !== undefined) return { ...place, streetName: name }
  if (rest.zip === undefined && column !== undefined && column.values.length > 0 && mostly(column, isWhole))
    return { ...rest, whole: street }
  return { ...rest, street, whole: street !== undefined && rest.zip !== undefined ? undefined : whole }
}

function understandPlaces(sets: PlaceSets, again: PlaceSets, columns: readonly SampledColumn[]) {
  const settled = (set: PlaceSet) => settle(sets[set], columns)
  const [property, mailing, plain] = [settled('property'), settled('mailing'), settled('plain')]
  // A county is that of the property, unless it says otherwise.
  const county = { county: property.county ?? plain.county, fips: property.fips ?? plain.fips }
  let candidates = [property]
  let mailed = mailing
  if (hasStreet(property) && hasStreet(plain)) {
    if (!isComplete(property) && isComplete(plain)) candidates = [plain, property]
    else if (!hasStreet(mailing)) mailed = plain
  } else if (hasStreet(property)) {
    // A street of the property without its ZIP, beside an owner's without one: nothing says whose the ZIP is.
    fill(isComplete(property) || (hasStreet(mailed) && !isComplete(mailed)) ? mailed : property, sets.plain)
    property.unit ??= sets.plain.unit
  } else {
    fill(plain, property)
    candidates = [plain]
  }
  const second = settle(again[candidates[0] === property ? 'property' : 'plain'], columns)
  if (candidates.length === 1 && hasStreet(second)) {
    if (!isComplete(second)) fill(second, candidates[0] ?? {})
    candidates.push(second)
  }
  const { county: _county, fips: _fips, ...ofMailing } = mailed
  const places = candidates.map((place) => ({ ...place, ...county }))
  const [first = {}] = places
  return {
    property: first,
    candidates: places.length > 1 ? places : [],
    mailing: hasStreet(ofMailing) ? ofMailing : {},
  }
}

type PlaceSets = Record<PlaceSet, Place>

/**
 * The first column of a name with something in it counts; of two streets, the one that is not a whole address. One with
 * other houses is of another place, with whatever else comes a second time.
 */
function put(place: Place, again: Place, part: keyof Place, at: number, columns: readonly SampledColumn[]): void {
  const before = place[part]
  const [old, column] = [columns[before ?? -1], columns[at]]
  if (part === 'unit' && column?.values.length && mostly(column, isOtherHouse)) again.street ??= at
  else if (before === undefined || !old?.values.length) place[part] = at
  else if (column?.values.length && (part !== 'street' || String(old.values) !== String(column.values))) {
    const houses = new Set(old.values.map(houseOf))
    if (part !== 'street') again[part] ??= at
    else if (!column.values.every((text) => houses.has(houseOf(text)))) {
      if (mostly(column, (text) => STREET.test(text))) again.street ??= at
      else if (mostly(column, isUnit)) place.unit ??= at
    } else if (mostly(column, isWhole)) place.whole ??= at
    else if (mostly(old, isWhole)) {
      place.whole ??= before
      place.street = at
    }
  }
}

/** Understands the columns of a list. Where names and cells leave something open, `candidates` asks. */
export function understandColumns(columns: readonly SampledColumn[]): Understood {
  const meanings = columns.map((column) => {
    const meaning = columnMeaning(column.name)
    return meaning && fits(column, meaning) ? meaning : null
  })
  const sets: PlaceSets = { property: {}, mailing: {}, plain: {} }
  const again: PlaceSets = { property: {}, mailing: {}, plain: {} }
  const owners: Partial<Record<'name' | 'first' | 'middle' | 'last' | 'company', number>>[] = [{}, {}]
  const facts: Partial<Record<FactField, number>> = {}
  const phones: { of: string; number: number; kind: number | null; doNotCall: number[] }[] = []
  const emails: number[] = []
  for (const [at, meaning] of meanings.entries()) {
    if (meaning?.kind === 'place') put(sets[meaning.set], again[meaning.set], meaning.part, at, columns)
    else if (meaning?.kind === 'fact') facts[meaning.field] ??= at
    else if (meaning?.kind === 'email' && emails.length < EMAIL_NOS.length) emails.push(at)
    else if (meaning?.kind === 'owner') {
      const owner = owners[meaning.no - 1]
      if (owner) owner[meaning.part] ??= at
    } else if (meaning?.kind === 'phone' && meaning.part === 'number' && phones.length < PHONE_NOS.length)
      phones.push({ of: meaning.of, number: at, kind: null, doNotCall: [] })
  }
  const date = columns.findIndex(isPlainDate)
  if (date >= 0 && date === columns.findLastIndex(isPlainDate)) facts.acquiredAt ??= date
  const doNotCall: number[] = []
  const doNotCallNumbers: number[] = []
  for (const [at, meaning] of meanings.entries()) {
    if (meaning?.kind === 'phone' && meaning.part === 'kind')
      for (const phone of phones) if (phone.of === meaning.of) phone.kind ??= at
    if (meaning?.kind !== 'doNotCall' || !meaning.isClear) continue
    const named = phones.filter(({ of }) => of === meaning.of)
    const marked = named.length > 0 || phones.length > 1 || meaning.of === null ? named : phones
    if (meaning.isNumbers) doNotCallNumbers.push(at)
    else if (marked.length > 0) for (const phone of marked) phone.doNotCall.push(at)
    else doNotCall.push(at)
  }
  return { ...understandPlaces(sets, again, columns), owners, phones, emails, doNotCall, doNotCallNumbers, facts }
}
