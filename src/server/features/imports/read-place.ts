/** The address of a row, from the columns of its place. Runs a million times per file. */
import { STATE_BY_CODE } from '#contract/catalogue/state-codes.ts'
import type { Place } from './column-meaning.ts'

export interface ReadPlace {
  /** Number and street with the unit, as the file writes them. */
  address: string
  city: string
  state: string
  zip: string
}

/** As a part of a regular expression. */
export const UNIT_WORDS =
  'apt|apartment|unit|suite|ste|room|rm|bldg|building|fl|floor|lot|trlr|trailer|spc|space|ph|penthouse'
/** How a unit begins that says itself what it is. */
const UNIT_WORD = new RegExp(`^(?:#|(?:${UNIT_WORDS})\\b)`, 'i')
/** A unit without such a word: `4`, `B`, `12-C`, `4-201`, `1/2`. */
const BARE_UNIT = /^(?=.*\d|[a-z]{1,2}$)[a-z\d ./#-]{1,12}$/i
/** No unit, or a line that is none. */
const NO_UNIT = /^(?:0+|n\/?a|none|no|yes|y|n|true|false)$|^(?:c\/o|attn|%|p\.? ?o\.? ?box)/i
/** A street that names its unit. */
const HAS_UNIT = /(?:#|\b(?:apt|apartment|unit|suite|ste|room|rm|lot|spc|space)\b\.?)\s*#?\s*[\w-]+$/i
const UNIT_MAX = 40
const STATES = [...STATE_BY_CODE].flat().join('|')
/** Street, city, state and ZIP in one cell, on one line or two. */
const WHOLE = new RegExp(
  `^(.+)[,\\n] ?([^,\\n\\d]+?),? (${STATES})\\.?,? (\\d{5}(?:-?\\d{4})?)(?:,? ?(?:usa|us|united states))?$`,
  'is',
)
const WHOLE_MAX = 200
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

/** Whether a cell alone is a unit, with a word for it or without. */
export const isUnit = (text: string): boolean => !NO_UNIT.test(text) && (UNIT_WORD.test(text) || BARE_UNIT.test(text))

/** A street with its unit, which may be there already. */
export function withUnit(street: string, unit: string): string {
  if (unit === '' || street === '' || unit.length > UNIT_MAX || NO_UNIT.test(unit)) return street
  const hasWord = UNIT_WORD.test(unit) || !BARE_UNIT.test(unit)
  const last =
    unit
      .toLowerCase()
      .split(/[\s#]+/)
      .at(-1) ?? ''
  if (HAS_UNIT.test(street) && street.toLowerCase().endsWith(last)) return street
  return `${street}, ${hasWord ? unit : `Unit ${unit}`}`
}

/** Takes an address in one cell apart; null if it does not end with city, state and ZIP. */
export function readWholeAddress(text: string): ReadPlace | null {
  if (text.length > WHOLE_MAX) return null
  const [, address, city, state, zip] = WHOLE.exec(text.trim().replace(/[ \t]+/g, ' ')) ?? []
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
