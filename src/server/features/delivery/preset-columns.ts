/**
 * The columns that the presets are made of. Each preset has the same columns for every file, so a buyer maps them once.
 *
 * Phone columns have only numbers that may be called, because a CRM dials at a click. Numbers with a do-not-call mark
 * are in a column of their own. Numbers are ten digits: a plus sign would be guarded as the start of a formula.
 */
import type { CsvCell } from '#contract/csv.ts'
import type { AddressParts } from '#contract/delivery/lead-parts.ts'
import type { LeadRecord, RecordPhone } from '#contract/delivery/lead-record.ts'
import { formatCents } from '#contract/money.ts'

/** A row of a preset: a lead, with its phones that may be called. */
export interface PresetRow {
  lead: LeadRecord
  phones: readonly RecordPhone[]
}

export type Column = readonly [name: string, cell: (row: PresetRow) => CsvCell]

const PHONE_KINDS: Readonly<Record<RecordPhone['kind'], string>> = {
  mobile: 'Mobile',
  landline: 'Landline',
  voip: 'VoIP',
  unknown: 'Other',
}

const someOf = (texts: readonly (string | null)[], between: string): string | null =>
  texts.filter(Boolean).join(between) || null

const numbersOf = (phones: readonly RecordPhone[]): string | null =>
  someOf(
    phones.map(({ digits }) => digits),
    ', ',
  )

/** Writes an address in one text: `12 Main St, Austin, TX 78701`. */
export const oneLine = (address: AddressParts | null): string | null =>
  address && someOf([address.street, address.city, someOf([address.state, address.zip], ' ')], ', ')

/** The names of a person's columns. An owner without a person's name has the company's as the last name. */
export const ownerColumns = (first: string, last: string, company: string): Column[] => [
  [first, ({ lead: { owner } }) => owner.firstName],
  [last, ({ lead: { owner } }) => owner.lastName ?? (owner.firstName === null ? owner.company : null)],
  [company, ({ lead: { owner } }) => owner.company],
]

type AddressNames = readonly [street: string, city: string, state: string, zip: string]
const PARTS = ['street', 'city', 'state', 'zip'] as const

export const propertyColumns = (...names: AddressNames): Column[] =>
  PARTS.map((part, at) => [names[at] ?? part, ({ lead }) => lead.property[part]])

export const mailingColumns = (...names: AddressNames): Column[] =>
  PARTS.map((part, at) => [names[at] ?? part, ({ lead }) => lead.mailing?.[part] ?? null])

/** Columns for five phones, each with its type, and one for the rest. */
export const fivePhones = (word = 'Type'): Column[] => [
  ...[0, 1, 2, 3, 4].flatMap((at): Column[] => [
    [`Phone ${at + 1}`, ({ phones }) => phones[at]?.digits ?? null],
    [`Phone ${at + 1} ${word}`, ({ phones }) => (phones[at] ? kindWord(phones[at]) : null)],
  ]),
  ['Other Phones', ({ phones }) => numbersOf(phones.slice(5))],
]

export const kindWord = ({ kind }: RecordPhone): string => PHONE_KINDS[kind]

/** The first phone, another that is a mobile, and the rest. */
export function mainPhones({ phones }: PresetRow) {
  const [main, ...others] = phones
  const mobile = others.find(({ kind }) => kind === 'mobile')
  return {
    main: main?.digits ?? null,
    mobile: mobile?.digits ?? null,
    rest: numbersOf(others.filter((phone) => phone !== mobile)),
  }
}

export const DO_NOT_CALL_PHONES: Column = [
  'Do Not Call Phones',
  ({ lead }) => numbersOf(lead.phones.filter(({ isDoNotCall }) => isDoNotCall)),
]

export const email = (name: string, at: number): Column => [name, ({ lead }) => lead.emails[at] ?? null]

/** Separated by commas, as all these tools read tags. */
export const TAGS: Column = [
  'Tags',
  ({ lead }) => someOf([lead.leadType, lead.isDoNotCall ? 'Do not call' : null], ', '),
]

/** What is known about the property and where it comes from, for fields that a buyer adds to their tool. */
export const FACTS: readonly Column[] = [
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
export function inWords({ lead }: PresetRow): string {
  const { property, valueCents, equityPercent, beds, yearBuilt, lastSaleOn, consent, foundOn, source } = lead
  const facts: readonly (readonly [name: string, value: string | number | null])[] = [
    ['Property', oneLine(property)],
    ['County', lead.county],
    ['Lead type', lead.leadType],
    ['Owners', lead.ownerNames.join(', ')],
    ['Value', valueCents === null ? null : formatCents(valueCents).replace(/\.00$/, '')],
    ['Equity', equityPercent === null ? null : `${equityPercent}%`],
    ['Beds', beds],
    ['Year built', yearBuilt],
    ['Last sale', lastSaleOn],
    ['Do not call', DO_NOT_CALL_PHONES[1]({ lead, phones: [] })],
    ['Consent', consent],
    ['Source', source],
    ['Found', foundOn],
  ]
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [`${name}: ${value}`])).join(' | ')
}
