/**
 * The tables of leads for other tools. Where a tool documents the names of its columns, these are used; where none are
 * documented, the names are those of its fields, and docs/bring-leads-into-your-crm.md says that a buyer maps them.
 * Each preset has the same columns for every file, so a buyer maps them once.
 *
 * Phone columns have only numbers that may be called, because a CRM dials at a click. Numbers with a do-not-call mark
 * are in a column of their own. Numbers are ten digits: a plus sign would be guarded as the start of a formula.
 */
import type { CsvCell } from '#contract/csv.ts'
import type { FilePreset } from '#contract/delivery/file-presets.ts'
import { type AddressParts, mergedFirstName } from '#contract/delivery/lead-parts.ts'
import { type LeadRecord, leadRecordOf, type RecordPhone } from '#contract/delivery/lead-record.ts'
import type { SheetLead, SheetPlace } from '#contract/delivery/lead-sheet.ts'
import { formatCents } from '#contract/plain-values.ts'

type PresetRow = { lead: LeadRecord; phones: readonly RecordPhone[] }

type Column = readonly [name: string, cell: (row: PresetRow) => CsvCell]

const PHONE_KINDS = { mobile: 'Mobile', landline: 'Landline', voip: 'VoIP', unknown: 'Other' } as const

const someOf = (texts: readonly (string | null)[], between: string) => texts.filter(Boolean).join(between) || null

const numbersOf = (phones: readonly RecordPhone[]) => phones.map(({ digits }) => digits).join(', ') || null

const oneLine = (address: AddressParts | null): string | null =>
  address && someOf([address.street, address.city, someOf([address.state, address.zip], ' ')], ', ')

/** The names of a person's columns. An owner without a person's name has the company's as the last name. */
const ownerColumns = (first: string, last: string, company: string): Column[] => [
  [first, ({ lead: { owner } }) => mergedFirstName(owner)],
  [last, ({ lead: { owner } }) => owner.lastName ?? (owner.firstName === null ? owner.company : null)],
  [company, ({ lead: { owner } }) => owner.company],
]

type AddressNames = readonly [street: string, city: string, state: string, zip: string]
const PARTS = ['street', 'city', 'state', 'zip'] as const

const propertyColumns = (...names: AddressNames): Column[] =>
  PARTS.map((part, at) => [names[at] ?? part, ({ lead }) => lead.property[part]])

const mailingColumns = (...names: AddressNames): Column[] =>
  PARTS.map((part, at) => [names[at] ?? part, ({ lead }) => lead.mailing?.[part] ?? null])

const phone = (name: string, at: number): Column => [name, ({ phones }) => phones[at]?.digits ?? null]

const phoneType = (name: string, at: number): Column => [
  name,
  ({ phones }) => (phones[at] ? PHONE_KINDS[phones[at].kind] : null),
]

const otherPhones = (from: number): Column => ['Other Phones', ({ phones }) => numbersOf(phones.slice(from))]

const FIVE_PHONES: readonly Column[] = [
  ...[0, 1, 2, 3, 4].flatMap((at) => [phone(`Phone ${at + 1}`, at), phoneType(`Phone ${at + 1} Type`, at)]),
  otherPhones(5),
]

const mainPhones = (mainName: string, mobileName: string): Record<'main' | 'mobile' | 'rest', Column> => {
  const mobileOf = ({ phones: [, ...others] }: PresetRow) => others.find(({ kind }) => kind === 'mobile')
  return {
    main: phone(mainName, 0),
    mobile: [mobileName, (row) => mobileOf(row)?.digits ?? null],
    rest: ['Other Phones', (row) => numbersOf(row.phones.slice(1).filter((one) => one !== mobileOf(row)))],
  }
}

const doNotCallOf = ({ phones }: LeadRecord) => numbersOf(phones.filter(({ isDoNotCall }) => isDoNotCall))
const DO_NOT_CALL_PHONES: Column = ['Do Not Call Phones', ({ lead }) => doNotCallOf(lead)]

const emails = (...names: readonly string[]): Column[] =>
  names.map((name, at) => [name, ({ lead }) => lead.emails[at] ?? null])

