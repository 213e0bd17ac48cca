/** Phones and emails as people and programs write them in cells, several in one. Runs a million times per file. */
import type { PhoneReader } from '#server/platform/text/phone-numbers.ts'

export type CellPhoneKind = 'mobile' | 'landline' | 'voip'

export interface CellPhone {
  number: string
  /** As the cell says it: `(mobile)`, `M: 512…`. */
  kind: CellPhoneKind | null
  /** The cell says something else about it, such as “DNC” or “wrong”. */
  isRemarked: boolean
}

const PLAIN_WORD =
  /^(?:mobile|cell|cellular|wireless|home|work|office|landline|land|line|voip|residential|[mcwlhrvxe]|tel|phone|number|ext|extension|primary|main|best|or)$/
const BETWEEN_PHONES = /[,;|/&\n]|\s+or\s+/i
const KIND_SIGNS: readonly (readonly [RegExp, CellPhoneKind])[] = [
  [/\b(?:mobile|cell|wireless)\b|\((?:m|c|w)\)|^(?:m|c|w)\s*[:.]/i, 'mobile'],
  [/\b(?:landline|land|home|residential)\b|\((?:l|h|r)\)|^(?:l|h|r)\s*[:.]/i, 'landline'],
  [/\bvoip\b|\(v\)|^v\s*[:.]/i, 'voip'],
]
/** `="5125550101"`, `'5125550101`, `tel:…`, `5125550101.0`, `x12` */
const AROUND = /^(?:=?["']+|tel:|[a-z]+\s*[:.])+\s*|(?:\s*(?:\([a-z ]*\)|["']+|\.0+|\b[a-z]+))+$/gi
const EXTENSION = /[\s,]*(?:ext?\.?|extension|x|#)\s*\d{1,6}$/i
const FROM_ABROAD = /^(?:001|011\s*1)(?=\D*\d{3}\D*\d{3}\D*\d{4}$)/

function readOne(text: string, phones: PhoneReader): CellPhone | null {
  const kind = KIND_SIGNS.find(([sign]) => sign.test(text))?.[1] ?? null
  const bare = text.replace(AROUND, '').replace(EXTENSION, '').replace(AROUND, '').replace(FROM_ABROAD, '').trim()
  const number = phones.read(bare)
  const isRemarked = (text.toLowerCase().match(/[a-z]+/g) ?? []).some((word) => !PLAIN_WORD.test(word))
  return number === null ? null : { number, kind, isRemarked }
}

/** A longer cell is a note. */
const PHONE_CHARACTERS_MAX = 300

/** @returns the numbers of a cell, and how many of its parts are none */
export function readPhoneCell(text: string, phones: PhoneReader): { found: readonly CellPhone[]; unreadable: number } {
  const plain = phones.read(text)
  if (plain !== null) return { found: [{ number: plain, kind: null, isRemarked: false }], unreadable: 0 }
  if (text.length > PHONE_CHARACTERS_MAX) return { found: [], unreadable: 1 }
  const parts = text
    .split(BETWEEN_PHONES)
    .map((part) => part.trim())
    .filter(Boolean)
  const read = parts.map((part) => readOne(part, phones))
  const found = read.filter((phone) => phone !== null)
  return { found, unreadable: read.length - found.length }
}

const BETWEEN_EMAILS = /[,;|\s]+|\s+or\s+/i
const AROUND_EMAIL = /^(?:mailto:|[<("'])+|[>)"'.]+$/gi
/** Good enough to tell an address from a remark. Whether it works, only sending an email can show. */
const EMAIL = /^[^\s@",;:<>()[\]\\]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/
const EMAIL_CHARACTERS_MAX = 254

/** @returns the addresses of a cell in lowercase; none if it has none: a name beside an address is not unreadable */
export function readEmailCell(text: string): string[] {
  const parts = text
    .toLowerCase()
    .split(BETWEEN_EMAILS)
    .map((part) => part.replace(AROUND_EMAIL, ''))
  return parts.filter((part) => part.length <= EMAIL_CHARACTERS_MAX && EMAIL.test(part))
}

/** Words that forbid calls wherever they are, as in tags and remarks. */
const FORBIDDING =
  /\bdn[cd]\b|\bdo(?: not|n['’]?t)[ -](?:call|contact|text|disturb|solicit)|\blitig|\bopt(?:ed)?[ -]?out|\bunsubscribe|\bsuppress|\btcpa\b|\b(?:no|stop) calls?\b/i
export const forbidsCalls = (text: string): boolean => FORBIDDING.test(text)

/** What a cell says about calling. `unclear` counts as “do not call” until a person says otherwise. */
export type Mark = 'yes' | 'no' | 'blank' | 'unclear'

const words = (text: string): ReadonlySet<string> => new Set(text.split(', '))
const NO = words(
  'n, no, false, f, 0, callable, not listed, not on list, not dnc, clean, clear, good, ok, okay, connected, correct, reachable',
)
const YES = words(
  'y, yes, true, t, 1, x, dnc, do not call, listed, on list, federal, state, internal, federal dnc, state dnc, litigator, opted out, opt out, unsubscribed, blocked, bad, wrong, wrong number, invalid, inactive, disconnected, dead, dnd',
)

export const BETWEEN_MARKS = /\s*[,;|]\s*/

function readWord(word: string, callable: ReadonlySet<string>): Mark {
  if (callable.has(word)) return 'no'
  // Where “yes” may be called, “no” says the opposite.
  if (NO.has(word)) return callable.has('yes') || callable.has('y') || callable.has('true') ? 'unclear' : 'no'
  return YES.has(word) ? 'yes' : 'unclear'
}

/** @param callable words that a person said mean “may be called”, in lowercase; `blank` for none */
export function readMark(text: string, callable: ReadonlySet<string>): Mark {
  const whole = text.toLowerCase()
  if (whole === '') return callable.has('blank') ? 'no' : 'blank'
  const mark = readWord(whole, callable)
  if (mark !== 'unclear') return mark
  const marks = whole.split(BETWEEN_MARKS).map((word) => readWord(word, callable))
  return marks.includes('yes') ? 'yes' : marks.includes('unclear') ? 'unclear' : 'no'
}

const NO_CONSENT =
  /^(?:n|no(?: consent)?|not .*|false|f|0|never|un\w+|declined|denied|refused|revoked|withdrawn|expired|pending)$/i
/** Whether a cell of a column for consent gives it: “Opt in: No” does not. */
export const isConsent = (text: string): boolean => !NO_CONSENT.test(text) && !forbidsCalls(text)
