import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { announcePrices, applySteps, compare, lockStanding, whereOf } from './apply-prices.ts'
import { columnsOf } from './price-set.ts'
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
    const where = await inTransaction(ctx, async (tx) => {
      const [due] = await tx.run(takeDueChange, { now: ctx.clock.now() })
      if (!due) return null
      const there = await whereOf(ctx, due.area)
      const wanted = stepsOf(due).map((step) => ({ ...step, before: null }))
      const steps = compare(wanted, await lockStanding(tx, there), there.level)
      await applySteps(ctx, tx, { where: there, steps, note: due.note })
      await tx.run(recordApplied, {
        changeId: due.change_id,
        now: ctx.clock.now(),
        ...columnsOf(steps),
        befores: steps.map(({ before }) => before.cents),
        beforeLevels: steps.map(({ before }) => before.level),
        afters: steps.map(({ after }) => after.cents),
        afterLevels: steps.map(({ after }) => after.level),
      })
      return there
    })
    // Another node has it.
    if (!where) return
    announcePrices(ctx, where)
  }
}