/** Separated by commas, as all these tools read tags. */
const TAGS: Column = ['Tags', ({ lead }) => someOf([lead.leadType, lead.isDoNotCall ? 'Do not call' : null], ', ')]

const source = (name: string): Column => [name, ({ lead }) => lead.source]

/** What is known about the property and where it comes from, for fields that a buyer adds to their tool. */
const FACTS: readonly Column[] = [
  ['County', ({ lead }) => lead.county],
  ['Lead Type', ({ lead }) => lead.leadType],
  ['All Owners', ({ lead }) => lead.ownerNames.join(', ')],
  ['Property Value', ({ lead }) => (lead.valueCents === null ? null : lead.valueCents / 100)],
  ['Equity Percent', ({ lead }) => lead.equityPercent],
  ['Beds', ({ lead }) => lead.beds],
  ['Year Built', ({ lead }) => lead.yearBuilt],
  ['Last Sale Date', ({ lead }) => lead.lastSaleOn],
  ['Consent', ({ lead }) => lead.consent],
  ['Date Found', ({ lead }) => lead.foundOn],
]

/** The same in one text, for tools whose own fields have no room for it. */
export function inWords(lead: LeadRecord): string {
  const { valueCents, equityPercent } = lead
  const facts: readonly (readonly [name: string, value: string | number | null])[] = [
    ['Property', oneLine(lead.property)],
    ['County', lead.county],
    ['Lead type', lead.leadType],
    ['Owners', lead.ownerNames.join(', ')],
    ['Value', valueCents === null ? null : formatCents(valueCents).replace(/\.00$/, '')],
    ['Equity', equityPercent === null ? null : `${equityPercent}%`],
    ['Beds', lead.beds],
    ['Year built', lead.yearBuilt],
    ['Last sale', lead.lastSaleOn],
    ['Do not call', doNotCallOf(lead)],
    ['Consent', lead.consent],
    ['Source', lead.source],
    ['Found', lead.foundOn],
  ]
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [`${name}: ${value}`])).join(' | ')
}

const PROPERTY = propertyColumns('Property Street', 'Property City', 'Property State', 'Property ZIP')
const HUBSPOT_PHONES = mainPhones('Phone number', 'Mobile phone number')
const SALESFORCE_PHONES = mainPhones('Phone', 'Mobile Phone')

const PROPERTY_AND_FACTS = [...PROPERTY, ...FACTS]
/** Of tools that ask which field each column is. */
const afterAddresses = (sourceName: string): readonly Column[] =>
  [FIVE_PHONES, [DO_NOT_CALL_PHONES], emails('Email', 'Email 2'), [TAGS, source(sourceName)], FACTS].flat()

