import { announceStockChange, EVERY_COUNTY } from '#server/features/stock/stock-changes.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { applySteps, compare, lockStanding } from './apply-prices.ts'
import { isChangeDue, recordApplied, takeDueChange } from './queries.ts'
import { stepsOf } from './show-change.ts'

/** How often each node looks: a planned price is at most this late. */
export const PLANNED_EVERY_MS = 1000

/**
 * Applies planned changes that are due, each once, on whichever node sees them first. They replace the prices in effect
 * at that moment and record them.
 */
export async function applyPlannedPrices(ctx: PlatformContext): Promise<void> {
  for (;;) {
    const [state] = await ctx.database.run(isChangeDue, { now: ctx.clock.now() })
    if (!state?.is_due) return
    const isMade = await inTransaction(ctx, async (tx) => {
      const [due] = await tx.run(takeDueChange, { now: ctx.clock.now() })
      if (!due) return false
      const wanted = stepsOf(due).map((step) => ({ ...step, before: null }))
      const steps = compare(wanted, await lockStanding(tx))
      await applySteps(ctx, tx, steps, due.note)
      await tx.run(recordApplied, {
        changeId: due.change_id,
        now: ctx.clock.now(),
        leadTypes: steps.map((step) => step.leadType),
        tiers: steps.map((step) => step.tier),
        sizes: steps.map((step) => step.size),
        befores: steps.map((step) => step.before),
      })
      return true
    })
    // Another node has it.
    if (!isMade) return
    announceStockChange(ctx, [EVERY_COUNTY])
  }
}
