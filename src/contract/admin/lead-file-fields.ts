/** The fields of a lead file, and the reasons for refusing a row, in words for the person who uploads it. */
import * as z from 'zod/mini'

interface FieldFacts {
  name: string
  /** `required`: without it, every row is refused. */
  need?: 'required'
  /** It may be the same for all rows and is then entered once, instead of a column. */
  canBeFixed?: true
  form: string
}

const PHONE_FORM = 'any way to write a US number'
const KIND_FORM = 'mobile, landline or VoIP'
const YES_FORM = 'yes or no'

const LEAD_FIELDS = {
  address: { name: 'Property address', need: 'required', form: 'number and street, with the unit' },
  city: { name: 'City', need: 'required', form: 'a name' },
  zip: { name: 'ZIP', need: 'required', form: '5 or 9 digits' },
  state: { name: 'State', canBeFixed: true, form: 'a name or two letters; needed with a county’s name' },
  county: { name: 'County', canBeFixed: true, form: 'a name; or give the county code' },
  fips: { name: 'County code (FIPS)', canBeFixed: true, form: '5 digits' },
  leadType: { name: 'Lead type', need: 'required', canBeFixed: true, form: 'vacant, owner or landlord' },
  acquiredAt: {
    name: 'Acquired on',
    need: 'required',
    canBeFixed: true,
    form: '2026-03-31, 3/31/2026, or with a time',
  },
  ownerName: { name: 'Owner', form: 'a full name, or first and last name separately' },
  ownerFirstName: { name: 'Owner’s first name', form: 'a name' },
  ownerLastName: { name: 'Owner’s last name', form: 'a name' },
  ownerCompany: { name: 'Owner’s company', form: 'a name; alone, it is the owner' },
  secondOwnerName: { name: 'Second owner', form: 'a full name' },
  mailingAddress: { name: 'Mailing address', form: 'in one cell, or with the next three' },
  mailingCity: { name: 'Mailing city', form: 'a name' },
  mailingState: { name: 'Mailing state', form: 'two letters' },
  mailingZip: { name: 'Mailing ZIP', form: '5 or 9 digits' },
  phone1: { name: 'Phone', form: PHONE_FORM },
  phone1Kind: { name: 'Phone type', form: KIND_FORM },
  phone1DoNotCall: { name: 'Phone: do not call', form: YES_FORM },
  phone2: { name: 'Second phone', form: PHONE_FORM },
  phone2Kind: { name: 'Second phone type', form: KIND_FORM },
  phone2DoNotCall: { name: 'Second: do not call', form: YES_FORM },
  phone3: { name: 'Third phone', form: PHONE_FORM },
  phone3Kind: { name: 'Third phone type', form: KIND_FORM },
  phone3DoNotCall: { name: 'Third: do not call', form: YES_FORM },
  email1: { name: 'Email', form: 'an address' },
  email2: { name: 'Second email', form: 'an address' },
  value: { name: 'Property value', form: 'dollars' },
  equityPercent: { name: 'Equity, percent', form: '0 to 100' },
  beds: { name: 'Bedrooms', form: 'a number' },
  yearBuilt: { name: 'Year built', form: 'a year' },
  lastSaleOn: { name: 'Last sale', form: 'a day' },
  supplier: { name: 'Source shown to buyers', canBeFixed: true, form: 'a name; otherwise the file’s source' },
  consent: { name: 'Consent', canBeFixed: true, form: 'what the owner agreed to' },
  doNotCall: { name: 'Do not call at all', canBeFixed: true, form: YES_FORM },
} as const satisfies Record<string, FieldFacts>

const HEADERS: Readonly<Record<LeadField, string>> = {
  address: 'address, property address, street address, street, site address, situs address',
  city: 'city, property city, site city, situs city',
  zip: 'zip, zip code, postal code, property zip, property zip code, site zip, situs zip',
  state: 'state, property state, site state, situs state',
  county: 'county, county name, property county, site county',
  fips: 'fips, fips code, county fips, county code',
  leadType: 'lead type, type, list, list type, occupancy',
  acquiredAt: 'acquired at, acquired, acquired on, date acquired, acquisition date, date added, created at',
  ownerName: 'owner, owner name, owner 1, owner 1 name, owner full name, owner names, full name, name',
  ownerFirstName: 'owner first name, owner 1 first name, first name',
  ownerLastName: 'owner last name, owner 1 last name, last name',
  ownerCompany: 'company, company name, owner company, owner company name, owner entity, owner 1 company',
  secondOwnerName: 'owner 2, owner 2 name, second owner, co owner, owner 2 full name',
  mailingAddress: 'mailing address, mail address, owner address, mailing street',
  mailingCity: 'mailing city, mail city, owner city',
  mailingState: 'mailing state, mail state, owner state',
  mailingZip: 'mailing zip, mail zip, owner zip, mailing zip code',
  phone1: 'phone, phone 1, phone number, owner phone, phone number 1',
  phone1Kind: 'phone 1 type, phone type, phone 1 kind',
  phone1DoNotCall: 'phone 1 dnc, phone dnc, phone 1 do not call',
  phone2: 'phone 2, phone number 2, second phone',
  phone2Kind: 'phone 2 type, phone 2 kind',
  phone2DoNotCall: 'phone 2 dnc, phone 2 do not call',
  phone3: 'phone 3, phone number 3, third phone',
  phone3Kind: 'phone 3 type, phone 3 kind',
  phone3DoNotCall: 'phone 3 dnc, phone 3 do not call',
  email1: 'email, email 1, e mail, email address, owner email',
  email2: 'email 2, email address 2',
  value: 'value, est value, estimated value, property value, market value',
  equityPercent: 'equity, equity percent, equity pct, est equity, est equity percent, estimated equity percent',
  beds: 'beds, bedrooms, bed, br',
  yearBuilt: 'year built, built, yr built',
  lastSaleOn: 'last sale, last sale date, last sale on, last sold, sale date',
  supplier: 'source, lead source, supplier, data source',
  consent: 'consent, consent text, opt in',
  doNotCall: 'do not call, dnc, do not call all',
}

export type LeadField = keyof typeof LEAD_FIELDS
export const LEAD_FIELD_NAMES = Object.keys(LEAD_FIELDS) as [LeadField, ...LeadField[]]
export const LeadField = z.enum(LEAD_FIELD_NAMES)

export const factsOfField = (field: LeadField): FieldFacts => LEAD_FIELDS[field]

const FieldOrigin = z.union([
  z.strictObject({ column: z.string().check(z.minLength(1), z.maxLength(200)) }),
  z.strictObject({ fixed: z.string().check(z.minLength(1), z.maxLength(200)) }),
])

/** Maps fields to columns. A field that is missing here is not in the file. */
export const LeadMapping = z.partialRecord(LeadField, FieldOrigin)
export type LeadMapping = z.infer<typeof LeadMapping>

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
  LEAD_FIELD_NAMES.flatMap((field) => HEADERS[field].split(', ').map((header) => [header, field] as const)),
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
  for (const field of LEAD_FIELD_NAMES) {
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
