/** The fields of a lead file, and the reasons for refusing a row, in words for the person who uploads it. */
import * as z from 'zod/mini'

interface FieldFacts {
  name: string
  /** `required`: without it, every row is refused. */
  need?: 'required'
  /** It may be the same for all rows and is then entered once, instead of a column. */
  canBeFixed?: true
  /** Several columns may say so; any “yes” counts. */
  isMark?: true
  /** It answers a question about all rows, and these are the answers. No column does. */
  options?: readonly string[]
  form: string
}

const YES_FORM = 'yes or no'
const ZIP_FORM = '5 or 9 digits'
const JUST_YES: readonly string[] = ['Yes']
/** What comes first in 3/4/2026. */
export const DATE_ORDERS = { month: 'Month first', day: 'Day first' } as const
const ORDER_NAMES: readonly string[] = Object.values(DATE_ORDERS)

const NAMED = {
  address: { name: 'Property address', form: 'number and street' },
  unit: { name: 'Unit', form: 'a number or letter, with a word like “Apt” or without' },
  wholeAddress: { name: 'Property address in one cell', form: 'number, street, city, state and ZIP' },
  houseNumber: { name: 'House number', form: 'if the street is in another column' },
  streetDirection: { name: 'Direction before the street', form: 'N, South …' },
  streetName: { name: 'Street name', form: 'with the house number in another column' },
  streetSuffix: { name: 'Kind of street', form: 'St, Avenue …' },
  streetPostDirection: { name: 'Direction after the street', form: 'N, South …' },
  city: { name: 'City', form: 'a name' },
  state: { name: 'State', canBeFixed: true, form: 'a name or two letters; needed with a county’s name' },
  zip: { name: 'ZIP', form: ZIP_FORM },
  county: { name: 'County', canBeFixed: true, form: 'a name; or give the county code' },
  fips: { name: 'County code (FIPS)', canBeFixed: true, form: '5 digits' },
  countyByZip: { name: 'County from ZIP if missing', canBeFixed: true, options: JUST_YES, form: 'No' },
  leadType: { name: 'Lead type', need: 'required', canBeFixed: true, form: 'vacant, owner or landlord' },
  acquiredAt: { name: 'Acquired on', need: 'required', canBeFixed: true, form: 'any date format' },
  dateOrder: {
    name: 'Dates like 3/4',
    canBeFixed: true,
    options: ORDER_NAMES,
    form: 'Month first, unless others differ',
  },
  ownerName: { name: 'Owner', form: 'a full name, or first and last name separately' },
  ownerFirstName: { name: 'Owner’s first name', form: 'a name' },
  ownerMiddleName: { name: 'Owner’s middle name', form: 'a name or a letter' },
  ownerLastName: { name: 'Owner’s last name', form: 'a name' },
  ownerCompany: { name: 'Owner’s company', form: 'a name; alone, it is the owner' },
  secondOwnerName: { name: 'Second owner', form: 'a full name, or first and last name separately' },
  secondOwnerFirstName: { name: 'Second owner’s first name', form: 'a name' },
  secondOwnerLastName: { name: 'Second owner’s last name', form: 'a name' },
  mailingAddress: { name: 'Mailing address', form: 'in one cell, or with city, state and ZIP' },
  mailingUnit: { name: 'Mailing unit', form: 'as for the property' },
  mailingCity: { name: 'Mailing city', form: 'a name' },
  mailingState: { name: 'Mailing state', form: 'two letters' },
  mailingZip: { name: 'Mailing ZIP', form: ZIP_FORM },
  doNotCall: { name: 'Do not call at all', canBeFixed: true, isMark: true, form: YES_FORM },
  doNotCallPhones: { name: 'Phones not to call', form: 'numbers' },
  callable: {
    name: 'Words for “may be called”',
    canBeFixed: true,
    form: 'with commas between them; “blank” for an empty cell',
  },
  setAside: { name: 'Ignore: it does not forbid calls', isMark: true, form: 'a person looked at it' },
  value: { name: 'Property value', form: 'dollars' },
  equityPercent: { name: 'Equity, percent', form: '0 to 100' },
  beds: { name: 'Bedrooms', form: 'a number' },
  yearBuilt: { name: 'Year built', form: 'a year' },
  lastSaleOn: { name: 'Last sale', form: 'a day' },
  supplier: { name: 'Source shown to buyers', canBeFixed: true, form: 'a name; otherwise the file’s source' },
  consent: { name: 'Consent', canBeFixed: true, form: 'what the owner agreed to' },
  packageId: { name: 'Package', form: 'as the export writes it: 48453-vacant-vip-20' },
  tier: { name: 'Tier', form: 'vip, premier, premium or standard' },
  size: { name: 'Size', form: '20, 30, 50 or 100' },
  available: { name: 'New count', form: 'a whole number, or “unlimited”' },
  exportedAvailable: { name: 'Count at export', form: 'rows that leave it as it was are skipped' },
} as const satisfies Record<string, FieldFacts>

