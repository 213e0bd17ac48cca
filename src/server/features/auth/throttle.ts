/** Guessing and mailing are made slow, in the database, so that it holds over all nodes and restarts. */
import { addMilliseconds } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { deriveToken } from '#server/platform/ids.ts'
import { invariant } from '#server/platform/invariant.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { admit, countAttempt, countUnder, forgive, knowAddress } from './queries.ts'
import {
  ATTEMPT_WINDOW_MS,
  ATTEMPTS_PER_ACCOUNT_MAX,
  ATTEMPTS_PER_ADDRESS_MAX,
  ATTEMPTS_PER_KNOWN_ADDRESS_MAX,
  KNOWN_ADDRESS_MS,
  MAILING_WINDOW_MS,
  MAILS_PER_ADDRESS_MAX,
  MAILS_PER_RECIPIENT_MAX,
  PROOFS_PER_MEMBER_MAX,
} from './rules.ts'

const TOO_MANY_MAILS =
  'Too many mails were asked for. Look for the ones that were sent, also among the unwanted ones, or try again in an hour.'

/** Names a counter without telling the database what it counts. */
const keyOf = (ctx: RequestContext, kind: string, ...parts: string[]): string =>
  `${kind}:${deriveToken(ctx.secrets.sessions, kind, parts.join('\0'))}`

/** An attempt that was counted and may be tried. */
export interface Attempt {
  /** The key of the account that it was counted under. */
  countedKey: string
  addressKey: string
  knownKey: string
}

/**
 * Counts an attempt, whether or not the account exists, before its password is looked at.
 * Strangers can close an account for 15 minutes at a time, but never to its owner's usual address: an address from
 * which a log-in succeeded counts for this account alone, whatever else comes from it.
 *
 * @throws Refusal `login_throttled`
 */
export async function beginAttempt(ctx: RequestContext, email: string): Promise<Attempt> {
  const addressKey = keyOf(ctx, 'address', ctx.address)
  const knownKey = keyOf(ctx, 'known', email, ctx.address)
  const now = ctx.clock.now()
  const pairKey = keyOf(ctx, 'pair', email, ctx.address)
  const rows = await ctx.database.run(countAttempt, [
    keyOf(ctx, 'account', email),
    addressKey,
    pairKey,
    knownKey,
    now,
    addMilliseconds(now, ATTEMPT_WINDOW_MS),
  ])
  const byAddress = rows.find((row) => row.key === addressKey)
  const byAccount = rows.find((row) => row.key !== addressKey)
  invariant(byAddress && byAccount, 'an attempt is counted under two keys')
  const isKnown = byAccount.key === pairKey
  const isAddressOver = ctx.config.hasRateLimits && !isKnown && byAddress.attempts > ATTEMPTS_PER_ADDRESS_MAX
  const accountMax = isKnown ? ATTEMPTS_PER_KNOWN_ADDRESS_MAX : ATTEMPTS_PER_ACCOUNT_MAX
  if (isAddressOver || byAccount.attempts > accountMax) throw new Refusal('login_throttled')
  return { countedKey: byAccount.key, addressKey, knownKey }
}

/** After password and second factor: forgives, remembers the address, and ends the session that the browser had before. */
export async function endAttempt(ctx: RequestContext, attempt: Attempt, formerToken: string | null): Promise<void> {
  await ctx.database.run(admit, [
    attempt.countedKey,
    attempt.addressKey,
    attempt.knownKey,
    addMilliseconds(ctx.clock.now(), KNOWN_ADDRESS_MS),
    formerToken,
  ])
}

/** From now on an address belongs to the account: of a member whose mail address changed here. */
export async function rememberAddress(ctx: RequestContext, email: string): Promise<void> {
  const until = addMilliseconds(ctx.clock.now(), KNOWN_ADDRESS_MS)
  await ctx.database.run(knowAddress, [keyOf(ctx, 'known', email, ctx.address), until])
}

/**
 * Counts a guess, made within a session, at what only the member knows. It has a counter of its own: whoever found an open
 * session cannot close the log-in with it, and whoever guesses at the log-in does not stop a member who is signed in.
 *
 * @returns the counter, for `endProof`
 * @throws Refusal `login_throttled`
 */
