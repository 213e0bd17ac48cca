import type { BodyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/members/profile.ts'
import { type RequestContext, requireMember } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Auth } from './create-auth.ts'
import { requirePasswords } from './passwords.ts'
import { provePassword, requireSecondFactorProof } from './prove-identity.ts'
import * as math from './second-factor-codes.ts'
import { beginFactor, confirmFactor, findSecondFactor, removeFactor } from './second-factor-codes.ts'
import { beginProof, endProof } from './throttle.ts'

/** Shows a new secret once; logins ask for no code until one is confirmed. @throws Refusal see the contract */
export async function beginSecondFactor(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoints.beginSecondFactor>,
) {
  requirePasswords(ctx)
  const { user_id: userId, email } = await provePassword(ctx, auth, input.password)
  const secret = math.newSecret()
  const sealedSecret = math.seal(ctx.secrets, userId, secret)
  const [begun] = await ctx.database.run(beginFactor, { userId, sealedSecret, now: ctx.clock.now() })
  if (!begun) throw new Refusal('bad_request.second_factor_on')
  return { secret, uri: math.secretUri(secret, { issuer: ctx.config.brand.name, label: email }) }
}

/** Turns it on with a code of the latest secret, which is used up. @returns the recovery codes, shown only now */
export async function confirmSecondFactor(ctx: RequestContext, input: BodyOf<typeof endpoints.confirmSecondFactor>) {
  const { userId } = requireMember(ctx)
  const [factor] = await ctx.database.run(findSecondFactor, { userId })
  if (!factor || factor.is_confirmed) throw new Refusal('second_factor_not_begun')
  const proof = await beginProof(ctx, userId)
  const now = ctx.clock.now()
  const { sealed_secret: sealedSecret } = factor
  const lastStep = math.stepOfCode(math.unseal(ctx.secrets, userId, sealedSecret), input.code, now)
  if (lastStep === null) throw new Refusal('second_factor_wrong')
  const codes = math.newRecoveryCodes()
  const recoveryCodes = codes.map((code) => math.recoveryFingerprint(ctx.secrets, userId, code))
  const [confirmed] = await ctx.database.run(confirmFactor, { userId, sealedSecret, lastStep, recoveryCodes, now })
  // Another tab has started again or confirmed in the meantime.
  if (!confirmed) throw new Refusal('second_factor_not_begun')
  await endProof(ctx, proof)
  return { recoveryCodes: codes }
}

/** Turns the second factor and its codes off. @throws Refusal `proof_needed`, `password_wrong`, `login_throttled` */
export async function removeSecondFactor(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoints.removeSecondFactor>,
) {
  const { user_id } = await provePassword(ctx, auth, input.password)
  await requireSecondFactorProof(ctx, auth)
  await ctx.database.run(removeFactor, { userId: user_id })
  return { message: 'Logging in asks for your password only.' }
}
