import { TIERS } from '#contract/catalogue/catalogue.ts'
import type { SaleCaps } from '#server/platform/config.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { changePools, countiesOf } from './change-pools.ts'
import { findLeadSpan, findOtherCaps, putUnderCaps } from './lead-queries.ts'
import { announceStockChange } from './stock-changes.ts'

/** Leads looked at by one statement: some ten milliseconds. No index serves this, since one would cost every import. */
const BLOCK = 20_000
/** Leads of one transaction; their pools are locked together, so it must be short. */
const BATCH_MAX = 2_000

/**
 * Puts every lead that is for sale under the cap that its tier has now, and stock with it. The strictest cap that a lead was
 * ever sold under stays with it. One that is held keeps the cap it is held under until it is free, and is offered to no one
 * else (`age-leads` then brings it back). Safe on several nodes at once, and run again after it died halfway.
 *
 * @param readCaps asked anew for each part, so that a run that began before another change does not undo it
 * @returns how many leads had other caps
 */
export async function applySaleCaps(ctx: PlatformContext, readCaps: () => Promise<SaleCaps>): Promise<number> {
  const [span] = await ctx.database.run(findLeadSpan)
  if (!span || span.first === null || span.last === null) return 0
  let changed = 0
  let after = span.first - 1
  while (after < span.last) {
    const upTo = after + BLOCK
    const caps = await readCaps()
    const leads = await ctx.database.run(findOtherCaps, {
      after,
      upTo,
      tiers: TIERS,
      caps: TIERS.map((tier) => caps[tier]),
      limit: BATCH_MAX,
    })
    const last = leads.at(-1)
    if (last) {
      const poolIds = leads.map((lead) => lead.pool_id)
      const values = {
        leadIds: leads.map((lead) => lead.lead_id),
        poolIds,
        caps: leads.map((lead) => lead.cap),
        now: ctx.clock.now(),
      }
      await inTransaction(ctx, (tx) =>
        changePools(tx, poolIds, async () => ({ moved: await tx.run(putUnderCaps, values) })),
      )
      announceStockChange(ctx, countiesOf(poolIds))
      changed += leads.length
    }
    after = last && leads.length === BATCH_MAX ? last.lead_id : upTo
  }
  return changed
}
