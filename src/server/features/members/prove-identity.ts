import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { proveIdentity as endpoint } from '#contract/members/profile.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
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
  const formerToken = auth.readSession(ctx.headers)?.token ?? null
  const token = newToken()
  const provenUntil = addMilliseconds(ctx.clock.now(), PROOF_MS)
  const [proven] = await ctx.database.run(markProven, {
    userId,
    token: formerToken,
    newOne: token,
    provenUntil,
    startedBy,
  })
  if (!proven) throw new Refusal('unauthenticated')
  writeSessionCookies(ctx, auth, auth.cookieOf(token))
  return { until: provenUntil.toISOString() }
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
