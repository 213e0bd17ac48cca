/** What else a row may say: phones, email addresses, facts of the property. Unreadable values are left out and counted. */
import type { LeadField } from '#contract/admin/lead-file-fields.ts'
import type { LeadFacts, LeadPhone } from '#server/features/stock/lead-tables.ts'
import type { PhoneReader } from '#server/platform/phone-reader.ts'
import { readDay } from './read-moment.ts'

type PhoneKind = LeadPhone['kind']

const KIND_BY_WORD: ReadonlyMap<string, PhoneKind> = new Map([
  ['mobile', 'mobile'],
  ['cell', 'mobile'],
  ['cellular', 'mobile'],
  ['wireless', 'mobile'],
  ['cell phone', 'mobile'],
  ['landline', 'landline'],
  ['land line', 'landline'],
  ['residential', 'landline'],
  ['home', 'landline'],
  ['fixed', 'landline'],
  ['voip', 'voip'],
  ['fixed voip', 'voip'],
  ['non-fixed voip', 'voip'],
])
const NO_WORDS = new Set(['', 'n', 'no', 'false', '0', 'f', 'callable', 'not listed'])

const PHONE_FIELDS = [
  ['phone1', 'phone1Kind', 'phone1DoNotCall'],
  ['phone2', 'phone2Kind', 'phone2DoNotCall'],
  ['phone3', 'phone3Kind', 'phone3DoNotCall'],
] as const
const EMAIL_FIELDS = ['email1', 'email2'] as const

/** Good enough to tell an address from a remark. Whether it works, only sending an email can show. */
const EMAIL = /^[^\s@",;:<>()[\]\\]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/
const EMAIL_CHARACTERS_MAX = 254
const MONEY = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2}))?$/
const PERCENT = /^(\d{1,3})(?:\.\d+)?\s*%?$/
const NUMBER = /^\d{1,4}(?:\.0+)?$/
const BEDS_MAX = 99
/** The oldest house that lists of today mention. */
const YEAR_MIN = 1600

/** A cell, and its value as a member of the JSON of all facts; null: unreadable. */
type Fact = readonly [field: LeadField, read: (text: string) => string | null]

/** Reads what else a row may say. */
export class FactsReader {
  readonly #cell: (field: LeadField) => string
  readonly #phones: PhoneReader
  readonly #facts: readonly Fact[]
  readonly leftOut = { phones: 0, emails: 0, facts: 0 }

  constructor(cell: (field: LeadField) => string, options: { phones: PhoneReader; today: string }) {
    this.#cell = cell
    this.#phones = options.phones
    const { today } = options
    const years = { min: YEAR_MIN, max: Number(today.slice(0, 4)) + 1 }
    this.#facts = [
      ['value', remembered((text) => member('valueCents', readCents(text)))],
      ['equityPercent', remembered((text) => member('equityPercent', readPercent(text)))],
      ['beds', remembered((text) => member('beds', readNumber(text, { min: 0, max: BEDS_MAX })))],
      ['yearBuilt', remembered((text) => member('yearBuilt', readNumber(text, years)))],
      ['lastSaleOn', remembered((text) => member('lastSaleOn', readPastDay(text, today)))],
    ]
  }

  /** @returns phones and facts as JSON; do-not-call if the row or all of its phones say so */
  read(): { phones: string; emails: string[]; facts: string; isDoNotCall: boolean } {
    return {
      phones: this.#readPhones(),
      emails: this.#readEmails(),
      facts: this.#readFacts(),
      isDoNotCall: isYes(this.#cell('doNotCall')),
    }
  }

  #readPhones(): string {
    let json = ''
    const numbers: string[] = []
    for (const [phone, kind, doNotCall] of PHONE_FIELDS) {
      const text = this.#cell(phone)
      if (text === '') continue
      const number = this.#phones.read(text)
      if (number === null) this.leftOut.phones += 1
      else if (!numbers.includes(number)) {
        numbers.push(number)
        const kindName = KIND_BY_WORD.get(this.#cell(kind).toLowerCase()) ?? 'unknown'
        const isDoNotCall = isYes(this.#cell(doNotCall))
        json += `${json === '' ? '' : ','}{"number":"${number}","kind":"${kindName}","isDoNotCall":${isDoNotCall}}`
      }
    }
    return `[${json}]`
  }

  #readEmails(): string[] {
    const emails: string[] = []
    for (const field of EMAIL_FIELDS) {
      const text = this.#cell(field).toLowerCase()
      if (text === '') continue
      if (text.length > EMAIL_CHARACTERS_MAX || !EMAIL.test(text)) this.leftOut.emails += 1
      else if (!emails.includes(text)) emails.push(text)
    }
    return emails
  }

  #readFacts(): string {
    let json = ''
    for (const [field, read] of this.#facts) {
      const text = this.#cell(field)
      if (text === '') continue
      const fact = read(text)
      if (fact === null) this.leftOut.facts += 1
      else json += json === '' ? fact : `,${fact}`
    }
    return `{${json}}`
  }
}

const TEXTS_KEPT_MAX = 20_000
/** A longer text may be a slice of the file's piece, and would keep that piece in memory. */
const KEPT_CHARACTERS_MAX = 12

/** A million rows repeat the same few values, so each text is read only once, as long as there are not too many. */
function remembered(read: (text: string) => string | null): (text: string) => string | null {
  const known = new Map<string, string | null>()
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

/** A member of a JSON object; null if unreadable. */
const member = (name: keyof LeadFacts, value: number | string | null): string | null =>
  value === null ? null : `"${name}":${JSON.stringify(value)}`

/** Anything other than "no" means: do not call. */
const isYes = (text: string): boolean => text !== '' && !NO_WORDS.has(text.toLowerCase())

function readCents(text: string): number | null {
  const [, dollars, cents = ''] = MONEY.exec(text) ?? []
  return dollars === undefined ? null : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
}

function readPercent(text: string): number | null {
  const percent = Number(PERCENT.exec(text)?.[1] ?? Number.NaN)
  return percent <= 100 ? percent : null
}

function readPastDay(text: string, today: string): string | null {
  const day = readDay(text)
  return day !== null && day <= today && day >= '1700' ? day : null
}

function readNumber(text: string, { min, max }: { min: number; max: number }): number | null {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : null
}
