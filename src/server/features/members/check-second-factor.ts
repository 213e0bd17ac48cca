import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { isAppCode, possibleFingerprints, stepOfCode, unseal } from './second-factor-codes.ts'
import { findSecondFactor, takeRecoveryCode, takeStep } from './second-factor-queries.ts'

/** Passes a member without one, or uses up a code. @throws Refusal `second_factor_required`, `second_factor_wrong` */
export async function checkSecondFactor(ctx: PlatformContext, userId: string, code: string | undefined): Promise<void> {
  const [factor] = await ctx.database.run(findSecondFactor, { userId })
  if (!factor?.is_confirmed) return
  if (!code?.trim()) throw new Refusal('second_factor_required')
  const { sealed_secret: sealedSecret } = factor
  // A recovery code still works if the secrets file can no longer decrypt the app's secret.
  const step = isAppCode(code) ? stepOfCode(unseal(ctx.secrets, userId, sealedSecret), code, ctx.clock.now()) : null
  const [taken] = await (step === null
    ? ctx.database.run(takeRecoveryCode, { userId, fingerprints: possibleFingerprints(ctx.secrets, userId, code) })
    : ctx.database.run(takeStep, { userId, sealedSecret, lastStep: step }))
  if (!taken) throw new Refusal('second_factor_wrong')
}
