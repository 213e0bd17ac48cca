/**
 * Hashes members' passwords with argon2id at OWASP's parameters, and finds out whether one is easy to guess.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { limitConcurrency } from '#server/platform/process/limit-concurrency.ts'

/** As many as six random characters, the shortest allowed: at 10 per 15 minutes, a stranger needs three years. */
const GUESSES_MIN = 1_000_000
/** Checking more takes up to a second of CPU, and 32 characters that are hard to guess are enough. */
const LOOKED_AT_MAX = 32
/** Same reason: each letter that may stand for another doubles the work. */
const SUBSTITUTIONS_MAX = 10
/** Shorter parts of a name are ignored, because they occur in too many words. */
const OWN_WORD_MIN = 3
const HELP = 'Choose a longer one, or several unrelated words.'
const OWN_WORDS = 'Your name, your address and the name of this store are the first that others try.'

async function load() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: { ...english.translations, warnings: { ...english.translations.warnings, userInputs: OWN_WORDS } },
    maxLength: LOOKED_AT_MAX,
    l33tMaxSubstitutions: SUBSTITUTIONS_MAX,
  })
}

/** Loaded at the first new password: the word lists take 0.3 s and 60 MB. */
let estimator: ReturnType<typeof load> | undefined
type Brand = { readonly config: Pick<PlatformContext['config'], 'brand'> }

/** Words about a member that are public knowledge, longest first. */
function ownWords(ctx: Brand, member: { username: string; email: string }): string[] {
  const whole = [member.username, member.email, ctx.config.brand.name]
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  return [...new Set([...whole, ...parts].map((word) => word.toLowerCase()))]
    .filter((word) => word.length >= OWN_WORD_MIN)
    .sort((a, b) => b.length - a.length)
}

/** Name, address and brand count for nothing in it. @throws Refusal `password_guessable` with the reason */
export async function checkNewPassword(ctx: Brand, password: string, member: { username: string; email: string }) {
  estimator ??= load()
  const zxcvbn = await estimator
  const words = ownWords(ctx, member)
  const whole = zxcvbn.check(password, words)
  const rest = words.reduce((text, word) => text.replaceAll(new RegExp(escaped(word), 'giu'), ''), password)
  const isOwn = rest !== password && zxcvbn.check(rest, words).guesses < GUESSES_MIN
  if (whole.guesses >= GUESSES_MIN && !isOwn) return
  const reason = isOwn ? OWN_WORDS : whole.feedback.warning
  const message = ['This password is too easy to guess.', reason, HELP].filter(Boolean).join(' ')
  throw new Refusal('password_guessable', { message })
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** @throws Refusal `passwords_off` in a store whose members log in at the issuer or with passkeys only */
export function requirePasswords({ config }: Pick<PlatformContext, 'config'>): void {
  if (!config.hasPasswords) throw new Refusal('passwords_off')
}

/** What a new hash costs. Tests make it cheap (`src/testing/cheap-passwords.ts`); nothing else changes it. */
export const PASSWORD_FIGURES = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
const prefix = (): string =>
  `$argon2id$v=19$m=${PASSWORD_FIGURES.memory},t=${PASSWORD_FIGURES.passes},p=${PASSWORD_FIGURES.parallelism}$`
/** Salt and tag are of our lengths, in base64 without padding. */
const ARGON2_HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]{22})\$([\w+/]{43})$/
/** Two of Node's four threads, which also read files and resolve names: at most 38 MiB. */
const inTurn = limitConcurrency(2)
const argon2id = promisify(argon2)

const digest = (password: string, nonce: Buffer, figures = PASSWORD_FIGURES): Promise<Buffer> =>
  inTurn(() => argon2id('argon2id', { ...figures, tagLength: TAG_BYTES, message: password.normalize('NFKC'), nonce }))

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Hashes a password, in the format that all argon2 libraries read. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return `${prefix()}${unpadded(salt)}$${unpadded(await digest(password, salt))}`
}

/** Whether a password matches a hash, made with these parameters or others. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = ARGON2_HASH.exec(hash)
  if (!parts) return false
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const figures = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return timingSafeEqual(await digest(password, Buffer.from(salt, 'base64'), figures), Buffer.from(tag, 'base64'))
}

/** Whether a hash was made with parameters other than today's. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(prefix())
