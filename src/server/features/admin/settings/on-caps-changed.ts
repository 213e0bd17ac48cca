/** What has to be done once a setting was changed: leads that are for sale follow their tier’s cap. */

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

/** The job that lets leads follow. */
export const FOLLOW_CAPS_JOB = 'follow-sale-caps'

/** Longer than any node needs to hear of a change, or an import for the part that it is busy with: what those wrote with the old caps is found then. */
const LOOK_AGAIN_MS = minutes(10)

/** Whether a setting says how many buyers may have a lead. */
export const isCap = (name: SettingName): boolean => TIERS.some((tier) => name === `${tier}Cap`)

/** Queues the job, with the change that caused it: at once, and again when nobody can know the old caps any more. */
export async function queueApplyingCaps(ctx: PlatformContext, tx: Transaction): Promise<void> {
  await enqueue(tx, FOLLOW_CAPS_JOB, {}, { key: FOLLOW_CAPS_JOB })
  await enqueue(tx, FOLLOW_CAPS_JOB, {}, { runAt: addMilliseconds(ctx.clock.now(), LOOK_AGAIN_MS) })
}

/** The caps as they were saved, whatever this node has heard of it. */
async function readCaps(ctx: PlatformContext): Promise<SaleCaps> {
  const { saved } = understood(await ctx.database.run(readSettings))
  return saleCapsOf({ ...USUAL_SETTINGS, ...saved })
}

/** Lets leads that are for sale follow the caps that count now. */
export async function applyCaps(ctx: PlatformContext): Promise<void> {
  const leads = await applySaleCaps(ctx, () => readCaps(ctx))
  if (leads > 0) ctx.log.info({ leads }, 'leads came under other caps')
}
