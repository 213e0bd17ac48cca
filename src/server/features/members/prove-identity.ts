import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { proveIdentity as endpoint } from '#contract/members/profile.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newToken } from '#server/platform/ids.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import type { Auth } from './create-auth.ts'
import { requirePasswords } from './passwords.ts'
import { type CredentialRow, findOwnCredential } from './queries.ts'
import { PROOF_MS, type StartedBy } from './rules.ts'
import { findSecondFactor } from './second-factor-queries.ts'
import { findProof, markProven, writeSessionCookies } from './sessions.ts'
import { beginProof, endProof, recordFailure } from './throttle.ts'

/**
 * Passes only sessions whose member gave a proof within `PROOF_MS`. It guards actions that would turn an open screen or
 * a stolen cookie into someone else's account.
 *
 * @param executor the transaction, if there is one: with a second connection, calls that wait for its locks could block
 * it
 * @throws Refusal `proof_needed`
 */
export async function requireProof(ctx: RequestContext, auth: Auth, executor: Executor = ctx.database): Promise<void> {
  const { userId } = requireMember(ctx)
  const token = auth.readSession(ctx.headers)?.token ?? null
  const [proof] = await executor.run(findProof, { userId, token, now: ctx.clock.now() })
  if (!proof) throw new Refusal('proof_needed')
}

const PROOF_FAILURES = {
  password_wrong: 'proof_failed',
  second_factor_wrong: 'proof_failed',
  login_throttled: 'proof_failed',
} as const

interface ProofOptions {
  /** The refusal for a wrong password; absent: the usual one. */
  wrong?: 'password_wrong' | 'password_wrong.email' | 'password_wrong.password' | 'password_wrong.phone'
  code?: string | undefined
}

/**
 * Has the signed-in member enter their current password, so an unattended screen is not enough to take over an account.
 * A wrong password goes into the audit log. In a store without passwords, a proof of identity takes its place.
 *
 * @param options.message what the refusal says about a wrong password; absent: the code's own sentence
 * @param options.code given: the second factor is checked too, and no guess is forgiven until then
 * @throws Refusal `password_wrong`, `login_throttled`, `unauthenticated`, `proof_needed` without passwords; with `code` also `second_factor_required` and
 * `second_factor_wrong`
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
    const [credential] = await ctx.database.run(findOwnCredential, { userId })
    if (!credential) throw new Refusal('unauthenticated')
    return credential
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
  options: ProofOptions,
): Promise<CredentialRow> {
  const { wrong = 'password_wrong' } = options
  const proof = await beginProof(ctx, userId)
  const [credential] = await ctx.database.run(findOwnCredential, { userId })
  if (!credential) throw new Refusal('unauthenticated')
  if (!(await auth.verifyPassword(password, credential.password_hash))) throw new Refusal(wrong)
  if ('code' in options) await checkSecondFactor(ctx, userId, options.code)
  await endProof(ctx, proof)
  return credential
}

/**
 * Checks the member's password and second factor once more. For `PROOF_MS`, their session may then do what
 * `requireProof` guards.
 *
 * @throws Refusal `passwords_off`, `password_wrong`, `second_factor_required`, `second_factor_wrong`, `login_throttled`,
 * `unauthenticated`
 */
export async function proveIdentity(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  requirePasswords(ctx)
  const { user_id } = await provePassword(ctx, auth, input.password, { code: input.code })
  return proveSession(ctx, auth, user_id, null)
}

/**
 * Records a proof that was checked. The session continues under a new cookie, so a copy of the old cookie gains
 * nothing.
 *
 * @param startedBy what the session counts as started by from now on; null: no change
 * @throws Refusal `unauthenticated` if it was ended from another device just now
 */
export async function proveSession(
  ctx: RequestContext,
  auth: Auth,
  userId: string,
  startedBy: StartedBy | null,
): Promise<{ until: string }> {
  return keepProof(ctx, auth, await recordProof(ctx, auth, ctx.database, { userId, startedBy }))
}

interface RecordedProof {
  /** The session's new token. */
  token: string
  until: Date
}

/** The part of `proveSession` that can be in a transaction with what the proof is for. @throws Refusal `unauthenticated` */
export async function recordProof(
  ctx: RequestContext,
  auth: Auth,
  executor: Executor,
  { userId, startedBy }: { userId: string; startedBy: StartedBy | null },
): Promise<RecordedProof> {
  const formerToken = auth.readSession(ctx.headers)?.token ?? null
  const token = newToken()
  const until = addMilliseconds(ctx.clock.now(), PROOF_MS)
  const [proven] = await executor.run(markProven, {
    userId,
    token: formerToken,
    newOne: token,
    provenUntil: until,
    startedBy,
  })
  if (!proven) throw new Refusal('unauthenticated')
  return { token, until }
}

/** Gives the browser its new cookie, once the proof is committed. */
export function keepProof(ctx: RequestContext, auth: Auth, { token, until }: RecordedProof): { until: string } {
  writeSessionCookies(ctx, auth, auth.cookieOf(token))
  return { until: until.toISOString() }
}

/**
 * Like `requireProof`, for calls that already check the password: only members with a second factor need to have
 * entered it.
 *
 * @throws Refusal `proof_needed`
 */
export async function requireSecondFactorProof(ctx: RequestContext, auth: Auth): Promise<void> {
  const [factor] = await ctx.database.run(findSecondFactor, { userId: requireMember(ctx).userId })
  if (factor?.is_confirmed) await requireProof(ctx, auth)
}
