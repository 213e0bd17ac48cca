/**
 * The table that a buyer gets, as rows of cells. The server writes them into the delivered files, and the pages show a
 * sample of them, so both always have the same columns.
 */
import type { CsvCell } from '#contract/csv.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { type KeptParts, mailingPartsOf, ownerPartsOf } from './lead-parts.ts'

/** Where a package's leads are and what kind they are, in words. */
export interface SheetPlace {
  state: string
  county: string
  leadTypeName: string
  /** IANA name of the store's time zone, for the day a lead was found. */
  timeZone: string
}

/** A lead as its buyer gets it. */
export interface SheetLead extends KeptParts {
  acquired_at: Date
  sold_at: Date
  /** Null if the owner had it deleted, or its retention ended. */
  address: string | null
  city: string | null
  zip: string | null
  phones: readonly { number: string; kind: PhoneKind; isDoNotCall: boolean }[] | null
  emails: readonly string[] | null
  facts: {
    valueCents?: number
    /** As a share of the value, 0 to 100. */
    equityPercent?: number
    beds?: number
    yearBuilt?: number
    /** `YYYY-MM-DD` */
    lastSaleOn?: string
  } | null
  source: string | null
  is_do_not_call: boolean | null
  consent: string | null
  /** Its owner opted out. */
  is_left_alone: boolean
}

/** Shown instead of the address if its owner had the lead deleted after it was sold. */
export const WITHDRAWN = 'Withdrawn at the owner’s request: do not contact'

/** Shown if its retention ended: the store keeps a lead's data only for a limited time. */
export const FORGOTTEN = 'No longer kept'

const DAY_MS = 24 * 60 * 60 * 1_000

const PHONE_KINDS = { mobile: 'Mobile', landline: 'Landline', voip: 'VoIP', unknown: 'Unknown' } as const
export type PhoneKind = keyof typeof PHONE_KINDS

/**
 * Formats a phone number as people and dialers read it: `512-555-0100`. Without the plus sign, which a spreadsheet
 * takes for a formula; numbers abroad keep their digits after 00, as they are dialed.
 */
export function phoneInWords(number: string): string {
  const own = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number)
  return own ? `${own[1]}-${own[2]}-${own[3]}` : number.replace(/^\+/, '00')
}

/** A lead's age when it was sold, which is what its tier promised. */
export const ageInDays = ({ sold_at, acquired_at }: Pick<SheetLead, 'sold_at' | 'acquired_at'>): number =>
  Math.floor((sold_at.getTime() - acquired_at.getTime()) / DAY_MS)

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No')

/** The highest count in any row, at least one, so the columns always exist. */
const most = (rows: readonly SheetLead[], countOf: (row: SheetLead) => number): number =>
  rows.reduce((max, row) => Math.max(max, countOf(row)), 1)

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** @param columns how many there are for phones and emails */
function headerOf(columns: { phones: number; emails: number }): string[] {
  return [
    'Address',
    'City',
    'State',
    'ZIP',
    'County',
    'Lead type',
    'Owner',
    'Owner first name',
    'Owner last name',
    'Owner company',
    'Mailing address',
    'Mailing street',
    'Mailing city',
    'Mailing state',
    'Mailing ZIP',
    ...numbersTo(columns.phones).flatMap((index) => [
      `Phone ${index + 1}`,
      `Phone ${index + 1} kind`,
      `Phone ${index + 1} do not call`,
    ]),
    ...numbersTo(columns.emails).map((index) => `Email ${index + 1}`),
    'Value',
    'Equity percent',
    'Beds',
    'Year built',
    'Last sale',
    'Consent',
    'Date found',
    'Age in days',
    'Source',
  ]
}

function rowOf(row: SheetLead, place: SheetPlace, columns: { phones: number; emails: number }): CsvCell[] {
  const facts = row.facts ?? {}
  const owner = ownerPartsOf(row)
  const mailing = mailingPartsOf(row)
  const phones = numbersTo(columns.phones).flatMap((index): CsvCell[] => {
    const phone = row.phones?.[index]
    if (!phone) return [null, null, null]
    const isDoNotCall = phone.isDoNotCall || row.is_do_not_call === true
    return [phoneInWords(phone.number), PHONE_KINDS[phone.kind], yesNo(isDoNotCall)]
  })
  return [
    row.address ?? (row.is_left_alone ? WITHDRAWN : FORGOTTEN),
    row.city,
    place.state,
    row.zip,
    place.county,
    place.leadTypeName,
    row.owner_names?.join('; ') ?? null,
    owner.firstName,
    owner.lastName,
    owner.company,
    row.mailing_address,
    mailing?.street ?? null,
    mailing?.city ?? null,
    mailing?.state ?? null,
    mailing?.zip ?? null,
    ...phones,
    ...numbersTo(columns.emails).map((index) => row.emails?.[index] ?? null),
    facts.valueCents === undefined ? null : facts.valueCents / 100,
    facts.equityPercent ?? null,
    facts.beds ?? null,
    facts.yearBuilt ?? null,
    facts.lastSaleOn ?? null,
    row.consent,
    storeDayOf(row.acquired_at, place.timeZone),
    ageInDays(row),
    row.source,
  ]
}

/** The header, then a row per lead, with as many columns for phones and emails as any of them needs. */
export function leadSheet(rows: readonly SheetLead[], place: SheetPlace): CsvCell[][] {
  const columns = {
    phones: most(rows, ({ phones }) => phones?.length ?? 0),
    emails: most(rows, ({ emails }) => emails?.length ?? 0),
  }
  return [headerOf(columns), ...rows.map((row) => rowOf(row, place, columns))]
}
