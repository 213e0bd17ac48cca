/** Reads one row of a file as a lead, or says why it is not one. Runs a million times per file. */
import * as contract from '#contract/admin/lead-file-fields.ts'
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import type { LeadType } from '#contract/catalogue/catalogue.ts'
import { stateFipsOf } from '#contract/catalogue/state-codes.ts'
import { joinMailing } from '#contract/delivery/lead-parts.ts'
import type { Place } from '#server/features/imports/column-meaning.ts'
import { hasMoreCells, PLACE_FIELDS, PLACE_PARTS } from '#server/features/imports/header.ts'
import type { KnownCounties } from '#server/features/imports/known-counties.ts'
import { isConsent } from '#server/features/imports/read-contacts.ts'
import { readPlace, readZip, withUnit } from '#server/features/imports/read-place.ts'
import {
  normalizeAddress,
  normalizeOwners,
  ownerKeyOf,
  propertyKeyOf,
} from '#server/features/stock/normalize-address.ts'
import { isZipFarOff, type ZipCounties } from '#server/features/stock/zip-counties.ts'
import { copyArrayCell, copyCell } from '#server/platform/database/bulk-connection.ts'
import type { PhoneReader } from '#server/platform/text/phone-numbers.ts'
import { isPlainText } from '#server/platform/text/text.ts'
import { type AcquiredReader, FactsReader } from './read-facts.ts'
import { placeNoOf } from './rules.ts'

const LEAD_TYPE_BY_WORD: ReadonlyMap<string, LeadType> = new Map(
  Object.entries({
    vacant: ['vacant', 'vacant house', 'vacant houses', 'vacant home', 'vacant homes', 'vacant property'],
    owner: ['owner', 'owner occupied', 'owner-occupied', 'owner occupant', 'homeowner'],
    landlord: [
      'landlord',
      'landlords',
      'absentee',
      'absentee owner',
      'tired landlord',
      'tired landlords',
      'distant landlord',
      'distant landlords',
      'distant/tired landlords',
    ],
  } satisfies Record<LeadType, string[]>).flatMap(([leadType, words]) =>
    words.map((word) => [word, leadType as LeadType] as const),
  ),
)

/** What people write if they know nothing. */
const NOTHING = new Set(['-', '--', 'n/a', 'na', 'null', 'none', 'unknown'])
const NOTHING_CHARACTERS_MAX = 7
/** The first letters of these, in lowercase. */
const NOTHING_STARTS: ReadonlySet<number> = new Set([...NOTHING].map((word) => word.charCodeAt(0)))
/** In ASCII, a lowercase letter is the uppercase one with this bit; other characters of these words have it too. */
const SMALL_LETTER = 0x20
/** The buyer's spreadsheet would evaluate a cell that starts with one of these. */
const FORMULA_STARTS: ReadonlySet<number> = new Set([...'=+-@\t\r'].map((sign) => sign.charCodeAt(0)))
/** Characters that move the cursor or change the direction of writing; none of them is part of a name. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/u
const ALL_UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu
const PLAIN_ZIP = /^\d{5}$/
/** What people write for “no name”. Words are names: there are people called Null, and Na. */
const NO_NAME = /^(?:-+|n\/a)$/i
/** The longest texts, in characters; the first is of a cell that is shown for correction. */
const CELL_MAX = 40
const SENTENCE_MAX = 300
/** So many rows show what taking the county from the ZIP would do. */
const FIXABLE_SHOWN = 5
const ADDRESS_MAX = 200
const CITY_MAX = 100
const NAME_MAX = 200
const MAILING_MAX = 300
const CONSENT_MAX = 500
const SUPPLIER_MAX = 100
const stateOf = (countyName: string): string => countyName.slice(countyName.lastIndexOf(', ') + 2)
/** A value that may be missing, as a cell of COPY. */
const optional = (text: string): string => (text === '' ? '\\N' : copyCell(text))
const NO_MAILING_PARTS = '\t\\N\t\\N\t\\N\t\\N'

interface RowReaderOptions {
  mapping: contract.LeadMapping
  columns: readonly string[]
  uploadNo: number
  source: string
  secret: string
  counties: KnownCounties
  zips: ZipCounties
  acquired: AcquiredReader
  phones: PhoneReader
  today: string
}

const isMark = (field: contract.LeadField): boolean => contract.factsOfField(field).isMark === true

