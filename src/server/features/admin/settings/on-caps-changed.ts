import { type SettingName, USUAL_SETTINGS } from '#contract/admin/settings.ts'
import { TIERS } from '#contract/catalogue/catalogue.ts'
import { applySaleCaps } from '#server/features/stock/apply-sale-caps.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import { type SaleCaps, saleCapsOf } from '#server/platform/config.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { readSaved } from './queries.ts'

export const FOLLOW_CAPS_JOB = 'follow-sale-caps'

/** Longer than any node needs to hear about a change, or an import to finish its part with the old caps. */
const LOOK_AGAIN_MS = minutes(10)
/** Whether a setting is a cap on how many buyers may get a lead. */
export const isCap = (name: SettingName): boolean => TIERS.some((tier) => name === `${tier}Cap`)

/** Queues the job with the change that caused it: for now, and again once no node can have the old caps. */
export async function queueApplyingCaps(ctx: PlatformContext, tx: Transaction): Promise<void> {
  await enqueue(tx, FOLLOW_CAPS_JOB, {}, { key: FOLLOW_CAPS_JOB })
  await enqueue(tx, FOLLOW_CAPS_JOB, {}, { runAt: addMilliseconds(ctx.clock.now(), LOOK_AGAIN_MS) })
}

async function readCaps(ctx: PlatformContext): Promise<SaleCaps> {
  const { saved } = await readSaved(ctx.database)
  return saleCapsOf({ ...USUAL_SETTINGS, ...saved })
}

/** Applies the current caps to leads for sale. */
export async function applyCaps(ctx: PlatformContext): Promise<void> {
  const leads = await applySaleCaps(ctx, () => readCaps(ctx))
  if (leads > 0) ctx.log.info({ leads }, 'leads came under other caps')
}
