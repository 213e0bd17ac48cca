/** What a row may say besides: phones, mail addresses, facts of the property. What cannot be read is left out and counted. */
import type { LeadField } from '#contract/admin/lead-file-fields.ts'
import type { LeadPhone } from '#server/features/stock/lead-tables.ts'
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

/** Good enough to tell an address from a remark; only a mail shows whether it is one. */
const EMAIL = /^[^\s@",;:<>()[\]\\]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/
const EMAIL_CHARACTERS_MAX = 254
const MONEY = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2}))?$/
const PERCENT = /^(\d{1,3})(?:\.\d+)?\s*%?$/
const NUMBER = /^\d{1,4}(?:\.0+)?$/
const BEDS_MAX = 99
/** The oldest house that lists of today name. */
const YEAR_MIN = 1600

/** Reads what a row may say besides. */
export class FactsReader {
  readonly #cell: (field: LeadField) => string
  readonly #phones: PhoneReader
  readonly #today: string
  readonly #days = new Map<string, string | null>()
  readonly leftOut = { phones: 0, emails: 0, facts: 0 }

  constructor(cell: (field: LeadField) => string, options: { phones: PhoneReader; today: string }) {
    this.#cell = cell
    this.#phones = options.phones
    this.#today = options.today
  }

  /** @returns phones and facts as JSON; nobody may call where the row or all of its phones say so */
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
    for (const [phone, kind, doNotCall] of PHONE_FIELDS) {
      const text = this.#cell(phone)
      if (text === '') continue
      const number = this.#phones.read(text)
      if (number === null) this.leftOut.phones += 1
      else if (!json.includes(number)) {
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
    const add = (name: string, value: number | string | null) => {
      if (value === null) this.leftOut.facts += 1
      else json += `${json === '' ? '' : ','}"${name}":${typeof value === 'string' ? `"${value}"` : value}`
    }
    const value = this.#cell('value')
    if (value !== '') add('valueCents', readCents(value))
    const equity = this.#cell('equityPercent')
    if (equity !== '') add('equityPercent', readPercent(equity))
    const beds = this.#cell('beds')
    if (beds !== '') add('beds', readNumber(beds, 0, BEDS_MAX))
    const yearBuilt = this.#cell('yearBuilt')
    if (yearBuilt !== '') add('yearBuilt', readNumber(yearBuilt, YEAR_MIN, Number(this.#today.slice(0, 4)) + 1))
    const lastSale = this.#cell('lastSaleOn')
    if (lastSale !== '') add('lastSaleOn', this.#readPastDay(lastSale))
    return `{${json}}`
  }

  #readPastDay(text: string): string | null {
    const known = this.#days.get(text)
    if (known !== undefined) return known
    const day = readDay(text)
    const past = day !== null && day <= this.#today && day >= '1700' ? day : null
    if (this.#days.size > 50_000) this.#days.clear()
    this.#days.set(text, past)
    return past
  }
}

/** Where people say something else than no, nobody should be called. */
const isYes = (text: string): boolean => text !== '' && !NO_WORDS.has(text.toLowerCase())

function readCents(text: string): number | null {
  const [, dollars, cents = ''] = MONEY.exec(text) ?? []
  return dollars === undefined ? null : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
}

function readPercent(text: string): number | null {
  const percent = Number(PERCENT.exec(text)?.[1] ?? Number.NaN)
  return percent <= 100 ? percent : null
}

function readNumber(text: string, min: number, max: number): number | null {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : null
}
