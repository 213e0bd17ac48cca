import type { BodyOf } from '#contract/endpoint.ts'
import type { proveIdentity as endpoint } from '#contract/members/profile.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import { type RequestContext, requireMember } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { newToken } from '#server/platform/ids.ts'
import type { Auth } from './create-auth.ts'
import { requirePasswords } from './passwords.ts'
import { type CredentialRow, findOwnCredential } from './queries.ts'
import { hasTwoFactors, PROOF_MS, type StartedBy } from './rules.ts'
import { checkSecondFactor, findSecondFactor } from './second-factor-codes.ts'
import { findProof, markProven, readOwnMember, writeSessionCookies } from './sessions.ts'
import { beginProof, endProof, recordFailure } from './throttle.ts'

/**
 * Passes only sessions whose member gave a proof within `PROOF_MS`. It guards actions that would turn an open screen or
 * a stolen cookie into someone else's account.
 * @param executor the transaction, if there is one: calls that wait for its locks could take all other connections
 * @throws Refusal `proof_needed`
 */
export async function requireProof(ctx: RequestContext, auth: Auth, executor: Executor = ctx.database): Promise<void> {
  const { userId } = requireMember(ctx)
  const token = auth.readSession(ctx.headers)?.token ?? null
  requireRow(await executor.run(findProof, { userId, token, now: ctx.clock.now() }), 'proof_needed')
}

/** Whether the session of the logged-in member started with two factors. */
export async function hasSecondFactorNow(ctx: RequestContext): Promise<boolean> {
  const { userId, startedBy } = requireMember(ctx)
  return hasTwoFactors(startedBy ?? 'password', (await readOwnMember(ctx, userId)).hasSecondFactor)
}

const PROOF_FAILURES = {
  password_wrong: 'proof_failed',
  second_factor_wrong: 'proof_failed',
  login_throttled: 'proof_failed',
} as const

interface ProofOptions {
  wrong?: 'password_wrong' | 'password_wrong.email' | 'password_wrong.password' | 'password_wrong.phone'
  /** Given: the second factor is checked too, and no guess is forgiven until then. */
  code?: string | undefined
}

/**
 * Has the logged-in member enter their current password, so an unattended screen is not enough to take over an account.
 * A wrong password goes into the audit log. In a store without passwords, a proof of identity takes its place.
 * @throws Refusal `password_wrong`, `login_throttled`, `unauthenticated`, `proof_needed` without passwords; with `code`
 * also `second_factor_required` and `second_factor_wrong`
 */
export async function provePassword(
  ctx: RequestContext,
  auth: Auth,
  password: string | undefined,
  options: ProofOptions = {},
): Promise<CredentialRow> {
  const { userId } = requireMember(ctx)
  if (!ctx.config.hasPasswords) {
    await requireProof(ctx, auth)
    return requireRow(await ctx.database.run(findOwnCredential, { userId }), 'unauthenticated')
  }
  if (password === undefined) throw new Refusal('bad_request')
  try {
    return await showPassword(ctx, auth, userId, password, options)
  } catch (error) {
    recordFailure(ctx, { userId }, PROOF_FAILURES, error)
    throw error
  }
}

async function showPassword(
  ctx: RequestContext,
  auth: Auth,
  userId: string,
  password: string,
  { wrong = 'password_wrong', ...options }: ProofOptions,
): Promise<CredentialRow> {
  const proof = await beginProof(ctx, userId)
  const credential = requireRow(await ctx.database.run(findOwnCredential, { userId }), 'unauthenticated')
  if (!(await auth.verifyPassword(password, credential.password_hash))) throw new Refusal(wrong)
  if ('code' in options) await checkSecondFactor(ctx, userId, options.code)
  await endProof(ctx, proof)
  return credential
}

/** For `PROOF_MS`, the session may then do what `requireProof` guards. @throws Refusal see the contract */
export async function proveIdentity(ctx: RequestContext, auth: Auth, input: BodyOf<typeof endpoint>) {
  requirePasswords(ctx)
  const { user_id } = await provePassword(ctx, auth, input.password, { code: input.code })
  return proveSession(ctx, auth, user_id, null)
}

/** The cookie is replaced, so copies gain nothing. `startedBy` null: as before. @throws Refusal `unauthenticated` */
export async function proveSession(ctx: RequestContext, auth: Auth, userId: string, startedBy: StartedBy | null) {
  return keepProof(ctx, auth, await recordProof(ctx, auth, ctx.database, { userId, startedBy }))
}

/** The part of `proveSession` that can be in a transaction with what the proof is for, with the same refusal. */
export async function recordProof(
  ctx: RequestContext,
  auth: Auth,
  executor: Executor,
  proof: { userId: string; startedBy: StartedBy | null },
) {
  const token = auth.readSession(ctx.headers)?.token ?? null
  const newOne = newToken()
  const provenUntil = addMilliseconds(ctx.clock.now(), PROOF_MS)
  requireRow(await executor.run(markProven, { ...proof, token, newOne, provenUntil }), 'unauthenticated')
  return { token: newOne, until: provenUntil }
}

/** Gives the browser its new cookie, once the proof is committed. */
export function keepProof(ctx: RequestContext, auth: Auth, { token, until }: { token: string; until: Date }) {
  writeSessionCookies(ctx, auth, auth.cookieOf(token))
  return { until: until.toISOString() }
}

/** Like `requireProof` for calls that check the password already: only a second factor must have been entered. */
export async function requireSecondFactorProof(ctx: RequestContext, auth: Auth): Promise<void> {
  const [factor] = await ctx.database.run(findSecondFactor, { userId: requireMember(ctx).userId })
  if (factor?.is_confirmed) await requireProof(ctx, auth)
}