export const PHONE_NOS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
export const EMAIL_NOS = [1, 2, 3, 4, 5] as const
type PhoneNo = (typeof PHONE_NOS)[number]
type PhoneField = `phone${PhoneNo}` | `phone${PhoneNo}Kind` | `phone${PhoneNo}DoNotCall`
export type LeadField = keyof typeof NAMED | PhoneField | `email${(typeof EMAIL_NOS)[number]}`

const numbered = (word: string, no: number): string => (no === 1 ? word : `${word} ${no}`)

/** The fields of a phone: its number, its kind, and the marks that say not to call it. */
export const phoneFields = (no: PhoneNo) => [`phone${no}`, `phone${no}Kind`, `phone${no}DoNotCall`] as const

const LEAD_FIELDS = {
  ...NAMED,
  ...Object.fromEntries(
    PHONE_NOS.flatMap((no): [PhoneField, FieldFacts][] => {
      const [number, kind, doNotCall] = phoneFields(no)
      const name = numbered('Phone', no)
      return [
        [number, { name, form: 'any way to write a US number' }],
        [kind, { name: `${name} type`, form: 'mobile, landline or VoIP' }],
        [doNotCall, { name: `${name}: do not call`, isMark: true, form: YES_FORM }],
      ]
    }),
  ),
  ...Object.fromEntries(EMAIL_NOS.map((no) => [`email${no}`, { name: numbered('Email', no), form: 'an address' }])),
} as Readonly<Record<LeadField, FieldFacts>>

export const LEAD_FIELD_NAMES = Object.keys(LEAD_FIELDS) as [LeadField, ...LeadField[]]
export const LeadField = z.enum(LEAD_FIELD_NAMES)

export const factsOfField = (field: LeadField): FieldFacts => LEAD_FIELDS[field]

const ColumnName = z.string().check(z.minLength(1), z.maxLength(200))
const FieldOrigin = z.union([
  z.strictObject({ column: ColumnName }),
  z.strictObject({ columns: z.array(ColumnName).check(z.minLength(1), z.maxLength(100)) }),
  z.strictObject({ fixed: z.string().check(z.minLength(1), z.maxLength(200)) }),
])

/** Maps fields to columns, marks to several. A field that is missing here is not in the file. */
export const LeadMapping = z.partialRecord(LeadField, FieldOrigin)
export type LeadMapping = z.infer<typeof LeadMapping>

export const LEAD_ROW_REASONS = {
  cells: 'has more cells than the header has columns',
  address_missing: 'has no property address',
  address_unclear: 'has an address that is not one house: it needs a number and a street',
  city_missing: 'has no city',
  zip_missing: 'has no ZIP',
  zip_invalid: 'has a ZIP that is not 5 or 9 digits',
  county_missing: 'names no county: neither its code nor its name with the state',
  zip_unknown: 'has a ZIP that does not exist in any state',
  county_unknown: 'names a county that does not exist',
  state_unknown: 'has a state that does not exist',
  county_contradicted: 'names one county by its code and another by its name',
  county_open: 'names no county, and its ZIP is in several',
  state_contradicted: 'has a state that its county is not in',
  zip_contradicts_county: 'has a ZIP that is not in its county or state',
  lead_type_missing: 'has no lead type',
  lead_type_unknown: 'has a lead type other than vacant, owner and landlord',
  acquired_missing: 'does not say when the lead was acquired',
  acquired_invalid: 'has an acquired date in a form that we can’t read',
  acquired_unreal: 'has an acquired date that does not exist',
  acquired_other_order: 'has an acquired date with day and month the other way around than most rows',
  acquired_in_future: 'was acquired in the future',
  acquired_too_old: 'was acquired 61 days ago or earlier, and leads are sold until then',
  owner_missing: 'has no owner',
  formula: 'has a cell that begins like a formula (=, +, - or @)',
  too_long: 'has a cell that is too long for what it is',
  outdated: 'has a property that we have from the same day or later, with another owner or lead type; we kept that',
  suppressed: 'is a property whose owner opted out',
  left_out: 'is imported without what we can’t read',
} as const

