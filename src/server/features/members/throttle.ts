/** Slows down guessing and mailing, in the database, so it works across all nodes and restarts. */

import type { RefusalCode } from '#contract/refusals.ts'
import { type AccessEvent, recordAccess } from '#server/features/audit/record-access.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { attemptKey, countAttempts, type Limit } from '#server/platform/count-attempts.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { admit, countAttempt, forgive, knowAddress } from './queries.ts'
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
  TICKETS_PER_ADDRESS_MAX,
} from './rules.ts'

/** An attempt that was counted and may go on. */
export interface Attempt {
  /** The account key under which it was counted. */
  countedKey: string
  addressKey: string
  knownKey: string
}

/**
 * Counts an attempt before its password is checked, whether or not the account exists. Strangers can lock an account
 * for 15 minutes at a time, but never for its owner's usual address: an address that logged in successfully has its own
 * count for this account.
 *
 * @throws Refusal `login_throttled`
 */
export async function beginAttempt(ctx: RequestContext, email: string): Promise<Attempt> {
  const addressKey = attemptKey(ctx, 'address', ctx.address)
  const knownKey = attemptKey(ctx, 'known', email, ctx.address)
  const now = ctx.clock.now()
  const pairKey = attemptKey(ctx, 'pair', email, ctx.address)
  const rows = await ctx.database.run(countAttempt, {
    accountKey: attemptKey(ctx, 'account', email),
    addressKey,
    pairKey,
    knownKey,
    now,
    newCount: addMilliseconds(now, ATTEMPT_WINDOW_MS),
  })
  const byAddress = rows.find((row) => row.key === addressKey)
  const byAccount = rows.find((row) => row.key !== addressKey)
  invariant(byAddress && byAccount, 'an attempt is counted under two keys')
  const isKnown = byAccount.key === pairKey
  const isAddressOver = ctx.config.hasRateLimits && !isKnown && byAddress.attempts > ATTEMPTS_PER_ADDRESS_MAX
  const accountMax = isKnown ? ATTEMPTS_PER_KNOWN_ADDRESS_MAX : ATTEMPTS_PER_ACCOUNT_MAX
  if (isAddressOver || byAccount.attempts > accountMax) throw new Refusal('login_throttled')
  return { countedKey: byAccount.key, addressKey, knownKey }
}

/** After password and second factor: forgives the guesses, remembers the address, and ends the browser's earlier session. */
export async function endAttempt(ctx: RequestContext, attempt: Attempt, formerToken: string | null): Promise<void> {
  await ctx.database.run(admit, {
    countedKey: attempt.countedKey,
    addressKey: attempt.addressKey,
    knownKey: attempt.knownKey,
    expiresAt: addMilliseconds(ctx.clock.now(), KNOWN_ADDRESS_MS),
    token: formerToken,
  })
}

/**
 * After a reset by email, which only the account's owner can do: forgives the guesses that locked the account, and
 * makes the owner's network known to it.
 */
export async function liftLockOut(ctx: RequestContext, email: string): Promise<void> {
  for (const key of [attemptKey(ctx, 'account', email), attemptKey(ctx, 'pair', email, ctx.address)])
    await ctx.database.run(forgive, { key })
  await rememberAddress(ctx, email)
}

/** Makes an address known to the account, after a member changed their email address from there. */
export async function rememberAddress(ctx: RequestContext, email: string): Promise<void> {
  const until = addMilliseconds(ctx.clock.now(), KNOWN_ADDRESS_MS)
  await ctx.database.run(knowAddress, { key: attemptKey(ctx, 'known', email, ctx.address), expiresAt: until })
}

/**
 * Counts a guess within a session at what only the member knows. It has its own counter: someone who found an open
 * session cannot lock the login with it, and guesses at the login do not stop a signed-in member.
 *
 * @returns the counter, for `endProof`
 * @throws Refusal `login_throttled`
 */
export async function beginProof(ctx: RequestContext, userId: string): Promise<string> {
  const limit = { kind: 'proof', parts: [userId], max: PROOFS_PER_MEMBER_MAX, windowMs: ATTEMPT_WINDOW_MS }
  if (!(await countAttempts(ctx, [limit]))) throw new Refusal('login_throttled')
  return attemptKey(ctx, limit.kind, userId)
}

/** After a correct proof: forgives the guesses. */
export async function endProof(ctx: RequestContext, key: string): Promise<void> {
  await ctx.database.run(forgive, { key })
}

const mailsTo = (recipient: string): Limit => ({
  kind: 'mailing-to',
  parts: [recipient],
  max: MAILS_PER_RECIPIENT_MAX,
  windowMs: MAILING_WINDOW_MS,
})

/**
 * Counts an email that someone asks for, whether or not it will be sent.
 *
 * @param recipient who gets it: a member's id, or a lowercase address that may have no member
 * @throws Refusal `login_throttled`
 */
export async function countMailing(ctx: RequestContext, recipient: string): Promise<void> {
  const mailsFrom: Limit = {
    kind: 'mailing-from',
    parts: [ctx.address],
    max: MAILS_PER_ADDRESS_MAX,
    windowMs: MAILING_WINDOW_MS,
    isRateLimit: true,
  }
  if (!(await countAttempts(ctx, [mailsTo(recipient), mailsFrom]))) throw new Refusal('login_throttled.mails')
}

/**
 * Counts an email to someone who may not have asked for it, together with those of `countMailing`.
 *
 * @param recipient a lowercase address
 * @returns whether there were too many within the hour
 */
export async function isOverMailed(ctx: RequestContext, recipient: string): Promise<boolean> {
  return !(await countAttempts(ctx, [mailsTo(recipient)]))
}

/**
 * Counts the start of a ceremony that anyone may start.
 *
 * @throws Refusal `login_throttled`
 */
export async function countTicket(ctx: RequestContext): Promise<void> {
  const limit: Limit = {
    kind: 'ticket-from',
    parts: [ctx.address],
    max: TICKETS_PER_ADDRESS_MAX,
    windowMs: ATTEMPT_WINDOW_MS,
    isRateLimit: true,
  }
  if (!(await countAttempts(ctx, [limit]))) throw new Refusal('login_throttled')
}

/** Records a failed login in the audit log if `error` is one of these refusals. */
export function recordFailure(
  ctx: RequestContext,
  account: AccessEvent['account'],
  failures: Readonly<Partial<Record<RefusalCode, AccessEvent['action']>>>,
  error: unknown,
): void {
  const action = error instanceof Refusal ? failures[error.code] : undefined
  if (action) recordAccess(ctx, { action, account })
}