export async function beginProof(ctx: RequestContext, userId: string): Promise<string> {
  const key = keyOf(ctx, 'proof', userId)
  const now = ctx.clock.now()
  const [counted] = await ctx.database.run(countUnder, [[key], now, addMilliseconds(now, ATTEMPT_WINDOW_MS)])
  invariant(counted, 'a guess is counted')
  if (counted.attempts > PROOFS_PER_MEMBER_MAX) throw new Refusal('login_throttled')
  return key
}

/** After a proof that was right: forgives. */
export async function endProof(ctx: RequestContext, key: string): Promise<void> {
  await ctx.database.run(forgive, [key])
}

/**
 * Counts a mail that somebody asks for, whether or not there will be one.
 *
 * @param recipient who gets it: a member's id, or an address in small letters that may have no member
 * @throws Refusal `login_throttled`
 */
export async function countMailing(ctx: RequestContext, recipient: string): Promise<void> {
  const addressKey = keyOf(ctx, 'mailing-from', ctx.address)
  const now = ctx.clock.now()
  const keys = [keyOf(ctx, 'mailing-to', recipient), addressKey]
  const rows = await ctx.database.run(countUnder, [keys, now, addMilliseconds(now, MAILING_WINDOW_MS)])
  const isOver = rows.some(({ key, attempts }) =>
    key === addressKey
      ? ctx.config.hasRateLimits && attempts > MAILS_PER_ADDRESS_MAX
      : attempts > MAILS_PER_RECIPIENT_MAX,
  )
  if (isOver) throw new Refusal('login_throttled', { message: TOO_MANY_MAILS })
}

/**
 * Counts what anybody may ask of the store without a session, by the network it comes from.
 *
 * @param input.what names the counter; `input.within` milliseconds after its first request it begins anew
 * @returns whether there were more than `input.max`; never where rate limits are off
 */
export async function isOverAsked(
  ctx: RequestContext,
  input: { what: string; max: number; within: number },
): Promise<boolean> {
  const now = ctx.clock.now()
  const key = keyOf(ctx, input.what, ctx.address)
  const [counted] = await ctx.database.run(countUnder, [[key], now, addMilliseconds(now, input.within)])
  return ctx.config.hasRateLimits && (counted?.attempts ?? 0) > input.max
}

/**
 * Counts a mail to somebody who may not have asked for it, together with those of `countMailing`.
 *
 * @param recipient an address in small letters
 * @returns whether there were too many within the hour
 */
export async function isOverMailed(ctx: RequestContext, recipient: string): Promise<boolean> {
  const now = ctx.clock.now()
  const keys = [keyOf(ctx, 'mailing-to', recipient)]
  const [counted] = await ctx.database.run(countUnder, [keys, now, addMilliseconds(now, MAILING_WINDOW_MS)])
  return (counted?.attempts ?? 0) > MAILS_PER_RECIPIENT_MAX
}

/** Something that may be done only so often within an hour. */
export interface HourlyLimit {
  /** What is counted, and for whom. */
  kind: string
  parts: readonly string[]
  max: number
  /** It counts a network, which an office shares: off where rate limits are. */
  isOfNetwork?: boolean
}

/**
 * Counts something that anybody may try, for features that let a browser prove itself without a member.
 *
 * @returns whether it stays within all limits; it is counted either way
 */
export async function countHourly(ctx: RequestContext, limits: readonly HourlyLimit[]): Promise<boolean> {
  const now = ctx.clock.now()
  const keys = limits.map(({ kind, parts }) => keyOf(ctx, kind, ...parts))
  const rows = await ctx.database.run(countUnder, [keys, now, addMilliseconds(now, MAILING_WINDOW_MS)])
  const attempts = new Map(rows.map((row) => [row.key, row.attempts]))
  return limits.every(({ max, isOfNetwork }, index) => {
    const isOver = (attempts.get(keys[index] ?? '') ?? 0) > max
    return !isOver || (isOfNetwork === true && !ctx.config.hasRateLimits)
  })
}