const COLUMNS: Readonly<Record<FilePreset, readonly Column[]>> = {
  /** No public document names its columns; its importer shows each column and asks which field it is. */
  resimpli: [
    ...ownerColumns('First Name', 'Last Name', 'Company Name'),
    ...propertyColumns('Property Address', 'Property City', 'Property State', 'Property Zip'),
    ...mailingColumns('Mailing Address', 'Mailing City', 'Mailing State', 'Mailing Zip'),
    ...afterAddresses('Lead Source'),
  ],
  /**
   * "Importer: Import app items": every app has its own fields, so no names are fixed. A location field takes the
   * address as one value or in parts, so both are here.
   * @see https://developers.podio.com/doc/importer/import-app-items-212899
   */
  podio: [
    ['Title', ({ lead }) => oneLine(lead.property)],
    ...ownerColumns('First name', 'Last name', 'Company'),
    ['Property address', ({ lead }) => oneLine(lead.property)],
    ...PROPERTY,
    ['Mailing address', ({ lead }) => lead.mailingAddress],
    ...mailingColumns('Mailing Street', 'Mailing City', 'Mailing State', 'Mailing ZIP'),
    ...afterAddresses('Source'),
  ],
  /**
   * "POST /people": the fields of a person. No public document names the columns of its spreadsheet import, which asks
   * for the field of each column that it does not know.
   * @see https://docs.followupboss.com/reference/people-post
   */
  'follow-up-boss': [
    ...ownerColumns('First Name', 'Last Name', 'Company'),
    ...emails('Email 1', 'Email 2'),
    ...FIVE_PHONES,
    ...mailingColumns('Address', 'City', 'State', 'Zip'),
    TAGS,
    source('Source'),
    ['Background', ({ lead }) => inWords(lead)],
    DO_NOT_CALL_PHONES,
    ...PROPERTY_AND_FACTS,
  ],
  /**
   * "CSV File Format for Importing Contacts and Opportunities": First Name, Last Name, Email, Phone, Company, Tags and
   * Additional Phone are in its sample. The address columns have the names of its contact fields.
   * @see
   * https://help.gohighlevel.com/support/solutions/articles/155000005143-csv-file-format-for-importing-contacts-and-opportunities
   */
  gohighlevel: [
    ...ownerColumns('First Name', 'Last Name', 'Company'),
    ...emails('Email'),
    phone('Phone', 0),
    phone('Additional Phone', 1),
    otherPhones(2),
    DO_NOT_CALL_PHONES,
    ...mailingColumns('Street Address', 'City', 'State', 'Postal Code'),
    TAGS,
    source('Source'),
    ...PROPERTY_AND_FACTS,
  ],
  /**
   * "Set up your import files": HubSpot matches each header with the name of a property. These are its own contact
   * properties; the rest are for properties that the buyer adds.
   * @see https://knowledge.hubspot.com/articles/kcs_article/contacts/set-up-your-import-file
   */
  hubspot: [
    ...ownerColumns('First name', 'Last name', 'Company name'),
    ...emails('Email'),
    HUBSPOT_PHONES.main,
    HUBSPOT_PHONES.mobile,
    ...mailingColumns('Street address', 'City', 'State/Region', 'Postal code'),
    HUBSPOT_PHONES.rest,
    DO_NOT_CALL_PHONES,
    ...PROPERTY,
    source('Source'),
    ...FACTS,
  ],
  /**
   * "Field Mapping for Importing Leads". A lead needs a last name and a company; a person without a company has their
   * own name there. It has no field for a second email or a property, so those are in the description too.
   * @see
   * https://help.salesforce.com/s/articleView?id=xcloud.field_mapping_for_importing_leads.htm&language=en_US&type=5
   */
  salesforce: [
    ['First Name', ({ lead: { owner } }) => mergedFirstName(owner)],
    ['Last Name', ({ lead: { owner } }) => owner.lastName ?? owner.firstName ?? owner.company],
    ['Company', ({ lead: { owner, ownerNames } }) => owner.company ?? ownerNames[0] ?? null],
    ...emails('Email'),
    SALESFORCE_PHONES.main,
    SALESFORCE_PHONES.mobile,
    ...mailingColumns('Street', 'City', 'State', 'Postal Code'),
    ['Description', ({ lead }) => inWords(lead)],
    SALESFORCE_PHONES.rest,
    DO_NOT_CALL_PHONES,
    ...PROPERTY_AND_FACTS,
  ],
  /**
   * "Upload Contact Lists": first name, last name, address, city, state, zip and phone are the headers of its example.
   * One phone a row. The address is the property, which the conversation is about.
   * @see https://calltools.zendesk.com/hc/en-us/articles/26839262862228-Upload-Contact-Lists-Part-1
   */
  dialer: [
    ...ownerColumns('First Name', 'Last Name', 'Company'),
    phone('Phone', 0),
    phoneType('Phone Type', 0),
    ...propertyColumns('Address', 'City', 'State', 'Zip'),
    ...emails('Email'),
    ['Mailing Address', ({ lead }) => lead.mailingAddress],
    source('Source'),
    ...FACTS,
  ],
}

/** The header, then a row per lead (for a dialer: per phone that may be called). Leads no longer kept are left out. */
export function presetSheet(preset: FilePreset, leads: readonly SheetLead[], place: SheetPlace): CsvCell[][] {
  const rows = leads.flatMap((one): PresetRow[] => {
    const lead = leadRecordOf(one, place)
    if (!lead) return []
    const phones = lead.phones.filter(({ isDoNotCall }) => !isDoNotCall)
    return preset === 'dialer' ? phones.map((callable) => ({ lead, phones: [callable] })) : [{ lead, phones }]
  })
  const columns = COLUMNS[preset]
  return [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
}
