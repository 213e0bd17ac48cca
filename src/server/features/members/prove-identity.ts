import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { proveIdentity as endpoint } from '#contract/members/profile.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { newToken } from '#server/platform/ids.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { provePassword } from './prove-password.ts'
import { requirePasswords } from './require-passwords.ts'
import { requireProof } from './require-proof.ts'
import { PROOF_MS, type StartedBy } from './rules.ts'
import { findSecondFactor } from './second-factor-queries.ts'
import { markProven } from './session-queries.ts'
import { writeSessionCookies } from './sessions.ts'

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
