import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { beginSecondFactor as endpoint } from '#contract/members/profile.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { provePassword } from './prove-password.ts'
import { newSecret, seal, secretUri } from './second-factor-codes.ts'
import { beginFactor } from './second-factor-queries.ts'

/**
 * Makes a secret for the member's app and shows it, this once. Nothing asks for a code of it until one was confirmed;
 * beginning again makes another.
 *
 * @throws Refusal `password_wrong`, `login_throttled`, `bad_request` while a second factor is on
 */
export async function beginSecondFactor(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { user_id, email } = await provePassword(ctx, auth, input.password)
  const secret = newSecret()
  const [begun] = await ctx.database.run(beginFactor, {
    userId: user_id,
    sealedSecret: seal(ctx.secrets, user_id, secret),
    now: ctx.clock.now(),
  })
  if (!begun) throw new Refusal('bad_request.second_factor_on')
  return { secret, uri: secretUri(secret, { issuer: ctx.config.brand.name, label: email }) }
}
