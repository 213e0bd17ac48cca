import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { removeSecondFactor as endpoint } from '#contract/members/profile.ts'
import type { RequestContext } from '#server/platform/context.ts'
import type { Auth } from './create-auth.ts'
import { requireSecondFactorProof } from './prove-identity.ts'
import { provePassword } from './prove-password.ts'
import { removeFactor } from './second-factor-queries.ts'

/**
 * Turns the second factor off, with its recovery codes, after a code of it was shown. Doing it again changes nothing.
 *
 * @throws Refusal `proof_needed`, `password_wrong`, `login_throttled`
 */
export async function removeSecondFactor(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { user_id } = await provePassword(ctx, auth, input.password)
  await requireSecondFactorProof(ctx, auth)
  await ctx.database.run(removeFactor, { userId: user_id })
  return { message: 'Signing in asks for your password only.' }
}
