/**
 * The tables of leads for other tools. Where a tool documents the names of its columns, these are used; where none are
 * documented, the names are those of its fields, and docs/bring-leads-into-your-crm.md says that a buyer maps them.
 */
import type { CsvCell } from '#contract/csv.ts'
import type { FilePreset } from '#contract/delivery/file-presets.ts'
import { leadRecordOf } from '#contract/delivery/lead-record.ts'
import type { SheetLead, SheetPlace } from '#contract/delivery/lead-sheet.ts'
import {
  type Column,
  DO_NOT_CALL_PHONES,
  email,
  FACTS,
  fivePhones,
  inWords,
  kindWord,
  mailingColumns,
  mainPhones,
  oneLine,
  ownerColumns,
  type PresetRow,
  propertyColumns,
  TAGS,
} from './preset-columns.ts'

const SOURCE = ({ lead }: PresetRow): CsvCell => lead.source
const PROPERTY = propertyColumns('Property Street', 'Property City', 'Property State', 'Property ZIP')

/** No public document names its columns; its importer shows each column and asks which field it is. */
const RESIMPLI: readonly Column[] = [
  ...ownerColumns('First Name', 'Last Name', 'Company Name'),
  ...propertyColumns('Property Address', 'Property City', 'Property State', 'Property Zip'),
  ...mailingColumns('Mailing Address', 'Mailing City', 'Mailing State', 'Mailing Zip'),
  ...fivePhones(),
  DO_NOT_CALL_PHONES,
  email('Email', 0),
  email('Email 2', 1),
  TAGS,
  ['Lead Source', SOURCE],
  ...FACTS,
]

/**
 * "Importer: Import app items": every app has its own fields, so no names are fixed. A location field takes the address
 * as one value or in parts, so both are here.
 *
 * @see https://developers.podio.com/doc/importer/import-app-items-212899
 */
const PODIO: readonly Column[] = [
  ['Title', (row) => oneLine(row.lead.property)],
  ...ownerColumns('First name', 'Last name', 'Company'),
  ['Property address', (row) => oneLine(row.lead.property)],
  ...PROPERTY,
  ['Mailing address', ({ lead }) => lead.mailingAddress],
  ...mailingColumns('Mailing Street', 'Mailing City', 'Mailing State', 'Mailing ZIP'),
  ...fivePhones(),
  DO_NOT_CALL_PHONES,
  email('Email', 0),
  email('Email 2', 1),
  TAGS,
  ['Source', SOURCE],
  ...FACTS,
]

/**
 * "POST /people": the fields of a person. No public document names the columns of its spreadsheet import, which asks
 * for the field of each column that it does not know.
 *
 * @see https://docs.followupboss.com/reference/people-post
 */
const FOLLOW_UP_BOSS: readonly Column[] = [
  ...ownerColumns('First Name', 'Last Name', 'Company'),
  email('Email 1', 0),
  email('Email 2', 1),
  ...fivePhones(),
  ...mailingColumns('Address', 'City', 'State', 'Zip'),
  TAGS,
  ['Source', SOURCE],
  ['Background', inWords],
  DO_NOT_CALL_PHONES,
  ...PROPERTY,
  ...FACTS,
]

/**
 * "CSV File Format for Importing Contacts and Opportunities": First Name, Last Name, Email, Phone, Company, Tags and
 * Additional Phone are in its sample. The address columns have the names of its contact fields.
 *
 * @see https://help.gohighlevel.com/support/solutions/articles/155000005143-csv-file-format-for-importing-contacts-and-opportunities
 */
const GOHIGHLEVEL: readonly Column[] = [
  ...ownerColumns('First Name', 'Last Name', 'Company'),
  email('Email', 0),
  ['Phone', ({ phones }) => phones[0]?.digits ?? null],
  ['Additional Phone', ({ phones }) => phones[1]?.digits ?? null],
  [
    'Other Phones',
    ({ phones }) =>
      phones
        .slice(2)
        .map(({ digits }) => digits)
        .join(', ') || null,
  ],
  DO_NOT_CALL_PHONES,
  ...mailingColumns('Street Address', 'City', 'State', 'Postal Code'),
  TAGS,
  ['Source', SOURCE],
  ...PROPERTY,
  ...FACTS,
]

