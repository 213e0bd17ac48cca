/**
 * Shows numbers of a workbook as a person sees them, but without rounding: a day is not `45000`, a ZIP keeps its zeros.
 * @see ECMA-376 part 1, sections 18.8.30 (numFmt) and 18.17.4 (dates and times)
 */
import { attribute, type XmlHandler } from './xml-reader.ts'

type Show = (value: string) => string

const DAY_MS = 86_400_000
/** Serial 1 is January 1, 1900, and 60 the February 29 that this year did not have. */
const [EPOCH_1900, EPOCH_1904] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)]
const LEAP_DAY_1900 = 60
const DAYS_MAX = 2_958_466
/** Spreadsheets keep fifteen digits; more are those of binary fractions. */
const DIGITS = 15
const CODE_CHARACTERS_MAX = 255

/** Formats that every program knows by their numbers: percents, days, times. */
function builtInCode(id: number): string {
  if (id === 9 || id === 10) return '0%'
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'yyyy'
  return (id >= 18 && id <= 21) || (id >= 45 && id <= 47) ? 'h:mm' : ''
}

/** A phone is not `5.12555E+9`, and a price not `79754.0`. */
export function plainNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return text
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? text : String(Number(number.toPrecision(DIGITS)))
}

function showDay(value: string, epoch: number): string {
  const serial = Number(value)
  if (!(serial >= 0 && serial < DAYS_MAX)) return plainNumber(value)
  const days = serial < LEAP_DAY_1900 && epoch === EPOCH_1900 ? serial + 1 : serial
  const iso = new Date(epoch + Math.round(days * (DAY_MS / 1_000)) * 1_000).toISOString()
  if (serial < 1) return iso.slice(11, 19)
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19)
}

/** For a code of zeros and dashes, like `00000-0000`. */
function showDigits(value: string, code: string): string {
  const places = code.replaceAll('-', '').length
  if (!/^\d+$/.test(value) || value.length > places) return plainNumber(value)
  const digits = value.padStart(places, '0')
  let at = 0
  return code.replace(/0/g, () => digits.charAt(at++))
}

function showOf(code: string, epoch: number): Show | null {
  const [first = ''] = code
    .slice(0, CODE_CHARACTERS_MAX)
    .replace(/\[[^\]]*\]/g, '')
    .split(';')
  const signs = first.replace(/"[^"]*"|[\\_*]./g, '')
  if (/[ydhs]|m/i.test(signs) && !/general/i.test(signs)) return (value) => showDay(value, epoch)
  if (signs.includes('%')) return (value) => `${plainNumber(String(Number(value) * 100))}%`
  const digits = first.replace(/\\(.)|"([^"]*)"/g, '$1$2')
  return /^0[0-]+$/.test(digits) ? (value) => showDigits(plainNumber(value), digits) : null
}

const [idOf, codeOf] = [attribute('numFmtId'), attribute('formatCode')]

/** Reads `styles.xml`, and knows by the number of a cell's style how to show it. */
export class NumberFormats implements XmlHandler {
  readonly #codes = new Map<number, string>()
  readonly #shows: (Show | null)[] = []
  readonly #epoch: number
  #isForCells = false

  constructor({ is1904 }: { is1904: boolean }) {
    this.#epoch = is1904 ? EPOCH_1904 : EPOCH_1900
  }

  open(name: string, attributes: string): void {
    const id = Number(idOf(attributes))
    if (name === 'numFmt') this.#codes.set(id, codeOf(attributes) ?? '')
    if (name === 'cellXfs') this.#isForCells = true
    if (name === 'xf' && this.#isForCells) this.#shows.push(showOf(this.#codes.get(id) ?? builtInCode(id), this.#epoch))
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isForCells = false
  }

  show(value: string, style: string | undefined): string {
    const show = style === undefined ? null : this.#shows[Number(style)]
    return show ? show(value) : plainNumber(value)
  }
}
