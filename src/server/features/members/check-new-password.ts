import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/**
 * Guesses that a password must withstand: those of six random characters, the shortest that SPEC.md allows. A stranger has
 * 10 per 15 minutes at the log-in, a million take three years.
 */
const GUESSES_MIN = 1_000_000

/** Looking further takes up to a second of the processor, and 32 characters that are hard to guess are enough. */
const LOOKED_AT_MAX = 32
/** As above: each letter that may stand for another doubles the work. */
const SUBSTITUTIONS_MAX = 10

/** Shorter parts of a name are left in: they are in too many words. */
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

/** What the rule has to know of the store. */
type Brand = { readonly config: Pick<PlatformContext['config'], 'brand'> }

/** The words of a member that anybody knows, the longest first. */
function ownWords(ctx: Brand, member: { username: string; email: string }): string[] {
  const whole = [member.username, member.email, ctx.config.brand.name]
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  return [...new Set([...whole, ...parts].map((word) => word.toLowerCase()))]
    .filter((word) => word.length >= OWN_WORD_MIN)
    .sort((a, b) => b.length - a.length)
}

/**
 * Refuses a password that is guessed soon, and says why. The member's name and address and the brand count for nothing: what
 * is left without them must be hard to guess as well.
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
  const sentences = ['This password is easy to guess.', reason, HELP]
  throw new Refusal('password_guessable', { message: sentences.filter(Boolean).join(' ') })
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
