import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/members/profile.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Auth } from './create-auth.ts'
import { requirePasswords } from './passwords.ts'
import { provePassword, requireSecondFactorProof } from './prove-identity.ts'
import {
  newRecoveryCodes,
  newSecret,
  recoveryFingerprint,
  seal,
  secretUri,
  stepOfCode,
  unseal,
} from './second-factor-codes.ts'
import { beginFactor, confirmFactor, findSecondFactor, removeFactor } from './second-factor-queries.ts'
import { beginProof, endProof } from './throttle.ts'

/**
 * Generates a secret for the member's app and shows it once. No login asks for a code until one is confirmed. Starting
 * again generates another.
 *
 * @throws Refusal `passwords_off`, `password_wrong`, `login_throttled`, `bad_request` while a second factor is on
 */
export async function beginSecondFactor(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoints.beginSecondFactor>,
): Promise<ReplyOf<typeof endpoints.beginSecondFactor>> {
  requirePasswords(ctx)
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

/**
 * Turns the second factor on with a code of the latest secret. From then on every login asks for one; the confirming
 * code is used up.
 *
 * @returns the recovery codes, which cannot be shown again
 * @throws Refusal `second_factor_not_begun`, `second_factor_wrong`, `login_throttled`
 */
export async function confirmSecondFactor(
  ctx: RequestContext,
  input: BodyOf<typeof endpoints.confirmSecondFactor>,
): Promise<ReplyOf<typeof endpoints.confirmSecondFactor>> {
  const { userId } = requireMember(ctx)
  const [factor] = await ctx.database.run(findSecondFactor, { userId })
  if (!factor || factor.is_confirmed) throw new Refusal('second_factor_not_begun')
  const proof = await beginProof(ctx, userId)
  const now = ctx.clock.now()
  const step = stepOfCode(unseal(ctx.secrets, userId, factor.sealed_secret), input.code, now)
  if (step === null) throw new Refusal('second_factor_wrong')

  const recoveryCodes = newRecoveryCodes()
  const fingerprints = recoveryCodes.map((code) => recoveryFingerprint(ctx.secrets, userId, code))
  const [confirmed] = await ctx.database.run(confirmFactor, {
    userId,
    sealedSecret: factor.sealed_secret,
    lastStep: step,
    recoveryCodes: fingerprints,
    now,
  })
  // Another tab has started again or confirmed in the meantime.
  if (!confirmed) throw new Refusal('second_factor_not_begun')
  await endProof(ctx, proof)
  return { recoveryCodes }
}

/**
 * Turns the second factor and its recovery codes off, after checking a code. Repeating it changes nothing.
 *
 * @throws Refusal `proof_needed`, `password_wrong`, `login_throttled`
 */
export async function removeSecondFactor(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoints.removeSecondFactor>,
): Promise<ReplyOf<typeof endpoints.removeSecondFactor>> {
  const { user_id } = await provePassword(ctx, auth, input.password)
  await requireSecondFactorProof(ctx, auth)
  await ctx.database.run(removeFactor, { userId: user_id })
  return { message: 'Signing in asks for your password only.' }
}
