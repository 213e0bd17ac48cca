import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits, as in Stripe's ids; unpredictable, because client secrets and keys are made from them too. */
export function randomToken(length: number): string {
  // 256 is not a multiple of 62; the slight bias toward the first letters does not matter with 24 random characters.
  return Array.from(takeRandom(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

const POOL_BYTES = 4096
let pool = Buffer.alloc(0)

/** Takes random bytes from a buffer filled at once: asking the system for a few at a time was a tenth of a call's work. */
function takeRandom(length: number): Buffer {
  if (pool.length < length) pool = randomBytes(POOL_BYTES)
  const taken = pool.subarray(0, length)
  pool = pool.subarray(length)
  return taken
}

/** A new id with Stripe's prefix, such as `pi_3Q…`. */
export const newId = (prefix: string): string => `${prefix}_3${randomToken(23)}`

/** Compares secrets in constant time. */
export function isSameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