/**
 * "Set up your import files": HubSpot matches each header with the name of a property. These are its own contact
 * properties; the rest are for properties that the buyer adds.
 *
 * @see https://knowledge.hubspot.com/articles/kcs_article/contacts/set-up-your-import-file
 */
const HUBSPOT: readonly Column[] = [
  ...ownerColumns('First name', 'Last name', 'Company name'),
  email('Email', 0),
  ['Phone number', (row) => mainPhones(row).main],
  ['Mobile phone number', (row) => mainPhones(row).mobile],
  ...mailingColumns('Street address', 'City', 'State/Region', 'Postal code'),
  ['Other Phones', (row) => mainPhones(row).rest],
  DO_NOT_CALL_PHONES,
  ...PROPERTY,
  ['Source', SOURCE],
  ...FACTS,
]

/**
 * "Field Mapping for Importing Leads". A lead needs a last name and a company; a person without a company has their own
 * name there. It has no field for a second email or a property, so those are in the description too.
 *
 * @see https://help.salesforce.com/s/articleView?id=xcloud.field_mapping_for_importing_leads.htm&language=en_US&type=5
 */
const SALESFORCE: readonly Column[] = [
  ['First Name', ({ lead: { owner } }) => (owner.lastName === null ? null : owner.firstName)],
  ['Last Name', ({ lead: { owner } }) => owner.lastName ?? owner.firstName ?? owner.company],
  ['Company', ({ lead: { owner, ownerNames } }) => owner.company ?? ownerNames[0] ?? null],
  email('Email', 0),
  ['Phone', (row) => mainPhones(row).main],
  ['Mobile Phone', (row) => mainPhones(row).mobile],
  ...mailingColumns('Street', 'City', 'State', 'Postal Code'),
  ['Description', inWords],
  ['Other Phones', (row) => mainPhones(row).rest],
  DO_NOT_CALL_PHONES,
  ...PROPERTY,
  ...FACTS,
]

/**
 * "Upload Contact Lists": first name, last name, address, city, state, zip and phone are the headers of its example. One
 * phone a row. The address is the property, which the conversation is about.
 *
 * @see https://calltools.zendesk.com/hc/en-us/articles/26839262862228-Upload-Contact-Lists-Part-1
 */
const DIALER: readonly Column[] = [
  ...ownerColumns('First Name', 'Last Name', 'Company'),
  ['Phone', ({ phones }) => phones[0]?.digits ?? null],
  ['Phone Type', ({ phones }) => (phones[0] ? kindWord(phones[0]) : null)],
  ...propertyColumns('Address', 'City', 'State', 'Zip'),
  email('Email', 0),
  ['Mailing Address', ({ lead }) => lead.mailingAddress],
  ['Source', SOURCE],
  ...FACTS,
]

const COLUMNS: Readonly<Record<FilePreset, readonly Column[]>> = {
  resimpli: RESIMPLI,
  podio: PODIO,
  'follow-up-boss': FOLLOW_UP_BOSS,
  gohighlevel: GOHIGHLEVEL,
  hubspot: HUBSPOT,
  salesforce: SALESFORCE,
  dialer: DIALER,
}

/**
 * The header, then a row per lead; for a dialer, a row per phone that may be called. Leads that the store no longer has
 * are left out, because an importer would make a contact of what the plain file says in their place.
 */
export function presetSheet(preset: FilePreset, leads: readonly SheetLead[], place: SheetPlace): CsvCell[][] {
  const rows = leads.flatMap((one): PresetRow[] => {
    const lead = leadRecordOf(one, place)
    if (!lead) return []
    const phones = lead.phones.filter(({ isDoNotCall }) => !isDoNotCall)
    return preset === 'dialer' ? phones.map((phone) => ({ lead, phones: [phone] })) : [{ lead, phones }]
  })
  const columns = COLUMNS[preset]
  return [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
}
