/** The fields of a lead file, and the reasons for refusing a row, in words for the person who uploads it. */
import * as z from 'zod/mini'

interface FieldFacts {
  name: string
  /** `required`: without it, every row is refused. */
  need?: 'required'
  /** It may be the same for all rows and is then entered once, instead of a column. */
  canBeFixed?: true
  /** What its cells look like. */
  form: string
  /** Headers that match it, as `headerWord` writes them. */
  headers: readonly string[]
}

const PHONE_FORM = 'any way to write a US number'
const YES_FORM = 'yes or no'

/** Every possible field of a column, in the order of the mapping. */
export const LEAD_FIELDS = {
  address: {
    name: 'Property address',
    need: 'required',
    form: 'number and street, with the unit',
    headers: ['address', 'property address', 'street address', 'street', 'site address', 'situs address'],
  },
  city: {
    name: 'City',
    need: 'required',
    form: 'a name',
    headers: ['city', 'property city', 'site city', 'situs city'],
  },
  zip: {
    name: 'ZIP',
    need: 'required',
    form: '5 or 9 digits',
    headers: ['zip', 'zip code', 'postal code', 'property zip', 'property zip code', 'site zip', 'situs zip'],
  },
  state: {
    name: 'State',
    canBeFixed: true,
    form: 'a name or two letters; needed with a county’s name',
    headers: ['state', 'property state', 'site state', 'situs state'],
  },
  county: {
    name: 'County',
    canBeFixed: true,
    form: 'a name; or give the county code',
    headers: ['county', 'county name', 'property county', 'site county'],
  },
  fips: {
    name: 'County code (FIPS)',
    canBeFixed: true,
    form: '5 digits',
    headers: ['fips', 'fips code', 'county fips', 'county code'],
  },
  leadType: {
    name: 'Lead type',
    need: 'required',
    canBeFixed: true,
    form: 'vacant, owner or landlord',
    headers: ['lead type', 'type', 'list', 'list type', 'occupancy'],
  },
  acquiredAt: {
    name: 'Acquired on',
    need: 'required',
    canBeFixed: true,
    form: '2026-03-31, 3/31/2026, or with a time',
    headers: [
      'acquired at',
      'acquired',
      'acquired on',
      'date acquired',
      'acquisition date',
      'date added',
      'created at',
    ],
  },
  ownerName: {
    name: 'Owner',
    form: 'a full name, or first and last name separately',
    headers: ['owner', 'owner name', 'owner 1', 'owner 1 name', 'owner full name', 'owner names', 'full name', 'name'],
  },
  ownerFirstName: {
    name: 'Owner’s first name',
    form: 'a name',
    headers: ['owner first name', 'owner 1 first name', 'first name'],
  },
  ownerLastName: {
    name: 'Owner’s last name',
    form: 'a name',
    headers: ['owner last name', 'owner 1 last name', 'last name'],
  },
  ownerCompany: {
    name: 'Owner’s company',
    form: 'a name; alone, it is the owner',
    headers: ['company', 'company name', 'owner company', 'owner company name', 'owner entity', 'owner 1 company'],
  },
  secondOwnerName: {
    name: 'Second owner',
    form: 'a full name',
    headers: ['owner 2', 'owner 2 name', 'second owner', 'co owner', 'owner 2 full name'],
  },
  mailingAddress: {
    name: 'Mailing address',
    form: 'in one cell, or with the next three',
    headers: ['mailing address', 'mail address', 'owner address', 'mailing street'],
  },
  mailingCity: { name: 'Mailing city', form: 'a name', headers: ['mailing city', 'mail city', 'owner city'] },
  mailingState: { name: 'Mailing state', form: 'two letters', headers: ['mailing state', 'mail state', 'owner state'] },
  mailingZip: {
    name: 'Mailing ZIP',
    form: '5 or 9 digits',
    headers: ['mailing zip', 'mail zip', 'owner zip', 'mailing zip code'],
  },
  phone1: {
    name: 'Phone',
    form: PHONE_FORM,
    headers: ['phone', 'phone 1', 'phone number', 'owner phone', 'phone number 1'],
  },
  phone1Kind: {
    name: 'Phone type',
    form: 'mobile, landline or VoIP',
    headers: ['phone 1 type', 'phone type', 'phone 1 kind'],
  },
  phone1DoNotCall: {
    name: 'Phone: do not call',
    form: YES_FORM,
    headers: ['phone 1 dnc', 'phone dnc', 'phone 1 do not call'],
  },
  phone2: { name: 'Second phone', form: PHONE_FORM, headers: ['phone 2', 'phone number 2', 'second phone'] },
  phone2Kind: {
    name: 'Second phone type',
    form: 'mobile, landline or VoIP',
    headers: ['phone 2 type', 'phone 2 kind'],
  },
  phone2DoNotCall: { name: 'Second: do not call', form: YES_FORM, headers: ['phone 2 dnc', 'phone 2 do not call'] },
  phone3: { name: 'Third phone', form: PHONE_FORM, headers: ['phone 3', 'phone number 3', 'third phone'] },
  phone3Kind: {
    name: 'Third phone type',
    form: 'mobile, landline or VoIP',
    headers: ['phone 3 type', 'phone 3 kind'],
  },
  phone3DoNotCall: { name: 'Third: do not call', form: YES_FORM, headers: ['phone 3 dnc', 'phone 3 do not call'] },
  email1: {
    name: 'Email',
    form: 'an address',
    headers: ['email', 'email 1', 'e mail', 'email address', 'owner email'],
  },
  email2: { name: 'Second email', form: 'an address', headers: ['email 2', 'email address 2'] },
  value: {
    name: 'Property value',
    form: 'dollars',
    headers: ['value', 'est value', 'estimated value', 'property value', 'market value'],
  },
  equityPercent: {
    name: 'Equity, percent',
    form: '0 to 100',
    headers: ['equity', 'equity percent', 'equity pct', 'est equity', 'est equity percent', 'estimated equity percent'],
  },
  beds: { name: 'Bedrooms', form: 'a number', headers: ['beds', 'bedrooms', 'bed', 'br'] },
  yearBuilt: { name: 'Year built', form: 'a year', headers: ['year built', 'built', 'yr built'] },
  lastSaleOn: {
    name: 'Last sale',
    form: 'a day',
    headers: ['last sale', 'last sale date', 'last sale on', 'last sold', 'sale date'],
  },
  supplier: {
    name: 'Source shown to buyers',
    canBeFixed: true,
    form: 'a name; otherwise the file’s source',
    headers: ['source', 'lead source', 'supplier', 'data source'],
  },
  consent: {
    name: 'Consent',
    canBeFixed: true,
    form: 'what the owner agreed to',
    headers: ['consent', 'consent text', 'opt in'],
  },
  doNotCall: {
    name: 'Do not call at all',
    canBeFixed: true,
    form: YES_FORM,
    headers: ['do not call', 'dnc', 'do not call all'],
  },
} as const satisfies Record<string, FieldFacts>

