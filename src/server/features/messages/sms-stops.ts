/** Handles replies to texts. STOP applies until START, whatever the store has to say. */
import type { PlatformContext } from '#server/platform/context.ts'
import { deriveToken } from '#server/platform/ids.ts'
import { textableNumber } from '#server/platform/phone-numbers.ts'
import { storeReply } from './sms-queries.ts'

/**
 * Returns the key of a number in `sms_stops`. It is a keyed fingerprint, so the table is not a list of numbers. @param
 * number as E.164
 */
export const numberKeyOf = (ctx: Pick<PlatformContext, 'secrets'>, number: string): string =>
  deriveToken(ctx.secrets.fingerprints, 'sms-number', number)

type Keyword = 'STOP' | 'UNSTOP' | 'HELP'

/** The words that carriers require. @see https://help.twilio.com/articles/223134027 */
const KEYWORDS: Readonly<Record<Keyword, ReadonlySet<string>>> = {
  STOP: new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT', 'OPT-OUT']),
  UNSTOP: new Set(['START', 'UNSTOP', 'YES']),
  HELP: new Set(['HELP', 'INFO']),
}

const isKeyword = (word: string): word is Keyword => Object.hasOwn(KEYWORDS, word)

/**
 * Finds the keyword of a reply, if it is one: the whole reply counts, not a word in a sentence, except for "stop …" and
 * "please stop …".
 */
export function keywordOf(fields: { body: string; optOutType: string | null }): Keyword | null {
  // Set if the service itself was told to handle keywords, in any language.
  const told = fields.optOutType?.toUpperCase() === 'START' ? 'UNSTOP' : fields.optOutType?.toUpperCase()
  if (told && isKeyword(told)) return told
  const words = fields.body
    .toUpperCase()
    .replace(/[^A-Z -]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const found = (Object.keys(KEYWORDS) as Keyword[]).find((keyword) => KEYWORDS[keyword].has(words))
  // Someone who writes "please stop texting me" means it. If we are wrong here, it costs one text.
  return found ?? (/^(PLEASE )?(STOP|UNSUBSCRIBE)\b/.test(words) ? 'STOP' : null)
}

/**
 * Stores a reply to a text, once by its id. Replies without a keyword, or from something that is not a number, are
 * dropped and not stored.
 */
export async function receiveReply(ctx: PlatformContext, fields: URLSearchParams): Promise<void> {
  const eventId = fields.get('MessageSid')
  const number = textableNumber(fields.get('From'))
  const keyword = keywordOf({ body: fields.get('Body') ?? '', optOutType: fields.get('OptOutType') })
  if (!eventId || !number || !keyword || eventId.length > 100) return
  await ctx.database.run(storeReply, { eventId, now: ctx.clock.now(), numberKey: numberKeyOf(ctx, number), keyword })
  ctx.log.info({ keyword }, 'a keyword was answered to a text')
}
