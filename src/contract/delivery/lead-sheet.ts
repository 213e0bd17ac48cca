/** A buyer's table as rows of cells: the delivered files and the sample on the pages have the same columns. */
import type { CsvCell } from '#contract/csv.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { type KeptParts, mailingPartsOf, mergedFirstName, ownerPartsOf } from './lead-parts.ts'

export interface SheetPlace {
  state: string
  county: string
  leadTypeName: string
  timeZone: string
}

export interface LeadPhone {
  /** E.164. */
  number: string
  kind: PhoneKind
  isDoNotCall: boolean
}

/** What else may be known about a property. */
export interface LeadFacts {
  valueCents?: number
  /** Of the value, 0 to 100. */
  equityPercent?: number
  beds?: number
  yearBuilt?: number
  /** `YYYY-MM-DD` */
  lastSaleOn?: string
}

export interface SheetLead extends KeptParts {
  acquired_at: Date
  sold_at: Date
  /** Null if the owner had it deleted, or its retention ended. */
  address: string | null
  city: string | null
  zip: string | null
  phones: readonly LeadPhone[] | null
  emails: readonly string[] | null
  facts: LeadFacts | null
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

export const PHONE_KINDS = { mobile: 'Mobile', landline: 'Landline', voip: 'VoIP', unknown: 'Unknown' } as const
export type PhoneKind = keyof typeof PHONE_KINDS

/** `512-555-0100`, or `00…` as dialed abroad: a spreadsheet takes a plus sign for a formula. */
export function phoneInWords(number: string): string {
  const own = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number)
  return own ? `${own[1]}-${own[2]}-${own[3]}` : number.replace(/^\+/, '00')
}

/** A lead's age when it was sold, which is what its tier promised. */
export const ageInDays = ({ sold_at, acquired_at }: Pick<SheetLead, 'sold_at' | 'acquired_at'>): number =>
  Math.floor((sold_at.getTime() - acquired_at.getTime()) / DAY_MS)

/** From 0, as many as any row has, and at least so many: every file has the columns of the sample. */
const numbersTo = (atLeast: number, rows: readonly SheetLead[], countOf: (row: SheetLead) => number | undefined) =>
  Array.from({ length: Math.max(atLeast, ...rows.map((row) => countOf(row) ?? 0)) }, (_, index) => index)

type Column = readonly [header: string, cellOf: (lead: SheetLead) => CsvCell]

function phoneColumns(index: number): Column[] {
  const column = (suffix: string, cellOf: (phone: LeadPhone, lead: SheetLead) => string): Column => [
    `Phone ${index + 1}${suffix}`,
    (lead) => {
      const phone = lead.phones?.[index]
      return phone ? cellOf(phone, lead) : null
    },
  ]
  return [
    column('', ({ number }) => phoneInWords(number)),
    column(' kind', ({ kind }) => PHONE_KINDS[kind]),
    column(' do not call', ({ isDoNotCall }, lead) => (isDoNotCall || lead.is_do_not_call ? 'Yes' : 'No')),
  ]
}

/** Two phones and an email, or as many as one of the leads has. */
const columnsOf = (leads: readonly SheetLead[], place: SheetPlace): Column[] => [
  ['Address', (lead) => lead.address ?? (lead.is_left_alone ? WITHDRAWN : FORGOTTEN)],
  ['City', (lead) => lead.city],
  ['State', () => place.state],
  ['ZIP', (lead) => lead.zip],
  ['County', () => place.county],
  ['Lead type', () => place.leadTypeName],
  ['Owner', (lead) => lead.owner_names?.join('; ') ?? null],
  ['Owner first name', (lead) => lead.owner_names && mergedFirstName(ownerPartsOf(lead))],
  ['Owner last name', (lead) => ownerPartsOf(lead).lastName],
  ['Owner company', (lead) => ownerPartsOf(lead).company],
  ['Mailing address', (lead) => lead.mailing_address],
  ['Mailing street', (lead) => mailingPartsOf(lead)?.street ?? null],
  ['Mailing city', (lead) => mailingPartsOf(lead)?.city ?? null],
  ['Mailing state', (lead) => mailingPartsOf(lead)?.state ?? null],
  ['Mailing ZIP', (lead) => mailingPartsOf(lead)?.zip ?? null],
  ...numbersTo(2, leads, ({ phones }) => phones?.length).flatMap(phoneColumns),
  ...numbersTo(1, leads, ({ emails }) => emails?.length).map(
    (index): Column => [`Email ${index + 1}`, (lead) => lead.emails?.[index] ?? null],
  ),
  ['Value', ({ facts }) => (facts?.valueCents === undefined ? null : facts.valueCents / 100)],
  ['Equity percent', ({ facts }) => facts?.equityPercent ?? null],
  ['Beds', ({ facts }) => facts?.beds ?? null],
  ['Year built', ({ facts }) => facts?.yearBuilt ?? null],
  ['Last sale', ({ facts }) => facts?.lastSaleOn ?? null],
  ['Consent', (lead) => lead.consent],
  ['Date found', (lead) => storeDayOf(lead.acquired_at, place.timeZone)],
  ['Age in days', ageInDays],
  ['Source', (lead) => lead.source],
]

/** What a workbook shows as dates and as money. */
export const SHEET_FORMATS = { Value: 'dollars', 'Last sale': 'day', 'Date found': 'day' } as const

/** The header, then a row per lead. */
export function leadSheet(leads: readonly SheetLead[], place: SheetPlace): CsvCell[][] {
  const columns = columnsOf(leads, place)
  return [columns.map(([header]) => header), ...leads.map((lead) => columns.map(([, cellOf]) => cellOf(lead)))]
}
