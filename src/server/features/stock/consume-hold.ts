import type { HoldId, OrderId } from '#contract/values.ts'
import { NotTogether } from '#server/platform/batch.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { changePools } from './change-pools.ts'
import { freeLeadsOf } from './free-ended-leads.ts'
import { freeLeads, lockBuyer, markDelivered, sellLeads as sellLeadsStatement } from './lead-queries.ts'
import { lockHoldsToFree, lockPools, recordFreed, unsellHolds } from './pool-queries.ts'
import { sellHolds } from './queries.ts'
import { type LeadHold, poolOfHold, replaceConflicts } from './replace-conflicts.ts'

/** What an order buys. @param buyerKey fingerprint of the buyer's address; null when the order has none */
interface HoldSale {
  holdIds: readonly HoldId[]
  orderId: OrderId
  buyerKey: string | null
}

/**
 * Sells live holds to their orders. Stock does not change: the unit left it when the hold was placed. A hold whose time is
 * over but which nobody swept yet is still sold, since its unit is still set aside. Leads that its buyer has already are
 * replaced by others of the same pool; a hold for which there are too few is released instead. One that ended gives its leads
 * back at once if it did not yet, because whoever paid for them late is the next to want them.
 *
 * Two orders of one cart may name the same hold; one of them gets it.
 *
 * @throws NotTogether if a hold of one of several orders has ended
 * @returns the order of each hold that was sold; the others had ended before, or there was not enough that their buyer does not have
 */
export async function consumeHolds(
  ctx: PlatformContext,
  tx: Transaction,
  sales: readonly HoldSale[],
): Promise<Map<string, OrderId>> {
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
  const buyerKeys = works
    .filter(({ ended, withLeads }) => ended.length > 0 || withLeads.length > 0)
    .map((sale) => buyerKeyOf(sale))
  // Packages of several orders would be locked in the order of the orders, and others lock them in the order of their ids.
  if (works.length > 1 && works.some((sale) => sale.ended.length > 0)) throw new NotTogether()
  // Before any pool, as whoever sells or withdraws leads of these buyers does; in one order, since others may sell several too.
  for (const buyerKey of new Set(buyerKeys.sort())) await tx.run(lockBuyer, { buyerKey })
  const ended = works.flatMap((sale) => sale.ended)
  if (ended.length > 0) {
    const toFree = await tx.run(lockHoldsToFree, { holdIds: ended })
    await freeLeadsOf(
      tx,
      toFree.map((row) => row.hold_id),
    )
  }
  const poolIds = works.flatMap(({ withLeads }) => withLeads.map(poolOfHold))
  if (poolIds.length > 0) await tx.run(lockPools, { poolIds })
  for (const sale of works) {
    if (sale.withLeads.length === 0) continue
    for (const holdId of await sellLeadsOf(ctx, tx, { ...sale, holds: sale.withLeads })) sold.delete(holdId)
  }
  return sold
}

/** Makes the leads of holds those of an order and its buyer. Their pools must be locked; the places left stay what they were. */
export async function sellLeads(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly string[]; orderId: OrderId; buyerKey: string },
): Promise<void> {
  const [sold] = await tx.run(sellLeadsStatement, {
    holdIds: input.holdIds,
    orderId: input.orderId,
    buyerKey: input.buyerKey,
    now: ctx.clock.now(),
  })
  invariant(sold?.owned === sold?.leads, `order ${input.orderId} would own a lead twice`)
}

/**
 * Notes that the buyer of an order could see leads from now on, so that they are never given back. Said in the transaction
 * that lets a link open them, before anybody is mailed it: whether it was opened nobody can know for sure.
 *
 * @param input.holdIds what they were sold with; the order is locked by the caller, so that no refund comes in between
 */
export async function markLeadsDelivered(
  ctx: PlatformContext,
  tx: Transaction,
  input: { orderId: string; holdIds: readonly string[] },
): Promise<void> {
  if (input.holdIds.length === 0) return
  await tx.run(markDelivered, { orderId: input.orderId, holdIds: input.holdIds, now: ctx.clock.now() })
}

/** Who gets no property twice; an order without an address is a buyer of its own. */
const buyerKeyOf = (input: { orderId: OrderId; buyerKey: string | null }): string =>
  input.buyerKey ?? `order:${input.orderId}`

/**
 * Makes the leads of holds that were just sold those of the order, each property once for its buyer, who is locked.
 *
 * @returns holds for which there were too few leads that their buyer does not have: they are released, not sold
 */
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
    const { moved, short } = await replaceConflicts(tx, { pools, holds, buyerKey, now })
    if (short.length > 0) {
      moved.push(...(await tx.run(freeLeads, { holdIds: short, leadIds: null })))
      await tx.run(unsellHolds, { holdIds: short, now })
      await tx.run(recordFreed, { holdIds: short })
      released.push(...short)
    }
    const holdIds = holds.map((hold) => hold.hold_id).filter((holdId) => !short.includes(holdId))
    await sellLeads(ctx, tx, { holdIds, orderId, buyerKey })
    // What is sold once more has another place in the order in which leads are picked, and nobody holds it now.
    return { moved, pools: [...pools.values()].flatMap((pool) => (pool.pickedTo ? { ...pool, pickedTo: null } : [])) }
  })
  return released
}
