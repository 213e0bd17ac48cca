import type { OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { changePools } from './change-pools.ts'
import { freeLeads } from './free-leads.ts'
import { noteFreed, unsellHolds } from './pool-queries.ts'
import { type LeadHold, poolOfHold, replaceConflicts } from './replace-conflicts.ts'
import { lockBuyer, sellLeads } from './sell-leads.ts'

/** Who gets no property twice; an order without an address is a buyer of its own. */
export const buyerKeyOf = (input: { orderId: OrderId; buyerKey: string | null }): string =>
  input.buyerKey ?? `order:${input.orderId}`

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
  const buyerKey = buyerKeyOf(input)
  const now = ctx.clock.now()
  await lockBuyer(tx, buyerKey)
  const released: string[] = []
  await changePools(tx, holds.map(poolOfHold), async () => {
    const { moved, short } = await replaceConflicts(tx, { holds, buyerKey, now })
    if (short.length > 0) {
      moved.push(...(await freeLeads(tx, { holdIds: short })))
      await tx.run(unsellHolds, { holdIds: short, now })
      await tx.run(noteFreed, { holdIds: short })
      released.push(...short)
    }
    const holdIds = holds.map((hold) => hold.hold_id).filter((holdId) => !short.includes(holdId))
    await sellLeads(ctx, tx, { holdIds, orderId, buyerKey })
    return { moved }
  })
  return released
}