/** What is said of one row instead, with the value to correct in place of `…`. */
export const LEAD_VALUE_WORDS: Readonly<Partial<Record<string, string>>> = {
  zip_invalid: 'ZIP “…” is not 5 or 9 digits',
  zip_unknown: 'ZIP “…” does not exist in any state',
  county_unknown: 'County “…” does not exist',
  state_unknown: 'State “…” does not exist',
  state_contradicted: '…',
  zip_contradicts_county: '…',
}
export type LeadRowReason = keyof typeof LEAD_ROW_REASONS
export const LeadRowReason = z.enum(Object.keys(LEAD_ROW_REASONS) as [LeadRowReason, ...LeadRowReason[]])

/** The columns that a field comes from; none if it is the same for all rows, or missing. */
export function columnsOf(mapping: LeadMapping, field: LeadField): readonly string[] {
  const origin = mapping[field]
  if (!origin || 'fixed' in origin) return []
  return 'columns' in origin ? origin.columns : [origin.column]
}

/** All columns that a mapping uses. */
export const usedColumns = (mapping: LeadMapping): ReadonlySet<string> =>
  new Set(LEAD_FIELD_NAMES.flatMap((field) => columnsOf(mapping, field)))

/** The origin of a field that comes from these columns, of which there is at least one. */
export const originOf = (columns: readonly string[]): NonNullable<LeadMapping[LeadField]> => {
  const [first] = columns
  return first !== undefined && columns.length === 1 ? { column: first } : { columns: [...columns] }
}

/** What comes first in 3/4/2026. */
export type DateOrder = keyof typeof DATE_ORDERS

/** What comes first in the file’s dates. */
export const orderOf = ({ dateOrder }: LeadMapping): DateOrder =>
  dateOrder && 'fixed' in dateOrder && dateOrder.fixed === DATE_ORDERS.day ? 'day' : 'month'

/** Lists what a mapping of leads lacks, one sentence per field to correct. */
export function findMappingProblems(mapping: LeadMapping): Partial<Record<LeadField, string>> {
  const problems: Partial<Record<LeadField, string>> = {}
  if (!mapping.wholeAddress) {
    const hasStreet = mapping.address || (mapping.houseNumber && mapping.streetName)
    if (!hasStreet) problems.address = 'Choose the column for “Property address”.'
    for (const field of ['city', 'zip'] as const)
      if (!mapping[field]) problems[field] = `Choose the column for “${factsOfField(field).name}”.`
  }
  for (const field of LEAD_FIELD_NAMES) {
    const origin = mapping[field]
    const { name, need, canBeFixed, isMark, options } = factsOfField(field)
    if (need && !origin) problems[field] = `Choose the “${name}” column, or enter it once for every row.`
    if (origin && 'columns' in origin && !isMark) problems[field] = `“${name}” must come from one column.`
    if (origin && 'fixed' in origin && !canBeFixed) problems[field] = `“${name}” must come from a column.`
    if (origin && options && !('fixed' in origin && options.includes(origin.fixed)))
      problems[field] = `“${name}” must be ${options.map((option) => `“${option}”`).join(' or ')}.`
  }
  if (!mapping.countyByZip && !mapping.fips && !(mapping.county && (mapping.state || mapping.wholeAddress))) {
    if (mapping.county) problems.state ??= 'Choose the column for the state, or that for the county code.'
    else
      problems.fips ??= 'Choose the column for the county code, or those for county and state, or take it from the ZIP.'
  }
  if (!mapping.ownerName && !mapping.ownerLastName && !mapping.ownerCompany)
    problems.ownerName ??= 'Choose the column for the owner, or for the owner’s last name.'
  return problems
}
