/** Other leads for delivered ones that turned out bad. */
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { changePools, countiesOf } from './change-pools.ts'
import { sellLeads } from './consume-hold.ts'
import { lockBuyer, makeGood } from './lead-queries.ts'
import { pickLeads } from './pick-leads.ts'
import { poolOf } from './pools.ts'
import { announceStockChange } from './stock-changes.ts'

/** Leads of one sold package whose claims were granted. The caller has locked their order. */
interface ClaimedLeads {
  orderId: OrderId
  holdId: string
  packageId: PackageId
  buyerKey: string
  /** Delivered, and not made good before. */
  leadIds: readonly string[]
}

/**
 * Replaces delivered leads by others from the pool that their package came from, under the caps in force now. The buyer
 * gets no property twice, and keeps the bad leads, because a lead that was seen cannot be given back. Replacements
 * count as delivered.
 *
 * @returns the claimed leads that another lead replaced; for the others none was left
 */
export async function replaceClaimed(
  ctx: PlatformContext,
  tx: Transaction,
  { orderId, holdId, packageId, buyerKey, leadIds }: ClaimedLeads,
): Promise<Set<string>> {
  const poolId = poolOf(packageId)
  const now = ctx.clock.now()
  // As in every sale: first the buyer, then the pool.
  await tx.run(lockBuyer, { buyerKey })
  await changePools(tx, [poolId], async (pools) => {
    const count = leadIds.length
    const fresh = await pickLeads(ctx, tx, { holdId, pools, poolId, count, beside: [], buyerKey, now })
    if (fresh.picked > 0) await sellLeads(ctx, tx, { holdIds: [holdId], orderId, buyerKey })
    const isPicked = fresh.picked > 0
    return {
      moved: fresh.moved,
      pools: [...pools.values()].flatMap((pool) => (isPicked && pool.pickedTo ? { ...pool, pickedTo: null } : [])),
    }
  })
  const replaced = await tx.run(makeGood, { orderId, holdId, leadIds, now })
  return new Set(replaced.map(({ lead_id }) => lead_id))
}

/** Tells open pages that fewer leads of these packages are left, once the transaction is committed. */
export const announceReplaced = (ctx: PlatformContext, packageIds: readonly PackageId[]): void =>
  announceStockChange(ctx, countiesOf(packageIds.map(poolOf)))
