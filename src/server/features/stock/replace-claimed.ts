import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { sellLeads } from './consume-hold.ts'
import { lockBuyer, makeGood } from './lead-queries.ts'
import { pickLeads } from './pick-leads.ts'
import { changePools, countiesOf, pickedAnew, poolOf } from './pools.ts'
import { announceStockChange } from './stock-changes.ts'

/**
 * Replaces delivered leads whose claims were granted, under the caps in force now; the order is locked. The buyer gets
 * no property twice, and keeps the bad leads, because a lead that was seen cannot be given back. Replacements count as
 * delivered. @returns the claimed leads that another lead replaced
 */
export async function replaceClaimed(
  ctx: PlatformContext,
  tx: Transaction,
  claimed: { orderId: OrderId; holdId: string; packageId: PackageId; buyerKey: string; leadIds: readonly string[] },
): Promise<Set<string>> {
  const { orderId, holdId, packageId, buyerKey, leadIds } = claimed
  const poolId = poolOf(packageId)
  const now = ctx.clock.now()
  // As in every sale: first the buyer, then the pool.
  await tx.run(lockBuyer, { buyerKey })
  await changePools(tx, [poolId], async (pools) => {
    const fresh = await pickLeads(ctx, tx, { holdId, pools, poolId, count: leadIds.length, beside: [], buyerKey, now })
    if (fresh.picked === 0) return { moved: fresh.moved }
    await sellLeads(ctx, tx, { holdIds: [holdId], orderId, buyerKey })
    return { moved: fresh.moved, pools: pickedAnew(pools) }
  })
  return new Set((await tx.run(makeGood, { orderId, holdId, leadIds, now })).map(({ lead_id }) => lead_id))
}

/** Tells open pages that fewer leads of these packages are left, once the transaction is committed. */
export const announceReplaced = (ctx: PlatformContext, packageIds: readonly PackageId[]): void =>
  announceStockChange(ctx, countiesOf(packageIds.map(poolOf)))
