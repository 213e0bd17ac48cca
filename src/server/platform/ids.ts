/** Ids start with the millisecond of their creation, so that rows made together are together in the index. */
import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const REFERENCE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Asking the system for random bytes costs the same for 16 as for 4,096, and a hold needs them twice. */
const RANDOM_BYTES_AT_ONCE = 4_096
let random = Buffer.alloc(0)
let randomUsed = 0

function takeRandomBytes(count: number): Buffer {
  if (randomUsed + count > random.length) {
    random = randomBytes(RANDOM_BYTES_AT_ONCE)
    randomUsed = 0
  }
  randomUsed += count
  return random.subarray(randomUsed - count, randomUsed)
}

function randomText(length: number, alphabet: string): string {
  // 32 letters take 5 bits and divide a byte evenly; for other alphabets the slight bias is harmless in a reference.
  let text = ''
  for (const byte of takeRandomBytes(length)) text += alphabet[byte % alphabet.length]
  return text
}

/** Returns a new id such as `hld_01k9…`: 9 letters of time, 13 random ones (65 bits), unique across nodes. */
export function newId(prefix: string, clock: Clock): string {
  let time = clock.now().getTime()
  let stamp = ''
  for (let index = 0; index < 9; index += 1) {
    stamp = ALPHABET[time % 32] + stamp
    time = Math.floor(time / 32)
  }
  return `${prefix}_${stamp}${randomText(13, ALPHABET)}`
}

/** Returns when an id was made, in milliseconds since 1970; NaN for what is no id of `newId`. */
export function timeOfId(id: string): number {
  const stamp = /_([0-9a-z]{9})/.exec(id)?.[1] ?? ''
  if (stamp === '') return Number.NaN
  return [...stamp].reduce((time, letter) => {
    const digit = ALPHABET.indexOf(letter)
    return digit < 0 ? Number.NaN : time * 32 + digit
  }, 0)
}

/** A public name for an order, e.g. `LY-7K3M9QXD`: 8 random letters out of 30; the database keeps it unique. */
export const newReference = (): string => `LY-${randomText(8, REFERENCE_ALPHABET)}`

/** 192 random bits for cookies, safe in URLs and headers. */
export const newToken = (): string => takeRandomBytes(24).toString('base64url')

/** What is stored of a secret that a browser holds, so that a copied database opens no one's cart. */
export const fingerprint = (secret: string): string => hash('sha256', secret, 'base64url').slice(0, 32)

/** An unguessable text that only this store can derive from a name: 160 bits of HMAC-SHA-256. */
export const deriveToken = (secret: string, purpose: string, name: string): string =>
  createHmac('sha256', secret).update(`${purpose}\0${name}`).digest('base64url').slice(0, 27)
