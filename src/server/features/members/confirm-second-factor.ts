import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { confirmSecondFactor as endpoint } from '#contract/members/profile.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { newRecoveryCodes, recoveryFingerprint, stepOfCode, unseal } from './second-factor-codes.ts'
import { confirmFactor, findSecondFactor } from './second-factor-queries.ts'
import { beginProof, endProof } from './throttle.ts'

/**
 * Turns the second factor on by a code of the secret that was begun last. From then on every log-in asks for one; the
 * code that was shown here is used up.
 *
 * @returns the recovery codes, which cannot be shown again
 * @throws Refusal `second_factor_not_begun`, `second_factor_wrong`, `login_throttled`
 */
export async function confirmSecondFactor(
  ctx: RequestContext,
  input: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
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
  // Begun anew, or confirmed, in another tab meanwhile.
  if (!confirmed) throw new Refusal('second_factor_not_begun')
  await endProof(ctx, proof)
  return { recoveryCodes }
}
