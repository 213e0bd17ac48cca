import * as contract from '#contract/admin/lead-file-fields.ts'
import { FileProblem } from '#server/platform/files/unpack.ts'
import type { Place, PlacePart } from './column-meaning.ts'
import { type SampledColumn, type Understood, understandColumns } from './understand-columns.ts'

/** The field of a lead file for each part of the property's address. */
export const PLACE_FIELDS: Readonly<Record<PlacePart, contract.LeadField>> = {
  street: 'address',
  whole: 'wholeAddress',
  number: 'houseNumber',
  direction: 'streetDirection',
  streetName: 'streetName',
  suffix: 'streetSuffix',
  postDirection: 'streetPostDirection',
  unit: 'unit',
  city: 'city',
  state: 'state',
  zip: 'zip',
  county: 'county',
  fips: 'fips',
}
export const PLACE_PARTS = Object.keys(PLACE_FIELDS) as PlacePart[]

const COLUMN_CHARACTERS_MAX = 200

const DATE = String.raw`\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}[- ]\p{L}{3,9}\.?[- ]\d{2,4}|\p{L}{3,9}\.? \d{1,2},? \d{4}`
/** Values that homeowners' rows contain but column names do not: an email address, a ZIP code or a date alone. */
const VALUES = [/@[^@\s]*\./, /^\d{5}(?:-\d{4})?$/, new RegExp(`^(?:${DATE})(?:[ T]\\d{1,2}:.*)?$`, 'u')]
/** A phone or a parcel number; a name has letters too (`cf_1048576`, `Tax 2024 2025`). */
const LONG_NUMBER = /^\P{L}*(?:\d[\s().+-]*){7}\P{L}*$/u

const isValue = (cell: string): boolean => VALUES.some((value) => value.test(cell)) || LONG_NUMBER.test(cell)

/**
 * Reads the names of a file's columns, each once. They are kept and shown, so the first homeowner of a file without a
 * header must not be mistaken for them.
 * @throws FileProblem if the first row is not a header
 */
export function readHeader(cells: readonly string[]): string[] {
  if (cells.some((cell) => isValue(cell.trim())))
    throw new FileProblem('The first row must be a header that names the columns.')
  const seen = new Map<string, number>()
  return cells.map((cell, index) => {
    const name =
      cell
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, COLUMN_CHARACTERS_MAX - 10) || `Column ${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/** Whether a row has something beyond the columns that the header names. */
export const hasMoreCells = (cells: readonly string[], columns: number): boolean =>
  cells.length > columns && cells.slice(columns).some((cell) => cell.trim() !== '')

type Origins = Partial<Record<contract.LeadField, number | readonly number[] | undefined>>

const placeFields = (place: Place) => Object.fromEntries(PLACE_PARTS.map((part) => [PLACE_FIELDS[part], place[part]]))

/** The fields that the columns of a list probably are. */
function fieldsOf({ property, mailing, owners, phones, emails, ...rest }: Understood): Origins {
  const [owner = {}, second = {}] = owners
  return {
    ...placeFields(property),
    ownerName: owner.name,
    ownerFirstName: owner.first,
    ownerMiddleName: owner.middle,
    ownerLastName: owner.last,
    ownerCompany: owner.company,
    secondOwnerName: second.name ?? (second.last === undefined ? second.company : undefined),
    secondOwnerFirstName: second.first,
    secondOwnerLastName: second.last,
    mailingAddress: mailing.street ?? mailing.whole,
    ...(mailing.street === undefined
      ? {}
      : { mailingCity: mailing.city, mailingState: mailing.state, mailingZip: mailing.zip, mailingUnit: mailing.unit }),
    ...Object.fromEntries(
      phones.flatMap(({ number, kind, doNotCall }, index) =>
        [number, kind ?? undefined, doNotCall].map((at, part) => [
          contract.phoneFields(contract.PHONE_NOS[index] ?? 10)[part],
          at,
        ]),
      ),
    ),
    ...Object.fromEntries(emails.map((at, index) => [`email${index + 1}`, at])),
    doNotCall: rest.doNotCall,
    doNotCallPhones: rest.doNotCallNumbers[0],
    ...rest.facts,
  }
}

/** @param used columns that have a meaning already */
function mappingOf(fields: Origins, columns: readonly SampledColumn[], used: ReadonlySet<string> = new Set()) {
  const mapping: contract.LeadMapping = {}
  const nameOf = (at: number) => columns[at]?.name ?? ''
  for (const [field, at] of Object.entries(fields) as [contract.LeadField, Origins[contract.LeadField]][]) {
    const names = (typeof at === 'number' ? [at] : (at ?? [])).map(nameOf).filter((name) => !used.has(name))
    if (names.length > 0) mapping[field] = contract.originOf(names)
  }
  return mapping
}

/**
 * Suggests what columns mean: as last time for the source. New ones mean what their names and cells suggest, because a
 * new column may say do-not-call; one that was left out on purpose stays out.
 * @param known of the source, with the columns of its last file
 */
export function proposeMapping(
  columns: readonly SampledColumn[],
  known: { mapping: contract.LeadMapping; columns: readonly string[] | null } | undefined,
): { mapping: contract.LeadMapping; choices: contract.LeadMapping[]; isRemembered: boolean } {
  const names = columns.map(({ name }) => name)
  const before = known?.mapping ?? {}
  const kept: contract.LeadMapping = {}
  for (const field of contract.LEAD_FIELD_NAMES) {
    const origin = before[field]
    const left = contract.columnsOf(before, field).filter((name) => names.includes(name))
    const isWhole = left.length === contract.columnsOf(before, field).length
    // Of several marks, those that are still there say the same; of anything else, a part would mean something else.
    if (origin && isWhole) kept[field] = origin
    else if (left.length > 0) kept[field] = { columns: left }
  }
  const place = PLACE_PARTS.map((part) => PLACE_FIELDS[part])
  const hasPlace = !!(kept.address ?? kept.wholeAddress ?? kept.streetName)
  // An address comes from one set of columns: that of last time, or a new one.
  const dropped = hasPlace ? [] : place.flatMap((field) => contract.columnsOf(kept, field))
  if (!hasPlace) for (const field of place) if (contract.columnsOf(kept, field).length > 0) delete kept[field]
  const used = contract.usedColumns(kept)
  const isRemembered = used.size + dropped.length > 0
  const seen = new Set([...used, ...(isRemembered ? (known?.columns ?? []) : [])])
  for (const name of dropped) seen.delete(name)
  const understood = understandColumns(columns)
  const suggested = mappingOf(fieldsOf(understood), columns, seen)
  if (hasPlace) for (const field of place) delete suggested[field]
  return {
    mapping: { ...suggested, ...kept },
    choices: hasPlace ? [] : understood.candidates.map((one) => mappingOf(placeFields(one), columns)),
    isRemembered,
  }
}
