import { TIERS } from '#contract/catalogue/catalogue.ts'
import type { SaleCaps } from '#server/config/config.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { findLeadSpan, findOtherCaps, putUnderCaps } from './lead-queries.ts'
import { changePools, countiesOf } from './pools.ts'
import { announceStockChange } from './stock-changes.ts'

/** Leads that one statement looks at: some ten milliseconds. It has no index, because one would slow down every import. */
const BLOCK = 20_000
/** Leads per transaction. Their pools are locked together, so it must be short. */
const BATCH_MAX = 2_000

/**
 * Gives every lead on sale the cap that its tier has now, if that is not looser than one it was sold under. A held lead
 * keeps its own, offered to no one, until `age-leads` brings it back. Safe on several nodes, and to run again.
 * @param readCaps called again for each part, so that a run that started before another change does not undo it
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
      const leadIds = leads.map((lead) => lead.lead_id)
      const values = { leadIds, poolIds, caps: leads.map((lead) => lead.cap), now: ctx.clock.now() }
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
