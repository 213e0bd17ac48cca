import { fipsOf } from '#contract/catalogue/catalogue.ts'
import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { freeEndedLeads } from './free-ended-leads.ts'
import { expireHolds as expireHoldsStatement } from './queries.ts'
import { announceStockChange } from './stock-changes.ts'

const BATCH_MAX = 1_000

/** Expired holds are promised back in stock within 5 s on any node; each node sweeps once a second. */
export const EXPIRE_EVERY_MS = seconds(1)

/**
 * Ends every hold that ran out and returns its unit. Safe on several nodes at once: each takes what no other is ending.
 *
 * @returns how many holds ended
 */
export async function expireHolds(ctx: PlatformContext): Promise<number> {
  let ended = 0
  for (;;) {
    const rows = await ctx.database.run(expireHoldsStatement, { now: ctx.clock.now(), limit: BATCH_MAX })
    announceStockChange(ctx, new Set(rows.map((row) => fipsOf(row.package_id))))
    if (rows.some((row) => row.has_leads)) await freeEndedLeads(ctx)
    ended += rows.length
    if (rows.length < BATCH_MAX) return ended
  }
}
