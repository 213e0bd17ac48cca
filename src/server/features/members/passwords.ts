/**
 * Hashes members' passwords with argon2id at OWASP's parameters. It takes 19 MiB and half the CPU time of the scrypt
 * that was used before (32 MiB). Older hashes still work and are replaced at the next login.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
import { argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { limitConcurrency } from '#server/platform/limit-concurrency.ts'

/** What a new hash costs. Tests make it cheap (`src/testing/cheap-passwords.ts`); nothing else changes it. */
export const PASSWORD_FIGURES = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
const prefix = (): string =>
  `$argon2id$v=19$m=${PASSWORD_FIGURES.memory},t=${PASSWORD_FIGURES.passes},p=${PASSWORD_FIGURES.parallelism}$`
/** Salt and tag are of our lengths, in base64 without padding. */
const ARGON2_HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]{22})\$([\w+/]{43})$/

/** Parameters of hashes from a library that earlier versions used: `<salt>:<key>` in hex, with the salt taken as text. */
const FORMER = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_024 * 1_024 }
const FORMER_KEY_BYTES = 64

/**
 * Two of Node's four threads, which also read files and resolve names. Many simultaneous logins wait their turn and
 * take at most 38 MiB (64 MiB with older hashes).
 */
const inTurn = limitConcurrency(2)

const argon2id = promisify(argon2)
const deriveFormer = promisify<string, string, number, typeof FORMER, Buffer>(scrypt)

const digest = (password: string, nonce: Buffer, figures = PASSWORD_FIGURES): Promise<Buffer> =>
  inTurn(() => argon2id('argon2id', { ...figures, tagLength: TAG_BYTES, message: password.normalize('NFKC'), nonce }))

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Hashes a password, in the format that all argon2 libraries read. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return `${prefix()}${unpadded(salt)}$${unpadded(await digest(password, salt))}`
}

/** Whether a password matches a hash, made by this or an earlier version of the store. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const argon2Hash = ARGON2_HASH.exec(hash)
  if (argon2Hash) {
    const [, memory, passes, parallelism, salt = '', tag = ''] = argon2Hash
    const figures = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    return isSame(await digest(password, Buffer.from(salt, 'base64'), figures), Buffer.from(tag, 'base64'))
  }
  const [salt, key] = hash.split(':')
  if (!salt || !key) return false
  const found = await inTurn(() => deriveFormer(password.normalize('NFKC'), salt, FORMER_KEY_BYTES, FORMER))
  return isSame(found, Buffer.from(key, 'hex'))
}

/** Whether a hash was made with parameters other than today's. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(prefix())

const isSame = (found: Buffer, expected: Buffer): boolean =>
  found.length === expected.length && timingSafeEqual(found, expected)
