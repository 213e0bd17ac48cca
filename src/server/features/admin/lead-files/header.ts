import {
  columnsOf,
  LEAD_FIELD_NAMES,
  type LeadField,
  type LeadMapping,
  PHONE_NOS,
  phoneFields,
} from '#contract/admin/lead-file-fields.ts'
import {
  type Place,
  type SampledColumn,
  type Understood,
  understandColumns,
} from '#server/features/imports/understand-columns.ts'
import { FileProblem, requireCommas } from '#server/features/imports/unpack.ts'
import { PLACE_FIELDS, PLACE_PARTS } from './rules.ts'

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
  requireCommas(cells)
  if (cells.length < 3 || cells.some((cell) => isValue(cell.trim())))
    throw new FileProblem('The first row must be a header that names the columns, separated by commas.')
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

type Origins = Partial<Record<LeadField, number | readonly number[] | undefined>>

const placeFields = (place: Place): Origins =>
  Object.fromEntries(PLACE_PARTS.map((part) => [PLACE_FIELDS[part], place[part]]))

/** The fields that the columns of a list probably are. */
function fieldsOf({ property, mailing, owners, phones, emails, ...rest }: Understood): Origins {
  const [owner = {}, second = {}] = owners
  return {
    ...placeFields(property),
    ownerName: owner.name,
    ownerFirstName: owner.first,
    ownerLastName: owner.last,
    ownerCompany: owner.company,
    secondOwnerName: second.name,
    secondOwnerFirstName: second.first,
    secondOwnerLastName: second.last,
    mailingAddress: mailing.street ?? mailing.whole,
    mailingUnit: mailing.unit,
    mailingCity: mailing.street === undefined ? undefined : mailing.city,
    mailingState: mailing.street === undefined ? undefined : mailing.state,
    mailingZip: mailing.street === undefined ? undefined : mailing.zip,
    ...Object.fromEntries(
      phones.flatMap((phone, index) => {
        const [number, kind, doNotCall] = phoneFields(PHONE_NOS[index] ?? 10)
        return [
          [number, phone.number] as const,
          [kind, phone.kind ?? undefined] as const,
          [doNotCall, phone.doNotCall] as const,
        ]
      }),
    ),
    ...Object.fromEntries(emails.map((at, index) => [`email${index + 1}`, at])),
    doNotCall: rest.doNotCall,
    doNotCallPhones: rest.doNotCallNumbers[0],
    ...rest.facts,
  }
}

/** @param used columns that have a meaning already */
function mappingOf(
  fields: Origins,
  columns: readonly SampledColumn[],
  used: ReadonlySet<string> = new Set(),
): LeadMapping {
  const mapping: LeadMapping = {}
  const nameOf = (at: number) => columns[at]?.name ?? ''
  for (const [field, at] of Object.entries(fields) as [LeadField, Origins[LeadField]][]) {
    const names = (typeof at === 'number' ? [at] : (at ?? [])).map(nameOf).filter((name) => !used.has(name))
    const [first] = names
    if (first !== undefined) mapping[field] = names.length === 1 ? { column: first } : { columns: names }
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
  known: { mapping: LeadMapping; columns: readonly string[] | null } | undefined,
): { mapping: LeadMapping; choices: LeadMapping[]; isRemembered: boolean } {
  const names = columns.map(({ name }) => name)
  const before = known?.mapping ?? {}
  const fields = LEAD_FIELD_NAMES.filter(
    (field) => before[field] && columnsOf(before, field).every((name) => names.includes(name)),
  )
  const used = new Set(fields.flatMap((field) => columnsOf(before, field)))
  const isRemembered = used.size > 0
  if (isRemembered) for (const name of known?.columns ?? []) used.add(name)
  const kept: LeadMapping = Object.fromEntries(fields.map((field) => [field, before[field]]))
  const understood = understandColumns(columns)
  return {
    mapping: { ...mappingOf(fieldsOf(understood), columns, used), ...kept },
    choices: isRemembered ? [] : understood.candidates.map((place) => mappingOf(placeFields(place), columns)),
    isRemembered,
  }
}