export type LeadField = keyof typeof LEAD_FIELDS
const FIELD_NAMES = Object.keys(LEAD_FIELDS) as [LeadField, ...LeadField[]]
export const LeadField = z.enum(FIELD_NAMES)

/** Returns the facts about a field, including the optional ones. */
export const factsOfField = (field: LeadField): FieldFacts => LEAD_FIELDS[field]

/** Every possible field of a column. */
export const LEAD_FIELD_NAMES: readonly LeadField[] = FIELD_NAMES

/** Where the value of a field comes from: a column of the file by its name, or the same text for all rows. */
const FieldOrigin = z.union([
  z.strictObject({ column: z.string().check(z.minLength(1), z.maxLength(200)) }),
  z.strictObject({ fixed: z.string().check(z.minLength(1), z.maxLength(200)) }),
])

/** Maps fields to columns. A field that is missing here is not in the file. */
export const LeadMapping = z.partialRecord(LeadField, FieldOrigin)
export type LeadMapping = z.infer<typeof LeadMapping>

/** Why a row is refused, in words for the person who uploads the file. */
export const LEAD_ROW_REASONS = {
  cells: 'has more or fewer cells than the header has columns',
  address_missing: 'has no property address',
  address_unclear: 'has an address that is not one house: it needs a number and a street',
  city_missing: 'has no city',
  zip_missing: 'has no ZIP',
  zip_invalid: 'has a ZIP that is not 5 or 9 digits',
  county_missing: 'names no county: neither its code nor its name with the state',
  county_unknown: 'names a county that the store does not have',
  county_contradicted: 'names one county by its code and another by its name',
  lead_type_missing: 'has no lead type',
  lead_type_unknown: 'has a lead type other than vacant, owner and landlord',
  acquired_missing: 'does not say when the lead was acquired',
  acquired_invalid: 'has an acquired date that does not exist',
  acquired_in_future: 'was acquired in the future',
  acquired_too_old: 'was acquired 61 days ago or earlier, and leads are sold until then',
  owner_missing: 'has no owner',
  formula: 'has a cell that begins like a formula (=, +, - or @)',
  too_long: 'has a cell that is too long for what it is',
  outdated: 'is no newer than what we have for the same property with another owner or lead type',
  suppressed: 'is a property whose owner opted out',
} as const
export type LeadRowReason = keyof typeof LEAD_ROW_REASONS
export const LeadRowReason = z.enum(Object.keys(LEAD_ROW_REASONS) as [LeadRowReason, ...LeadRowReason[]])

