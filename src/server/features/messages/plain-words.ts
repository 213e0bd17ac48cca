/**
 * What people typed, made safe for a mail. Mail programs and phones turn `evil.com`, `me@evil.com` and long numbers
 * into links by themselves, so escaping HTML is not enough: a name must not be able to carry somebody's advertisement.
 */
import { oneLine } from '#server/platform/one-line.ts'

const NAME_LENGTH_MAX = 80
/** Fewer than the shortest phone number: `Oak Homes 2024` is a name, `call 5550100` is not. */
const NAME_DIGITS_MAX = 4

/** Letters of any script, accents, and the marks that names have. No slash, colon, at sign, money, emoji or other dots. */
const NAME = /^[\p{L}\p{M}\d '’.,&()-]+$/u
/** `J.` and `J.R.`: the only dots that may have something behind them. */
const INITIALS = /(?<![\p{L}\p{M}\d.])(?:\p{L}\.)+(?=[\s,)]|$)/gu
/** A dot that makes a domain of what is around it. */
const JOINING_DOT = /\.(?=[^\s,)])/u
/** Invisible characters and those that turn the direction of reading. */
const INVISIBLE = /\p{Cf}/gu

/** A name as a mail may say it; null for what is no plain name, e.g. because a mail program would make a link of it. */
export function plainName(name: string | null | undefined): string | null {
  const plain = oneLine(name?.replace(INVISIBLE, ''))
  if (plain === null || plain.length > NAME_LENGTH_MAX || !NAME.test(plain)) return null
  if (plain.replace(/\D/g, '').length > NAME_DIGITS_MAX) return null
  return JOINING_DOT.test(plain.replace(INITIALS, '')) ? null : plain
}

/**
 * Free text of a member with its links and addresses broken up, so that no mail program makes them clickable: the one link of
 * a mail is the store's. Amounts (`$1.50`) and line breaks stay.
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

/** How a mail begins; nobody is greeted by what is no plain name. */
export function greet(name: string | null | undefined): string {
  const plain = plainName(name)
  return plain === null ? 'Hello,' : `Hello ${plain},`
}
