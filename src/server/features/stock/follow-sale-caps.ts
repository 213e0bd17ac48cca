import type { SaleCaps } from '#server/platform/config.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { changePools, countiesOf } from './change-pools.ts'
import { findOtherCapped, findSpan, putUnderCaps } from './put-under-caps.ts'
import { announceStockChange } from './stock-changes.ts'

/** Leads looked at by one statement: some ten milliseconds. No index serves this, since one would cost every import. */
const BLOCK = 20_000
/** Leads of one transaction; their pools are locked together, so it must be short. */
const BATCH_MAX = 2_000

/**
 * Lets every lead that is for sale be sold as often as its tier says now, and stock with it. Safe on several nodes at once, and run
 * again after it died in the middle.
 *
 * @param readCaps asked anew for each part, so that a run that began before another change does not undo it
 * @returns for how many leads the caps had been others
 */
export async function followSaleCaps(ctx: PlatformContext, readCaps: () => Promise<SaleCaps>): Promise<number> {
  const span = await findSpan(ctx.database)
  if (!span) return 0
  let changed = 0
  let after = span.first - 1
  while (after < span.last) {
    const upTo = after + BLOCK
    const leads = await findOtherCapped(ctx.database, { caps: await readCaps(), after, upTo, max: BATCH_MAX })
    const last = leads.at(-1)
    if (last) {
      const poolIds = leads.map(({ poolId }) => poolId)
      await inTransaction(ctx, (tx) =>
        changePools(tx, poolIds, async () => ({ moved: await putUnderCaps(ctx, tx, leads) })),
      )
      announceStockChange(ctx.database, countiesOf(poolIds))
      changed += leads.length
    }
    after = last && leads.length === BATCH_MAX ? last.leadId : upTo
  }
  return changed
}