const isNothing = (text: string): boolean =>
  text.length <= NOTHING_CHARACTERS_MAX &&
  NOTHING_STARTS.has(text.charCodeAt(0) | SMALL_LETTER) &&
  NOTHING.has(text.toLowerCase())

/** The order in which `read` writes a row for COPY. */
export const ROW_COLUMNS =
  'upload_no, row_no, place_no, acquired_at, property_key, owner_key, is_do_not_call, address, city, zip, owner_names, mailing_address, phones, emails, facts, source, consent, owner_first_name, owner_last_name, owner_company, mailing_street, mailing_city, mailing_state, mailing_zip'

export class LeadRowReader {
  readonly #options: RowReaderOptions
  readonly #width: number
  /** The position of each field's column; -1: it has none. */
  readonly #at: Readonly<Record<contract.LeadField, number>>
  readonly #fixed: Readonly<Partial<Record<contract.LeadField, string>>>
  readonly #property: Place
  /** Columns whose remarks may forbid calls. */
  readonly #remarksAt: readonly number[]
  readonly #order: contract.DateOrder
  #rowNo = 0
  #fixableByZip = 0
  readonly #firstFixable: { row: number; from: string; to: string }[] = []
  readonly #cellAt = (at: number | undefined): string => (at === undefined || at < 0 ? '' : this.#textAt(at))
  readonly #facts: FactsReader
  readonly #secrets: { secrets: { fingerprints: string } }
  #cells: readonly string[] = []
  #reason: contract.LeadRowReason | null = null
  /** The parts of owner and mailing address, each with a tab before it. */
  #parts = ''
  line = ''
  /** What the last row was refused for, unless it is personal. */
  refusedFor = ''
  propertyKey = ''
  placeNo = 0

