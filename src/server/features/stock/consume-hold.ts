import type { HoldId, OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { NotTogether } from '#server/platform/database/batch.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { freeLeadsOf } from './free-ended-leads.ts'
import { freeLeads, lockBuyer, markDelivered, sellLeads as sellLeadsStatement } from './lead-queries.ts'
import { changePools, lockHoldsToFree, lockPools, pickedAnew, recordFreed, unsellHolds } from './pools.ts'
import { sellHolds } from './queries.ts'
import { type LeadHold, poolOfHold, replaceConflicts } from './replace-conflicts.ts'

/** @property buyerKey fingerprint of the buyer's address; null if the order has none */
type HoldSale = { holdIds: readonly HoldId[]; orderId: OrderId; buyerKey: string | null }

/**
 * Sells live holds to their orders. Stock does not change: a unit left it when its hold was placed. A hold whose time
 * is over but that has not been swept yet is still sold. Leads that the buyer already has are replaced from the same
 * pool; if there are too few, the hold is released instead. A hold that has ended gives its leads back now, because its
 * late payer wants them next. If two orders of one cart name the same hold, one of them gets it.
 * @throws NotTogether if a hold of one of several orders has ended
 * @returns the order of each hold that was sold
 */
export async function consumeHolds(ctx: PlatformContext, tx: Transaction, sales: readonly HoldSale[]) {
  const holdIds = sales.flatMap((sale) => sale.holdIds)
  if (holdIds.length === 0) return new Map()
  const orderIds = sales.flatMap((sale) => sale.holdIds.map(() => sale.orderId))
  const rows = await tx.run(sellHolds, { holdIds, orderIds, now: ctx.clock.now() })
  const sold = new Map(rows.map((row) => [row.hold_id, row.order_id as OrderId]))
  const works = sales.map((sale) => ({
    ...sale,
    ended: sale.holdIds.filter((holdId) => sold.get(holdId) !== sale.orderId),
    withLeads: rows.filter((row) => row.has_leads && row.order_id === sale.orderId),
  }))
  const buyerKeys = works.filter((sale) => sale.ended.length > 0 || sale.withLeads.length > 0).map(buyerKeyOf)
  // Several orders would lock packages in the order of the orders; everyone else locks them in the order of their ids.
  if (works.length > 1 && works.some((sale) => sale.ended.length > 0)) throw new NotTogether()
  // Before any pool, as in every sale or withdrawal of these buyers' leads; in one order, as others may sell several.
  for (const buyerKey of new Set(buyerKeys.sort())) await tx.run(lockBuyer, { buyerKey })
  const ended = works.flatMap((sale) => sale.ended)
  if (ended.length > 0) {
    const toFree = await tx.run(lockHoldsToFree, { holdIds: ended })
    const toFreeIds = toFree.map((row) => row.hold_id)
    await freeLeadsOf(tx, toFreeIds)
  }
  const poolIds = works.flatMap(({ withLeads }) => withLeads.map(poolOfHold))
  if (poolIds.length > 0) await tx.run(lockPools, { poolIds })
  for (const sale of works) {
    if (sale.withLeads.length === 0) continue
    for (const holdId of await sellLeadsOf(ctx, tx, { ...sale, holds: sale.withLeads })) sold.delete(holdId)
  }
  return sold
}

/** Assigns the leads of holds to an order and its buyer. Their pools must be locked; the places left stay the same. */
export async function sellLeads(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly string[]; orderId: OrderId; buyerKey: string },
): Promise<void> {
  const [sold] = await tx.run(sellLeadsStatement, { ...input, now: ctx.clock.now() })
  invariant(sold?.owned === sold?.leads, `order ${input.orderId} would own a lead twice`)
}

/**
 * Records that an order's buyer can see its leads, so that they never come back. In the transaction that lets a link
 * open them, before it is emailed: no one can know whether it was. The order is locked, so no refund comes in between.
 */
export async function markLeadsDelivered(
  ctx: PlatformContext,
  tx: Transaction,
  input: { orderId: string; holdIds: readonly string[] },
): Promise<void> {
  if (input.holdIds.length > 0) await tx.run(markDelivered, { ...input, now: ctx.clock.now() })
}

/** Who may not get a property twice. An order without an address is its own buyer. */
const buyerKeyOf = (input: { orderId: OrderId; buyerKey: string | null }) => input.buyerKey ?? `order:${input.orderId}`

/** Each property once per buyer. @returns holds that were released instead, for want of leads new to their buyer */
async function sellLeadsOf(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holds: readonly LeadHold[]; orderId: OrderId; buyerKey: string | null },
): Promise<string[]> {
  const { holds, orderId } = input
  const buyerKey = buyerKeyOf(input)
  const now = ctx.clock.now()
  const released: string[] = []
  await changePools(tx, holds.map(poolOfHold), async (pools) => {
    const { moved, short } = await replaceConflicts(ctx, tx, { pools, holds, buyerKey, now })
    if (short.length > 0) {
      moved.push(...(await tx.run(freeLeads, { holdIds: short, leadIds: null })))
      await tx.run(unsellHolds, { holdIds: short, now })
      await tx.run(recordFreed, { holdIds: short })
      released.push(...short)
    }
    const holdIds = holds.map((hold) => hold.hold_id).filter((holdId) => !short.includes(holdId))
    await sellLeads(ctx, tx, { holdIds, orderId, buyerKey })
    return { moved, pools: pickedAnew(pools) }
  })
  return released
}
