import type { PackageId } from '#contract/catalogue.ts'
import type { OrderId } from '#contract/values.ts'
import { freeLeads } from '#server/features/leads/free-leads.ts'
import { pickLeads } from '#server/features/leads/pick-leads.ts'
import { type PlacesMoved, type PoolId, poolOf } from '#server/features/leads/pools.ts'
import { findConflicts, lockBuyer, sellLeads } from '#server/features/leads/sell-leads.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { changePools } from './change-pools.ts'
import { noteFreed, unsellHolds } from './pool-queries.ts'

/** A hold with leads. */
export interface LeadHold {
  hold_id: string
  package_id: string
  bonus_leads: number
}

const poolOfHold = (hold: LeadHold): PoolId => poolOf(hold.package_id as PackageId)

/**
 * Replaces leads that a buyer must not get by others of the same pool: those of a property that the buyer has already, and
 * those of one that two of the holds have. Pools are locked by the caller.
 *
 * @returns what moved, and the holds for which there were too few; these keep what they have of the rest
 */
async function replaceConflicts(
  tx: Transaction,
  input: { holds: readonly LeadHold[]; buyerKey: string },
): Promise<{ moved: PlacesMoved[]; short: string[] }> {
  const { holds, buyerKey } = input
  const holdIds = holds.map((hold) => hold.hold_id)
  const conflicts = await findConflicts(tx, holdIds, buyerKey)
  const moved: PlacesMoved[] = []
  const short: string[] = []
  for (const hold of holds) {
    const unfit = conflicts.get(hold.hold_id)
    if (!unfit) continue
    const count = unfit.length
    const fresh = await pickLeads(tx, {
      holdId: hold.hold_id,
      poolId: poolOfHold(hold),
      count,
      beside: holdIds,
      buyerKey,
    })
    moved.push(...fresh.moved, ...(await freeLeads(tx, { holdIds: [hold.hold_id], leadIds: unfit })))
    if (fresh.picked < count) short.push(hold.hold_id)
  }
  return { moved, short }
}

/**
 * Makes the leads of holds that were just sold those of the order, each property once for its buyer.
 *
 * @returns holds for which there were too few leads that their buyer does not have: they are released, not sold
 */
export async function sellLeadsOf(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holds: readonly LeadHold[]; orderId: OrderId; buyerKey: string | null },
): Promise<string[]> {
  const { holds, orderId } = input
  const buyerKey = input.buyerKey ?? `order:${orderId}`
  const now = ctx.clock.now()
  await lockBuyer(tx, buyerKey)
  const released: string[] = []
  await changePools(tx, holds.map(poolOfHold), async () => {
    const { moved, short } = await replaceConflicts(tx, { holds, buyerKey })
    if (short.length > 0) {
      moved.push(...(await freeLeads(tx, { holdIds: short })))
      await tx.run(unsellHolds, [short, now])
      await tx.run(noteFreed, [short])
      released.push(...short)
    }
    const holdIds = holds.map((hold) => hold.hold_id).filter((holdId) => !short.includes(holdId))
    await sellLeads(ctx, tx, { holdIds, orderId, buyerKey })
    return { moved }
  })
  return released
}