/** Normalizes a header for comparison: lowercase letters and digits, one space between words. */
export const headerWord = (header: string): string =>
  header
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const FIELD_BY_HEADER: ReadonlyMap<string, LeadField> = new Map(
  FIELD_NAMES.flatMap((field) => LEAD_FIELDS[field].headers.map((header) => [header, field] as const)),
)

/** Guesses the columns of a file by their names; each field once. */
export function suggestMapping(columns: readonly string[]): LeadMapping {
  const mapping: LeadMapping = {}
  for (const column of columns) {
    const field = FIELD_BY_HEADER.get(headerWord(column))
    if (field && !mapping[field]) mapping[field] = { column }
  }
  return mapping
}

/** Lists what is missing or wrong in a mapping, one sentence per field to correct; empty if it can be used. */
export function findMappingProblems(
  mapping: LeadMapping,
  columns: readonly string[],
): Partial<Record<LeadField, string>> {
  const problems: Partial<Record<LeadField, string>> = {}
  for (const field of FIELD_NAMES) {
    const origin = mapping[field]
    const { name, need, canBeFixed } = factsOfField(field)
    if (need && !origin) problems[field] = `Choose the column for “${name}”.`
    if (origin && 'column' in origin && !columns.includes(origin.column)) {
      problems[field] = `The file has no column “${origin.column}”, which “${name}” was to come from.`
    }
    if (origin && 'fixed' in origin && !canBeFixed) problems[field] = `“${name}” must come from a column.`
  }
  if (!mapping.fips && !(mapping.county && mapping.state)) {
    if (mapping.county) problems.state ??= 'Choose the column for the state, or that for the county code.'
    else problems.fips ??= 'Choose the column for the county code, or those for county and state.'
  }
  if (!mapping.ownerName && !mapping.ownerLastName && !mapping.ownerCompany) {
    problems.ownerName ??= 'Choose the column for the owner, or for the owner’s last name.'
  }
  return problems
}

/** The first of these problems; null if a mapping can be used for these columns. */
export const findMappingProblem = (mapping: LeadMapping, columns: readonly string[]): string | null =>
  Object.values(findMappingProblems(mapping, columns))[0] ?? null