  constructor(options: RowReaderOptions) {
    const { mapping, columns } = options
    this.#options = options
    this.#width = columns.length
    const at: Partial<Record<contract.LeadField, number>> = {}
    const fixed: Partial<Record<contract.LeadField, string>> = {}
    for (const field of contract.LEAD_FIELD_NAMES) {
      const origin = mapping[field]
      at[field] = columns.indexOf(contract.columnsOf(mapping, field)[0] ?? '\0')
      if (origin && 'fixed' in origin) fixed[field] = origin.fixed.trim()
    }
    this.#at = at as Record<contract.LeadField, number>
    this.#fixed = fixed
    // A day that a person typed for all rows is not one of the file’s.
    this.#order = this.#at.acquiredAt < 0 ? 'month' : contract.orderOf(mapping)
    this.#property = Object.fromEntries(
      PLACE_PARTS.map((part) => [part, at[PLACE_FIELDS[part]]]).filter(([, at]) => at !== -1),
    )
    const marksAt = (field: contract.LeadField) =>
      contract.columnsOf(mapping, field).map((column) => columns.indexOf(column))
    const marks = new Map(contract.LEAD_FIELD_NAMES.filter(isMark).map((field) => [field, marksAt(field)]))
    this.#facts = new FactsReader(
      (field) => this.#cell(field),
      (field) => this.#marks(marks.get(field) ?? [], field),
      options,
    )
    const { consent: _, ...others } = mapping
    const decided = contract.usedColumns(others)
    this.#remarksAt = [...columns.keys()].filter((index) => !decided.has(columns[index] ?? ''))
    this.#secrets = { secrets: { fingerprints: options.secret } }
  }

  /** Unreadable cells and unclear marks of accepted rows so far. */
  get leftOut(): LeadPreview['leftOut'] {
    const [fixableByZip, firstFixable] = [this.#fixableByZip, this.#firstFixable]
    return { ...this.#facts.leftOut, ...(fixableByZip > 0 && { fixableByZip, firstFixable }) }
  }

  /** What the last accepted row lost, in words. */
  get dropped(): readonly string[] {
    return this.#facts.dropped
  }

  #cell(field: contract.LeadField): string {
    const at = this.#at[field]
    if (at < 0) return this.#fixed[field] ?? ''
    return this.#textAt(at)
  }

  #textAt(at: number): string {
    const text = this.#cells[at]?.trim() ?? ''
    return isNothing(text) ? '' : text
  }

  /** The marks of a field as they are written, also words that mean nothing elsewhere. */
  #marks(places: readonly number[], field: contract.LeadField): string[] {
    const fixed = this.#fixed[field]
    return fixed === undefined ? places.map((at) => this.#cells[at]?.trim() ?? '') : [fixed]
  }

  /** A cell that people will read. */
  #text(field: contract.LeadField, charactersMax: number): string {
    return this.#checked(this.#cell(field), charactersMax)
  }

  #name(field: contract.LeadField): string {
    const at = this.#at[field]
    const text = at < 0 ? '' : (this.#cells[at]?.trim() ?? '')
    return NO_NAME.test(text) ? '' : this.#checked(text, NAME_MAX)
  }

  #checked(cell: string, charactersMax: number): string {
    let text = cell
    if (text === '') return ''
    if (!isPlainText(text) && UNSEEN.test(text)) text = text.replace(ALL_UNSEEN, ' ').trim()
    if (FORMULA_STARTS.has(text.charCodeAt(0))) this.#reason ??= 'formula'
    if (text.length > charactersMax) this.#reason ??= 'too_long'
    return text
  }

  /** @returns why the row is refused; null: it is in `line` */
  read(cells: readonly string[], rowNo: number): contract.LeadRowReason | null {
    if (hasMoreCells(cells, this.#width)) return 'cells'
    this.#cells = cells
    this.#rowNo = rowNo
    this.#reason = null
    this.refusedFor = ''
    this.#parts = ''
    const { acquired, uploadNo, source } = this.#options
    const place = readPlace(this.#property, this.#cellAt)
    const address = this.#checked(place.address, ADDRESS_MAX)
    const city = this.#checked(place.city, CITY_MAX)
    const owners = this.#owners()
    const mailing = this.#mailing()
    const supplier = this.#text('supplier', SUPPLIER_MAX) || source
    const consentSaid = this.#text('consent', CONSENT_MAX)
    const consent = isConsent(consentSaid) ? consentSaid : ''
    if (this.#reason) return this.#reason
    if (address === '') return 'address_missing'
    if (city === '') return 'city_missing'
    const zip = PLAIN_ZIP.test(place.zip) ? place.zip : readZip(place.zip)
    if (zip === '') return place.zip === '' ? 'zip_missing' : this.#refuse('zip_invalid', place.zip)
    const county = this.#county(zip, place.zip, place.state || this.#cell('state'))
    if (typeof county === 'string') return county
    const typeWord = this.#cell('leadType')
    const leadType = LEAD_TYPE_BY_WORD.get(typeWord) ?? LEAD_TYPE_BY_WORD.get(typeWord.toLowerCase())
    if (!leadType) return typeWord === '' ? 'lead_type_missing' : this.#refuse('lead_type_unknown', typeWord)
    const acquiredText = this.#cell('acquiredAt')
    if (acquiredText === '') return 'acquired_missing'
    const { vote, [this.#order]: acquiredAt } = acquired.read(acquiredText)
    if (this.#at.acquiredAt >= 0) this.#facts.noteDate(vote, acquiredText)
    if (!acquiredAt.ok) return this.#refuse(acquiredAt.reason, acquiredText)
    const ownerWord = normalizeOwners(owners)
    if (ownerWord === '') return 'owner_missing'
    const normalized = normalizeAddress({ address, city, zip })
    if (normalized === null) return 'address_unclear'
    this.placeNo = placeNoOf(county, leadType)
    this.propertyKey = propertyKeyOf(this.#secrets, normalized)
    const facts = this.#facts.read()
    const isForbidden = this.#remarksAt.some((index) => this.#facts.isForbidding(cells[index] ?? ''))
    this.line = `${uploadNo}\t${rowNo}\t${this.placeNo}\t${acquiredAt.at}\t${this.propertyKey}\t${ownerKeyOf(this.#secrets, ownerWord)}\t${facts.isDoNotCall || isForbidden ? 't' : 'f'}\t${copyCell(address)}\t${copyCell(city)}\t${zip}\t${copyArrayCell(owners)}\t${optional(mailing)}\t${facts.phones}\t${copyArrayCell(facts.emails)}\t${facts.facts}\t${copyCell(supplier)}\t${optional(consent)}${this.#parts}\n`
    return null
  }

  /** The code of the county, or why the row is refused, with the ZIP as `written`. It tells only what the row leaves out. */
  #county(zip: string, written: string, state: string): number | contract.LeadRowReason {
    const { counties, zips } = this.#options
    const [fips, county] = [this.#cell('fips'), this.#cell('county')]
    const ofZip = zips.get(zip)
    const nameOf = (code = 0) => counties.nameOf(code) ?? ''
    // Without its state, a county is in that of its code or ZIP.
    const itsState = state || (county && stateOf(nameOf(fips ? Number(fips) : ofZip?.[0])))
    const named = counties.find(fips, itsState, county)
    if (named.ok && !named.isInOtherState) {
      if (ofZip && !ofZip.includes(named.code)) return this.#refuseElsewhere(zip, ofZip.map(nameOf), nameOf(named.code))
      // The store may not know a new ZIP yet, but knows those around it.
      return ofZip || !isZipFarOff(zips, zip, named.code) ? named.code : this.#refuse('zip_unknown', written)
    }
    const fitting = (ofZip ?? []).filter((code) => {
      const found = counties.find(String(code), state, '')
      return found.ok && !found.isInOtherState
    })
    const isByZip = this.#fixed.countyByZip !== undefined
    const reason = named.ok ? 'state_contradicted' : named.reason
    const [only] = fitting.length === 1 && reason === 'county_missing' ? fitting : []
    if (only && isByZip) return only
    if (state && stateFipsOf(state) === 0) return this.#refuse('state_unknown', state)
    if (named.ok) return this.#refuse(reason, `${nameOf(named.code)}, is not in ${state}`, SENTENCE_MAX)
    if (reason === 'county_contradicted') return this.#refuse(reason, county)
    if (reason === 'county_unknown') return this.#refuse(reason, fips ? `FIPS ${fips}` : `${county}, ${itsState}`)
    if (ofZip && fitting.length === 0) return this.#refuseElsewhere(zip, ofZip.map(nameOf), state)
    if (isByZip) return this.#refuse(ofZip ? 'county_open' : 'zip_unknown', written)
    if (!only) return reason
    this.#fixableByZip += 1
    if (this.#firstFixable.length < FIXABLE_SHOWN)
      this.#firstFixable.push({ row: this.#rowNo, from: state, to: nameOf(only) })
    return reason
  }

  /** @param names the counties of the ZIP @param place where the row says it is */
  #refuseElsewhere(zip: string, names: readonly string[], place: string): contract.LeadRowReason {
    // A state is named once: “Harris County, Texas, not in Travis County”.
    const ending = `, ${stateOf(names.at(-1) ?? '')}`
    const short = (name: string) => (name.endsWith(ending) ? name.slice(0, -ending.length) : name)
    const value = `ZIP ${zip} is in ${names.map(short).join(' or ')}${ending}, not in ${short(place)}`
    return this.#refuse('zip_contradicts_county', value, SENTENCE_MAX)
  }

  #refuse(reason: contract.LeadRowReason, value: string, charactersMax = CELL_MAX): contract.LeadRowReason {
    this.refusedFor = value.slice(0, charactersMax)
    return reason
  }

  /** The fingerprint is that of the whole names, so parts that a later file has change no owner. */
  #owners(): string[] {
    const names: string[] = []
    const first = this.#name('ownerFirstName')
    const last = this.#name('ownerLastName')
    const company = this.#name('ownerCompany')
    this.#parts += `\t${optional(first)}\t${optional(last)}\t${optional(company)}`
    const whole = this.#name('ownerName')
    if (whole !== '') {
      if (whole.includes(';')) this.#addEach(whole.split(';'), names)
      else names.push(whole)
    } else {
      const person = [first, this.#name('ownerMiddleName'), last]
      const name = first === '' ? last || company : person.filter(Boolean).join(' ')
      if (name !== '') names.push(name)
    }
    const second =
      this.#name('secondOwnerName') ||
      `${this.#name('secondOwnerFirstName')} ${this.#name('secondOwnerLastName')}`.trim()
    if (second !== '') names.push(second)
    return names
  }

  #addEach(parts: readonly string[], names: string[]): void {
    for (const part of parts) {
      const name = part.trim()
      if (FORMULA_STARTS.has(name.charCodeAt(0))) this.#reason ??= 'formula'
      if (name !== '') names.push(name)
    }
  }

  #mailing(): string {
    const street = this.#checked(withUnit(this.#cell('mailingAddress'), this.#cell('mailingUnit')), MAILING_MAX)
    const city = this.#text('mailingCity', CITY_MAX)
    const state = this.#text('mailingState', CITY_MAX)
    const zip = this.#text('mailingZip', CITY_MAX)
    const mailing = joinMailing({ street, city, state, zip })
    // In one cell it may be anything, so we know no part of it.
    this.#parts +=
      mailing === street
        ? NO_MAILING_PARTS
        : `\t${optional(street)}\t${optional(city)}\t${optional(state)}\t${optional(zip)}`
    return mailing
  }
}
