/**
 * What an API key looks like: `ly_live_<id>_<secret><checksum>`. The prefix and the checksum let secret scanners, such
 * as those of code hosts, recognize a key that leaked, and let the store refuse a mistyped one without a query.
 */
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { KEY_UNUSED_DAYS } from '#contract/keys/keys.ts'
import { days, minutes } from '#server/platform/clock.ts'

const PREFIX = 'ly_live_'
/** 256 bits. */
const SECRET_BYTES = 32
/** 62^43 is just above 2^256, and 62^6 above 2^32. */
const SECRET_LETTERS = 43
const CHECKSUM_LETTERS = 6
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID = '[0-9a-z]{22}'
const FORM = new RegExp(`^${PREFIX}(${ID})_([0-9A-Za-z]{${SECRET_LETTERS}})([0-9A-Za-z]{${CHECKSUM_LETTERS}})$`)
const KEY_LENGTH_MAX = 100
/** How often a use is recorded. */
export const USE_MS = minutes(1)
export const UNUSED_MS = days(KEY_UNUSED_DAYS)
/** Calls with a wrong key from one network. A valid key of the same network keeps working. */
export const FAILURES_MAX = 50
export const FAILURES_WINDOW_MS = minutes(15)

function inBase62(number: bigint, letters: number): string {
  let text = ''
  for (let rest = number; text.length < letters; rest /= 62n) text = BASE62[Number(rest % 62n)] + text
  return text
}

const checksumOf = (text: string): string => inBase62(BigInt(crc32(text)), CHECKSUM_LETTERS)

/** The beginning of a key, which is no secret. @param keyId `key_…` */
export const startOf = (keyId: string): string => `${PREFIX}${keyId.slice('key_'.length)}`

/** Makes the text of a new key. @param keyId `key_…` */
export function newKey(keyId: string): string {
  const secret = inBase62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LETTERS)
  const body = `${startOf(keyId)}_${secret}`
  return body + checksumOf(body)
}

/** Whether a text has the form of a key, with the right checksum. */
export function isLikeKey(text: string): boolean {
  if (text.length > KEY_LENGTH_MAX || !FORM.test(text)) return false
  return text.slice(-CHECKSUM_LETTERS) === checksumOf(text.slice(0, -CHECKSUM_LETTERS))
}

/** What the database keeps of a key. It has 256 random bits, so a fast hash suffices. */
export const hashOf = (key: string): string => hash('sha256', key, 'base64url')
