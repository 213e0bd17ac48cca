import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/**
 * Guesses that a password must withstand: as many as six random characters, the shortest allowed. A stranger gets 10
 * per 15 minutes at the login, so a million take three years.
 */
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
    translations: {
      ...english.translations,
      warnings: { ...english.translations.warnings, userInputs: OWN_WORDS },
    },
    maxLength: LOOKED_AT_MAX,
    l33tMaxSubstitutions: SUBSTITUTIONS_MAX,
  })
}

/** Loaded at the first new password: the word lists take 0.3 s and 60 MB. */
let estimator: ReturnType<typeof load> | undefined

/** The part of the store that the rule needs. */
type Brand = { readonly config: Pick<PlatformContext['config'], 'brand'> }

/** Words about a member that are public knowledge, longest first. */
function ownWords(ctx: Brand, member: { username: string; email: string }): string[] {
  const whole = [member.username, member.email, ctx.config.brand.name]
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  return [...new Set([...whole, ...parts].map((word) => word.toLowerCase()))]
    .filter((word) => word.length >= OWN_WORD_MIN)
    .sort((a, b) => b.length - a.length)
}

/**
 * Refuses a password that is easy to guess and says why. The member's name and address and the brand do not count: the
 * rest must be hard to guess without them.
 *
 * @throws Refusal `password_guessable`
 */
export async function checkNewPassword(
  ctx: Brand,
  password: string,
  member: { username: string; email: string },
): Promise<void> {
  estimator ??= load()
  const zxcvbn = await estimator
  const words = ownWords(ctx, member)
  const whole = zxcvbn.check(password, words)
  const rest = words.reduce((text, word) => text.replaceAll(new RegExp(escaped(word), 'giu'), ''), password)
  const isOwn = rest !== password && zxcvbn.check(rest, words).guesses < GUESSES_MIN
  if (whole.guesses >= GUESSES_MIN && !isOwn) return
  const reason = isOwn ? OWN_WORDS : whole.feedback.warning
  const sentences = ['This password is too easy to guess.', reason, HELP]
  throw new Refusal('password_guessable', { message: sentences.filter(Boolean).join(' ') })
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
