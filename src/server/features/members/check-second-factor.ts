import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { isAppCode, possibleFingerprints, stepOfCode, unseal } from './second-factor-codes.ts'
import { findSecondFactor, takeRecoveryCode, takeStep } from './second-factor-queries.ts'

/**
 * Passes a member who has no second factor or enters an unused code. The code is used up. If two logins use the same
 * code, one passes.
 *
 * @param code the six digits of the app, or a recovery code
 * @throws Refusal `second_factor_required` without a code, `second_factor_wrong`
 */
export async function checkSecondFactor(ctx: PlatformContext, userId: string, code: string | undefined): Promise<void> {
  const [factor] = await ctx.database.run(findSecondFactor, { userId })
  if (!factor?.is_confirmed) return
  if (!code?.trim()) throw new Refusal('second_factor_required')

  // A recovery code still works if the secrets file can no longer decrypt the app's secret.
  const step = isAppCode(code)
    ? stepOfCode(unseal(ctx.secrets, userId, factor.sealed_secret), code, ctx.clock.now())
    : null
  const [taken] =
    step === null
      ? await ctx.database.run(takeRecoveryCode, {
          userId,
          fingerprints: possibleFingerprints(ctx.secrets, userId, code),
        })
      : await ctx.database.run(takeStep, { userId, sealedSecret: factor.sealed_secret, lastStep: step })
  if (!taken) throw new Refusal('second_factor_wrong')
}
