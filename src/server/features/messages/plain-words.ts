/**
 * Makes typed text safe for emails. Mail programs and phones turn `evil.com`, `me@evil.com` and long numbers into links
 * by themselves, so escaping HTML is not enough: a name must not be able to carry an advertisement.
 */
import { oneLine } from '#server/platform/one-line.ts'

const NAME_LENGTH_MAX = 80
/** Fewer digits than the shortest phone number: `Oak Homes 2024` is a name, `call 5550100` is not. */
const NAME_DIGITS_MAX = 4

/** Letters of any script, accents, and marks that names have. No slash, colon, at sign, currency, emoji or other dots. */
const NAME = /^[\p{L}\p{M}\d '’.,&()-]+$/u
/** `J.` and `J.R.`: the only dots that may be followed by something. */
const INITIALS = /(?<![\p{L}\p{M}\d.])(?:\p{L}\.)+(?=[\s,)]|$)/gu
/** A dot that would make a domain out of the text around it. */
const JOINING_DOT = /\.(?=[^\s,)])/u
/** Invisible characters and those that change the reading direction. */
const INVISIBLE = /\p{Cf}/gu

/**
 * Returns a name that is safe in an email; null if it is not a plain name, for example because a mail program would
 * make a link of it.
 */
export function plainName(name: string | null | undefined): string | null {
  const plain = oneLine(name?.replace(INVISIBLE, ''))
  if (plain === null || plain.length > NAME_LENGTH_MAX || !NAME.test(plain)) return null
  if (plain.replace(/\D/g, '').length > NAME_DIGITS_MAX) return null
  return JOINING_DOT.test(plain.replace(INITIALS, '')) ? null : plain
}

/**
 * Breaks up links and addresses in a member's free text, so no mail program makes them clickable: the only link in an
 * email is the store's. Amounts (`$1.50`) and line breaks stay.
 */
export function withoutLinks(text: string): string {
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/(?<=\p{L}):(?=\S)/gu, ': ')
    .replace(/@(?=\S)/g, ' (at) ')
    .replace(/[.。](?=[\p{L}\p{M}/])|(?<=\p{L})[.。](?=\d)/gu, '. ')
    .replace(/\/(?=\/)/g, '/ ')
}

/** The greeting of an email, without a name unless it is a plain one. */
export function greet(name: string | null | undefined): string {
  const plain = plainName(name)
  return plain === null ? 'Hello,' : `Hello ${plain},`
}
