/** Slows down guessing and mailing, in the database, so it works across all nodes and restarts. */
import type { RefusalCode } from '#contract/refusals.ts'
import { type AccessEvent, recordAccess } from '#server/features/audit/record-access.ts'
import { addMilliseconds, days, hours, minutes } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { attemptKey, countAttempts } from '#server/platform/count-attempts.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { admit, countAttempt, forgive, knowAddress } from './queries.ts'

const ATTEMPT_WINDOW_MS = minutes(15)
/** Guesses at an account by strangers. */
export const ATTEMPTS_PER_ACCOUNT_MAX = 10
/** Guesses at an account from an address that it knows. The owner's tabs may all log in at once. */
const ATTEMPTS_PER_KNOWN_ADDRESS_MAX = 30
/** Guesses from one address at any accounts; an office shares one. */
const ATTEMPTS_PER_ADDRESS_MAX = 50
/** How long a network address stays known to an account after a log-in. */
const KNOWN_ADDRESS_MS = days(90)
/** Guesses at the current password and at codes, within a session of the member. */
export const PROOFS_PER_MEMBER_MAX = 10
/** Started ceremonies of passkeys and sign-ins at the issuer, from one network; an office shares one. */
const TICKETS_PER_ADDRESS_MAX = 200
const MAILING_WINDOW_MS = hours(1)
/** Emails to one address or one member within the window. */
export const MAILS_PER_RECIPIENT_MAX = 5
/** Emails that one network address can cause within the window; an office shares one. */
export const MAILS_PER_ADDRESS_MAX = 20

/**
 * Counts an attempt before its password is checked, whether or not the account exists. Strangers can lock an account
 * for 15 minutes at a time, but never for its owner's usual address: an address that logged in successfully has its own
 * count for this account.
 * @throws Refusal `login_throttled`
 */
export async function beginAttempt(ctx: RequestContext, email: string) {
  const accountKey = attemptKey(ctx, 'account', email)
  const addressKey = attemptKey(ctx, 'address', ctx.address)
  const pairKey = attemptKey(ctx, 'pair', email, ctx.address)
  const knownKey = attemptKey(ctx, 'known', email, ctx.address)
  const now = ctx.clock.now()
  const newCount = addMilliseconds(now, ATTEMPT_WINDOW_MS)
  const rows = await ctx.database.run(countAttempt, { accountKey, addressKey, pairKey, knownKey, now, newCount })
  const byAddress = rows.find((row) => row.key === addressKey)
  const byAccount = rows.find((row) => row.key !== addressKey)
  invariant(byAddress && byAccount, 'an attempt is counted under two keys')
  const isKnown = byAccount.key === pairKey
  const isAddressOver = ctx.config.hasRateLimits && !isKnown && byAddress.attempts > ATTEMPTS_PER_ADDRESS_MAX
  const accountMax = isKnown ? ATTEMPTS_PER_KNOWN_ADDRESS_MAX : ATTEMPTS_PER_ACCOUNT_MAX
  if (isAddressOver || byAccount.attempts > accountMax) throw new Refusal('login_throttled')
  return { countedKey: byAccount.key, addressKey, knownKey }
}

/** Forgives the guesses, remembers the address, and ends the browser's earlier session. */
export async function endAttempt(
  ctx: RequestContext,
  attempt: Awaited<ReturnType<typeof beginAttempt>>,
  token: string | null,
): Promise<void> {
  await ctx.database.run(admit, { ...attempt, expiresAt: addMilliseconds(ctx.clock.now(), KNOWN_ADDRESS_MS), token })
}

/** After a reset by email, which only the owner can do: forgives the guesses that locked the account. */
export async function liftLockOut(ctx: RequestContext, email: string): Promise<void> {
  for (const key of [attemptKey(ctx, 'account', email), attemptKey(ctx, 'pair', email, ctx.address)])
    await ctx.database.run(forgive, { key })
  await rememberAddress(ctx, email)
}

/** Makes an address known to the account, after a member changed their email address from there. */
export async function rememberAddress(ctx: RequestContext, email: string): Promise<void> {
  const expiresAt = addMilliseconds(ctx.clock.now(), KNOWN_ADDRESS_MS)
  await ctx.database.run(knowAddress, { key: attemptKey(ctx, 'known', email, ctx.address), expiresAt })
}

/** Counts guesses within a session apart from the login: neither locks the other. @throws Refusal `login_throttled` */
export async function beginProof(ctx: RequestContext, userId: string): Promise<string> {
  const limit = limitOf('proof', PROOFS_PER_MEMBER_MAX, ATTEMPT_WINDOW_MS, userId)
  if (!(await countAttempts(ctx, [limit]))) throw new Refusal('login_throttled')
  return attemptKey(ctx, limit.kind, userId)
}

/** After a correct proof: forgives the guesses. */
export async function endProof(ctx: RequestContext, key: string): Promise<void> {
  await ctx.database.run(forgive, { key })
}

const limitOf = (kind: string, max: number, windowMs: number, ...parts: string[]) => ({ kind, parts, max, windowMs })
const mailsTo = (recipient: string) => limitOf('mailing-to', MAILS_PER_RECIPIENT_MAX, MAILING_WINDOW_MS, recipient)

/** Counts an email that someone asks for, for a member's id or any address. @throws Refusal `login_throttled` */
export async function countMailing(ctx: RequestContext, recipient: string): Promise<void> {
  const mailsFrom = limitOf('mailing-from', MAILS_PER_ADDRESS_MAX, MAILING_WINDOW_MS, ctx.address)
  if (!(await countAttempts(ctx, [mailsTo(recipient), { ...mailsFrom, isRateLimit: true }])))
    throw new Refusal('login_throttled.mails')
}

/** Counts an email that its reader may not have asked for, with those of `countMailing`. @returns whether too many */
export async function isOverMailed(ctx: RequestContext, recipient: string): Promise<boolean> {
  return !(await countAttempts(ctx, [mailsTo(recipient)]))
}

/** Counts the start of a ceremony that anyone may start. @throws Refusal `login_throttled` */
export async function countTicket(ctx: RequestContext): Promise<void> {
  const limit = limitOf('ticket-from', TICKETS_PER_ADDRESS_MAX, ATTEMPT_WINDOW_MS, ctx.address)
  if (!(await countAttempts(ctx, [{ ...limit, isRateLimit: true }]))) throw new Refusal('login_throttled')
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
