/** Guessing passwords is made slow, in the database, so that it holds over all nodes and restarts. */
import { addMilliseconds } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { deriveToken } from '#server/platform/ids.ts'
import { invariant } from '#server/platform/invariant.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { admit, countAttempt } from './queries.ts'
import {
  ATTEMPT_WINDOW_MS,
  ATTEMPTS_PER_ACCOUNT_MAX,
  ATTEMPTS_PER_ADDRESS_MAX,
  ATTEMPTS_PER_KNOWN_ADDRESS_MAX,
  KNOWN_ADDRESS_MS,
} from './rules.ts'

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
  const key = (kind: string, ...parts: string[]) =>
    `${kind}:${deriveToken(ctx.secrets.sessions, kind, parts.join('\0'))}`
  const addressKey = key('address', ctx.address)
  const knownKey = key('known', email, ctx.address)
  const now = ctx.clock.now()
  const pairKey = key('pair', email, ctx.address)
  const rows = await ctx.database.run(countAttempt, [
    key('account', email),
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

/** After the right password: forgives, remembers the address, and ends the session that the browser had before. */
export async function endAttempt(ctx: RequestContext, attempt: Attempt, formerToken: string | null): Promise<void> {
  await ctx.database.run(admit, [
    attempt.countedKey,
    attempt.addressKey,
    attempt.knownKey,
    addMilliseconds(ctx.clock.now(), KNOWN_ADDRESS_MS),
    formerToken,
  ])
}
