/** Follow-up work after a setting was changed: leads for sale get their tier’s new cap. */

import { type SettingName, USUAL_SETTINGS } from '#contract/admin/settings.ts'
import { TIERS } from '#contract/catalogue/catalogue.ts'
import { applySaleCaps } from '#server/features/stock/apply-sale-caps.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import { type SaleCaps, saleCapsOf } from '#server/platform/config.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { readSettings } from './queries.ts'
import { understood } from './rules.ts'

/** The job that applies the caps to leads. */
export const FOLLOW_CAPS_JOB = 'follow-sale-caps'

/**
 * Longer than any node needs to hear about a change, or an import to finish its current part. What they wrote with the
 * old caps is found then.
 */
const LOOK_AGAIN_MS = minutes(10)

/** Whether a setting is a cap on how many buyers may get a lead. */
export const isCap = (name: SettingName): boolean => TIERS.some((tier) => name === `${tier}Cap`)

/** Queues the job with the change that caused it: for now, and again once no node can have the old caps. */
export async function queueApplyingCaps(ctx: PlatformContext, tx: Transaction): Promise<void> {
  await enqueue(tx, FOLLOW_CAPS_JOB, {}, { key: FOLLOW_CAPS_JOB })
  await enqueue(tx, FOLLOW_CAPS_JOB, {}, { runAt: addMilliseconds(ctx.clock.now(), LOOK_AGAIN_MS) })
}

/** Reads the caps as saved, whatever this node has cached. */
async function readCaps(ctx: PlatformContext): Promise<SaleCaps> {
  const { saved } = understood(await ctx.database.run(readSettings))
  return saleCapsOf({ ...USUAL_SETTINGS, ...saved })
}

/** Applies the current caps to leads for sale. */
export async function applyCaps(ctx: PlatformContext): Promise<void> {
  const leads = await applySaleCaps(ctx, () => readCaps(ctx))
  if (leads > 0) ctx.log.info({ leads }, 'leads came under other caps')
}
