import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { changePools, countiesOf, MISSING_ARE_MADE } from './change-pools.ts'
import { findAgedLeads, moveLeads } from './move-leads.ts'
import { announceStockChange } from './stock-changes.ts'

/** Leads of one look; their pools are locked together, so a round must be short. */
const BATCH_MAX = 2_000

/** A lead whose time is over must not be sold in its old tier; each node looks this often. */
export const AGE_EVERY_MS = seconds(1)

/**
 * Moves every lead whose time in its tier is over to the next one, or out of sale after the last. A lead that is held stays
 * with its hold and is offered to nobody else until it is free. Safe on several nodes at once.
 *
 * @returns how many leads were moved or withheld
 */
export async function ageLeads(ctx: PlatformContext): Promise<number> {
  let aged = 0
  for (;;) {
    const due = await findAgedLeads(ctx, BATCH_MAX)
    if (due.length === 0) return aged
    const poolIds = due.flatMap(({ from, to }) => (to ? [from, to] : [from]))
    let leads = 0
    const pools = await inTransaction(ctx, (tx) =>
      changePools(
        tx,
        poolIds,
        async () => {
          const done = await moveLeads(tx, due)
          leads = done.leads
          return done
        },
        MISSING_ARE_MADE,
      ),
    )
    announceStockChange(ctx.database, countiesOf(pools.keys()))
    aged += leads
    // Another node moved them meanwhile.
    if (leads === 0) return aged
  }
}
