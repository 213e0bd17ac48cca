import * as contract from '#contract/admin/lead-file-fields.ts'
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import type { LeadFacts, LeadPhone } from '#contract/delivery/lead-sheet.ts'
import * as readContacts from '#server/features/imports/read-contacts.ts'
import { type DateReading, readDate } from '#server/features/imports/read-date.ts'
import { LEADS_SOLD_UNTIL_DAYS } from '#server/features/stock/tiers.ts'
import { days, minutes } from '#server/platform/clock.ts'
import type { PhoneReader } from '#server/platform/text/phone-numbers.ts'

/** The clocks of two machines may differ by this much. */
const CLOCKS_DIFFER_MS = minutes(10)

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
function offsetMs(atMs: number, format: Intl.DateTimeFormat): number {
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1_000) * 1_000
}

const N = 'numeric'

type AcquiredReading =
  | { ok: true; at: string }
  | { ok: false; reason: `acquired_${'invalid' | 'unreal' | 'other_order' | 'in_future' | 'too_old'}` }

/** What a date says about its file: which order it proves, or that it is another day in the other. */
type OrderVote = 'monthFirst' | 'dayFirst' | 'open' | null
type AcquiredReadings = Readonly<Record<contract.DateOrder, AcquiredReading>> & { vote: OrderVote }

/** Reads when leads were acquired. Remembers what it read, because a million rows name few days. */
export class AcquiredReader {
  readonly #known = new Map<string, AcquiredReadings>()
  readonly #nowMs: number
  readonly #format: Intl.DateTimeFormat

  /** Days and times without a zone are in the store's. */
  constructor(now: Date, timeZone: string) {
    this.#nowMs = now.getTime()
    const parts = { year: N, month: N, day: N, hour: N, minute: N, second: N, hourCycle: 'h23' } as const
    this.#format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone })
  }

  /** @returns the instant in each order as ISO text; a day without a time starts at midnight in the store */
  read(text: string): AcquiredReadings {
    const known = this.#known.get(text)
    if (known) return known
    const date = readDate(text)
    const month = this.#judge(date, date.month)
    const day = date.day === date.month ? month : this.#judge(date, date.day)
    const readings = { month, day, vote: voteOf(month, day) }
    // Files with a time in each row must not fill the memory.
    if (this.#known.size > 10_000) this.#known.clear()
    this.#known.set(text, readings)
    return readings
  }

  #judge({ month, day, aheadMs, isUnreal }: DateReading, ms: number | null): AcquiredReading {
    if (ms === null) {
      const reason = isUnreal ? 'acquired_unreal' : 'acquired_invalid'
      return { ok: false, reason: month === day ? reason : 'acquired_other_order' }
    }
    const atMs = aheadMs === null ? this.#instantOf(ms) : ms - aheadMs
    if (atMs > this.#nowMs + CLOCKS_DIFFER_MS) return { ok: false, reason: 'acquired_in_future' }
    if (this.#nowMs - atMs >= days(LEADS_SOLD_UNTIL_DAYS)) return { ok: false, reason: 'acquired_too_old' }
    return { ok: true, at: new Date(atMs).toISOString() }
  }

  #instantOf(asUtcMs: number): number {
    // The offset at that exact moment, starting from the offset at the same time in UTC.
    const near = asUtcMs - offsetMs(asUtcMs, this.#format)
    return asUtcMs - offsetMs(near, this.#format)
  }
}

/** A day to come proves the other order, and so does one that does not exist. A day long past may be a mistake. */
function voteOf(month: AcquiredReading, day: AcquiredReading): OrderVote {
  if (month === day) return null
  const canBe = (one: AcquiredReading) => one.ok || one.reason === 'acquired_too_old'
  if (canBe(month) !== canBe(day)) return canBe(month) ? 'monthFirst' : 'dayFirst'
  return month.ok || day.ok ? 'open' : null
}

const KIND_BY_WORD: ReadonlyMap<string, LeadPhone['kind']> = new Map(
  (
    [
      ['mobile', ['mobile', 'cell', 'cellular', 'wireless', 'cell phone', 'm', 'c', 'w']],
      ['landline', ['landline', 'land line', 'land', 'residential', 'home', 'fixed', 'l', 'r', 'h']],
      ['voip', ['voip', 'fixed voip', 'non-fixed voip', 'v']],
    ] as const
  ).flatMap(([kind, words]) => words.map((word) => [word, kind] as const)),
)
const PHONE_FIELDS = contract.PHONE_NOS.map(contract.phoneFields)
const EMAIL_FIELDS = contract.EMAIL_NOS.map((no) => `email${no}` as const)
const MONEY = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2}))?$/
const PERCENT = /^(\d{1,3})(?:\.\d+)?\s*%?$/
const NUMBER = /^\d{1,4}(?:\.0+)?$/
const BEDS_MAX = 99
const YEAR_MIN = 1600
/** A cell, and its value as a member of the JSON of all facts; null: unreadable. */
type Fact = readonly [field: contract.LeadField, read: (text: string) => string | null]

