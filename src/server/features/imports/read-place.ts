/** The address of a row, from the columns of its place. Runs a million times per file. */
import type { Place } from './understand-columns.ts'

export interface ReadPlace {
  /** Number and street with the unit, as the file writes them. */
  address: string
  city: string
  state: string
  zip: string
}

/** How a unit begins that says itself what it is. */
const UNIT_WORD =
  /^(?:#|(?:apt|apartment|unit|suite|ste|room|rm|bldg|building|fl|floor|lot|trlr|trailer|spc|space|ph|penthouse)\b)/i
/** A unit without such a word: `4`, `B`, `12-C`. Anything else in its cell is a remark or a second line. */
const BARE_UNIT = /^[a-z]{0,2}-?\d{0,5}-?[a-z]{0,2}$/i
const NO_UNIT = /^0+$|^n\/?a$|^none$/i
/** Street, city, state and ZIP in one cell, on one line or two. */
const WHOLE = /^(.*?)[,\n]\s*([^,\n]+?),?\s+(\p{L}[\p{L}.]*(?: \p{L}+)?)[\s,]+(\d{5}(?:-?\d{4})?)$/su

const ZIP = /^\D*?(\d{5})(?:[-.\s]*(?:\d{4}|0)?)?\D*$/
/** A spreadsheet drops the leading zeros of Boston, with the last four digits or without. */
const SHORT_ZIP = /^\D*?(\d{3,4})(?:\.0)?\D*$/
const SHORT_LONG_ZIP = /^(\d{4})(\d{4})$/

/** The five digits of a ZIP in any form that people and programs write it; `''` if it is none. */
export function readZip(text: string): string {
  const known = ZIP.exec(text)?.[1]
  if (known) return known
  return (SHORT_LONG_ZIP.exec(text)?.[1] ?? SHORT_ZIP.exec(text)?.[1])?.padStart(5, '0') ?? ''
}

/** A street with its unit, which may be there already. */
export function withUnit(street: string, unit: string): string {
  if (unit === '' || street === '' || NO_UNIT.test(unit)) return street
  const hasWord = UNIT_WORD.test(unit)
  if (!hasWord && !BARE_UNIT.test(unit)) return street
  if (street.toLowerCase().endsWith(unit.toLowerCase()) && /[\s#,]/.test(street.at(-unit.length - 1) ?? ' '))
    return street
  return `${street}, ${hasWord ? unit : `Unit ${unit}`}`
}

/** Takes an address in one cell apart; null if it does not end with city, state and ZIP. */
export function readWholeAddress(text: string): ReadPlace | null {
  const [, address, city, state, zip] = WHOLE.exec(text.trim()) ?? []
  return address && city && state && zip
    ? { address: address.trim().replaceAll('\n', ' '), city: city.trim(), state, zip }
    : null
}

/** @param cell the trimmed cell at a position; `''` for none */
export function readPlace(place: Place, cell: (at: number | undefined) => string): ReadPlace {
  const street =
    place.street !== undefined
      ? cell(place.street)
      : [place.number, place.direction, place.streetName, place.suffix, place.postDirection]
          .map(cell)
          .filter(Boolean)
          .join(' ')
  const read = {
    address: withUnit(street, cell(place.unit)),
    city: cell(place.city),
    state: cell(place.state),
    zip: cell(place.zip),
  }
  if (read.address !== '' && read.zip !== '') return read
  const whole = readWholeAddress(cell(place.whole) || read.address)
  return whole ? { ...whole, address: withUnit(whole.address, cell(place.unit)), city: read.city || whole.city } : read
}
