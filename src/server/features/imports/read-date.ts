/** Dates in the forms in which people and programs write them. */
import { days, hours, minutes } from '#server/platform/clock.ts'

/** A date in each order, in milliseconds as if its clock were that of UTC; null where there is none in that order. */
export interface DateReading {
  month: number | null
  day: number | null
  /** How far its zone is ahead of UTC; null if it does not say. */
  aheadMs: number | null
  /** It has the form of a date, but there is no such day: 2/30/2026. */
  isUnreal: boolean
}

const MONTHS = 'january,february,march,april,may,june,july,august,september,october,november,december'.split(',')
const CLOCK = String.raw`(?:(?:T|,? (?:at )?)(?<hour>\d{1,2}):?(?<minute>\d\d)(?::?(?<second>\d\d)(?:[.,]\d+)?)?(?: ?(?<half>[ap])\.?m\.?)?(?: ?(?<zone>Z|(?:UTC|GMT)?[+-]\d\d:?\d\d|UTC|GMT)(?: \(.*\))?)?)?`
const NAME = String.raw`(?<name>[a-z]{3,9})\.?`
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`
const YEAR = String.raw`(?<year>[12]\d{3}|\d\d)`
const FORMS = [
  String.raw`(?<year>[12]\d{3})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})`,
  String.raw`(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)`,
  String.raw`(?<first>\d{1,2})(?<sign>[-/.])(?<next>\d{1,2})\k<sign>${YEAR}`,
  // With the day of the week before it or not.
  `(?:[a-z]{3,9},? )?${DAY}[-/ ]?${NAME},?[-/ ]?${YEAR}`,
  `(?:[a-z]{3,9},? )?${NAME}[- ]?${DAY},?[- ]${YEAR}`,
].map((form) => new RegExp(`^${form}${CLOCK}$`, 'i'))
/** A spreadsheet counts days since 1899; these are from 1927 to 2064. Programs count milliseconds or seconds since 1970. */
const SPREADSHEET = /^[1-5]\d{4}(?:\.\d+)?$/
const SPREADSHEET_1970 = 25_569
const SINCE_1970 = /^(?:\d{13}|1\d{9})$/
/** Years of two digits are those of the last century from here. */
const LAST_CENTURY_FROM = 40
type Groups = Record<string, string | undefined>
const UNREADABLE: DateReading = { month: null, day: null, aheadMs: null, isUnreal: false }

const inBothOrders = (ms: number, aheadMs: number | null): DateReading => {
  return { month: ms, day: ms, aheadMs, isUnreal: false }
}

function readNumber(text: string): DateReading | null {
  const seconds = Math.round((Number(text) - SPREADSHEET_1970) * (days(1) / 1_000))
  if (SPREADSHEET.test(text)) return inBothOrders(seconds * 1_000, null)
  if (!SINCE_1970.test(text)) return null
  const ms = text.length === 13 ? Number(text) : Number(text) * 1_000
  // Programs write a day without a time as its midnight in UTC.
  return inBothOrders(ms, ms % days(1) === 0 ? null : 0)
}

/** @returns the time of day in milliseconds; null if there is none like it */
function readClock({ hour = '0', minute = '0', second = '0', half }: Groups): number | null {
  const isReal = half ? Number(hour) >= 1 && Number(hour) <= 12 : Number(hour) < 24
  if (!isReal || Number(minute) > 59 || Number(second) > 59) return null
  const hourOfDay = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return hours(hourOfDay) + minutes(Number(minute)) + Number(second) * 1_000
}

function readZone(zone: string): number {
  const [, sign, hour, minute] = /([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  return sign ? (sign === '-' ? -1 : 1) * (hours(Number(hour)) + minutes(Number(minute))) : 0
}

/**
 * Reads a day, or a moment, in any form that spreadsheets, CRMs and people write it in. A number like 3/4/2026 is read in
 * both orders, because only the whole file tells which one it means.
 */
export function readDate(text: string): DateReading {
  const number = readNumber(text)
  if (number) return number
  const plain = text.replace(/\s+/g, ' ')
  let found: Groups | undefined
  for (const form of FORMS) found ??= form.exec(plain)?.groups
  const clock = found ? readClock(found) : null
  if (!found || clock === null) return UNREADABLE
  const { year = '', month, day, name, first, next, zone } = found
  const fullYear = year.length === 4 ? Number(year) : Number(year) + (Number(year) < LAST_CENTURY_FROM ? 2_000 : 1_900)
  const named = name && MONTHS.findIndex((one) => one.startsWith(name.toLowerCase())) + 1
  let isUnreal = false
  const dateOf = (month: number, day: number): number | null => {
    const ms = Date.UTC(fullYear, month - 1, day)
    if (month >= 1 && month <= 12 && day >= 1 && day <= 31) {
      // A February 30 would silently become a day in March.
      if (new Date(ms).getUTCDate() === day) return ms + clock
      isUnreal = true
    }
    return null
  }
  const aheadMs = zone ? readZone(zone) : null
  if (first === undefined) {
    const ms = dateOf(Number(named ?? month), Number(day))
    return { month: ms, day: ms, aheadMs, isUnreal }
  }
  const [one, other] = [Number(first), Number(next)]
  return { month: dateOf(one, other), day: dateOf(other, one), aheadMs, isUnreal }
}