/** How often each word was met that may mean “do not call”; a file may have a million different ones. */
const UNCLEAR_WORDS_MAX = 20
const UNCLEAR_CHARACTERS_MAX = 30
/** Enough of a cell that was left out to find it by. */
const DROPPED_CHARACTERS_MAX = 40
const NOTHING_DROPPED: readonly string[] = []

export class FactsReader {
  readonly #cell: (field: contract.LeadField) => string
  readonly #marks: (field: contract.LeadField) => readonly string[]
  readonly #phones: PhoneReader
  readonly #callable: ReadonlySet<string>
  readonly #facts: readonly Fact[]
  readonly #phoneFields: typeof PHONE_FIELDS
  readonly #emailFields: typeof EMAIL_FIELDS
  readonly #unreadable = { phones: 0, emails: 0, facts: 0 }
  /** Marks that a person should explain, with how often they were met. */
  readonly #unclear = new Map<string, number>()
  readonly #dates = { monthFirst: 0, dayFirst: 0, open: 0, example: '' }
  /** What the last row lost, in words: the field and its cell. */
  dropped = NOTHING_DROPPED

  /** @param marks the cells of a field that several columns may have */
  constructor(
    cell: (field: contract.LeadField) => string,
    marks: (field: contract.LeadField) => readonly string[],
    options: { phones: PhoneReader; today: string; mapping: contract.LeadMapping },
  ) {
    this.#cell = cell
    this.#marks = marks
    this.#phones = options.phones
    this.#callable = new Set(cell('callable').toLowerCase().split(readContacts.BETWEEN_MARKS).filter(Boolean))
    const { today, mapping } = options
    this.#phoneFields = PHONE_FIELDS.filter(([phone]) => mapping[phone])
    this.#emailFields = EMAIL_FIELDS.filter((email) => mapping[email])
    const years = { min: YEAR_MIN, max: Number(today.slice(0, 4)) + 1 }
    const order = contract.orderOf(mapping)
    const readLastSale = remembered((text) => {
      const date = readDate(text)
      const only: OrderVote = date.month === null ? 'dayFirst' : date.day === null ? 'monthFirst' : null
      return { fact: member('lastSaleOn', pastDayOf(date[order], today)), vote: date.month === date.day ? null : only }
    })
    this.#facts = [
      ['value', remembered((text) => member('valueCents', readCents(text)))],
      ['equityPercent', remembered((text) => member('equityPercent', readPercent(text)))],
      ['beds', remembered((text) => member('beds', readNumber(text, { min: 0, max: BEDS_MAX })))],
      ['yearBuilt', remembered((text) => member('yearBuilt', readNumber(text, years)))],
      [
        'lastSaleOn',
        (text) => {
          const { fact, vote } = readLastSale(text)
          this.noteDate(vote, text)
          return fact
        },
      ],
    ]
  }

  get leftOut(): LeadPreview['leftOut'] {
    const marks = [...this.#unclear].map(([word, rows]) => ({ word, rows })).sort((a, b) => b.rows - a.rows)
    const dates = this.#dates
    return {
      ...this.#unreadable,
      ...(marks.length > 0 ? { marks } : {}),
      ...(dates.monthFirst + dates.dayFirst + dates.open > 0 ? { dates } : {}),
    }
  }

  noteDate(vote: OrderVote, text: string): void {
    if (vote === null) return
    this.#dates[vote] += 1
    if (vote === 'open' && this.#dates.open === 1) this.#dates.example = text
  }

  #drop(kind: 'phones' | 'emails' | 'facts', field: contract.LeadField, text: string, count = 1): void {
    this.#unreadable[kind] += count
    const cell = text.replace(/\s+/g, ' ').slice(0, DROPPED_CHARACTERS_MAX)
    this.dropped = [...this.dropped, `${contract.factsOfField(field).name} “${cell}”`]
  }

  /** @returns phones and facts as JSON; do-not-call if the row says so */
  read(): { phones: string; emails: string[]; facts: string; isDoNotCall: boolean } {
    this.dropped = NOTHING_DROPPED
    return {
      phones: this.#readPhones(),
      emails: this.#readEmails(),
      facts: this.#readFacts(),
      isDoNotCall: this.#isMarked('doNotCall', false),
    }
  }

  /** Whether a remark in a column that nobody decided about forbids calls. */
  isForbidding(remark: string): boolean {
    if (!readContacts.forbidsCalls(remark) || readContacts.readMark(remark, this.#callable) === 'no') return false
    this.#noteUnclear(remark)
    return true
  }

  /** Whether any mark of a field says not to call. A blank one does beside a row's phone that may be called. */
  #isMarked(field: contract.LeadField, isBlankUnclear: boolean): boolean {
    let isMarked = false
    let hasNo = false
    let hasBlank = false
    for (const text of this.#marks(field)) {
      const mark = readContacts.readMark(text, this.#callable)
      isMarked ||= mark === 'yes' || mark === 'unclear'
      hasNo ||= mark === 'no'
      hasBlank ||= mark === 'blank'
      if (mark === 'unclear') this.#noteUnclear(text)
    }
    if (isMarked || hasNo || !hasBlank || !isBlankUnclear) return isMarked
    this.#noteUnclear('blank')
    return true
  }

  #noteUnclear(text: string): void {
    const word = text.slice(0, UNCLEAR_CHARACTERS_MAX)
    const rows = this.#unclear.get(word)
    if (rows !== undefined || this.#unclear.size < UNCLEAR_WORDS_MAX) this.#unclear.set(word, (rows ?? 0) + 1)
  }

  #readPhones(): string {
    const phones: LeadPhone[] = []
    let isOneClear = false
    for (const [, , doNotCall] of this.#phoneFields)
      isOneClear ||= this.#marks(doNotCall).some((text) => readContacts.readMark(text, this.#callable) === 'no')
    for (const [phone, kind, doNotCall] of this.#phoneFields) {
      const text = this.#cell(phone)
      if (text === '') continue
      const { found, unreadable } = readContacts.readPhoneCell(text, this.#phones)
      if (unreadable > 0) this.#drop('phones', phone, text, unreadable)
      if (found.length === 0) continue
      const isDoNotCall = this.#isMarked(doNotCall, isOneClear)
      const kindSaid = KIND_BY_WORD.get(this.#cell(kind).toLowerCase())
      for (const { number, kind: kindInCell, isRemarked } of found) {
        const known = phones.find((one) => one.number === number)
        if (known) known.isDoNotCall ||= isDoNotCall || isRemarked
        else phones.push({ number, kind: kindSaid ?? kindInCell ?? 'unknown', isDoNotCall: isDoNotCall || isRemarked })
      }
    }
    this.#markListed(phones)
    return JSON.stringify(phones)
  }

  /** Numbers of a cell that lists those not to call; one that the row has nowhere else is kept as such. */
  #markListed(phones: LeadPhone[]): void {
    const text = this.#cell('doNotCallPhones')
    if (text === '') return
    const { found, unreadable } = readContacts.readPhoneCell(text, this.#phones)
    if (unreadable > 0) this.#drop('phones', 'doNotCallPhones', text, unreadable)
    for (const { number, kind } of found) {
      const known = phones.find((phone) => phone.number === number)
      if (known) known.isDoNotCall = true
      else phones.push({ number, kind: kind ?? 'unknown', isDoNotCall: true })
    }
  }

  #readEmails(): string[] {
    const emails: string[] = []
    for (const field of this.#emailFields) {
      const text = this.#cell(field)
      if (text === '') continue
      const found = readContacts.readEmailCell(text)
      if (found.length === 0) this.#drop('emails', field, text)
      for (const email of found) if (!emails.includes(email)) emails.push(email)
    }
    return emails
  }

  #readFacts(): string {
    let json = ''
    for (const [field, read] of this.#facts) {
      const text = this.#cell(field)
      if (text === '') continue
      const fact = read(text)
      if (fact === null) this.#drop('facts', field, text)
      else json += json === '' ? fact : `,${fact}`
    }
    return `{${json}}`
  }
}

const TEXTS_KEPT_MAX = 20_000
/** A longer text may be a slice of the file's piece, and would keep that piece in memory. */
const KEPT_CHARACTERS_MAX = 12

/** A million rows repeat the same few values, so each text is read only once, as long as there are not too many. */
function remembered<Read>(read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const fact = read(text)
    if (text.length > KEPT_CHARACTERS_MAX) return fact
    if (known.size >= TEXTS_KEPT_MAX) known.clear()
    known.set(text, fact)
    return fact
  }
}

const member = (name: keyof LeadFacts, value: number | string | null): string | null =>
  value === null ? null : `"${name}":${JSON.stringify(value)}`

function readCents(text: string): number | null {
  const [, dollars, cents = ''] = MONEY.exec(text) ?? []
  return dollars === undefined ? null : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
}

function readPercent(text: string): number | null {
  const percent = Number(PERCENT.exec(text)?.[1] ?? Number.NaN)
  return percent <= 100 ? percent : null
}

function pastDayOf(ms: number | null, today: string): string | null {
  const day = ms === null ? '' : new Date(ms).toISOString().slice(0, 10)
  return day <= today && day >= '1700' ? day : null
}

function readNumber(text: string, { min, max }: { min: number; max: number }): number | null {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : null
}
