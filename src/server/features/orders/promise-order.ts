/**
 * Orders that wait for Cash App: their lines are frozen and their holds are their own. Each function runs in the
 * transaction that has changed the payment's row, because that decides which change comes first.
 */
import type { HoldId, OrderId } from '#contract/values.ts'
import { keepHoldsUntil, returnHolds } from '#server/features/stock/move-hold.ts'
import { releaseHolds } from '#server/features/stock/release-hold.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { OrderRow } from './order-row.ts'
import * as sql from './promise-queries.ts'

/** Returns who holds the units of an order whose lines are frozen. */
export const holderOf = (orderId: string): OwnerId => `order:${orderId}`

/** Takes an order and its holds out of the cart until then. @returns false if it cannot; roll the transaction back */
export async function promiseOrder(
  ctx: PlatformContext,
  tx: Transaction,
  input: { orderId: OrderId; revision: number; until: Date },
): Promise<boolean> {
  const [promised] = await tx.run(sql.promiseOrder, { ...input, payUntil: input.until })
  if (!promised) return false
  const holdIds = promised.hold_ids as HoldId[]
  return keepHoldsUntil(ctx, tx, { holdIds, from: promised.owner_id, to: holderOf(input.orderId), until: input.until })
}

/** Puts an order and its holds back into the cart. @returns false if it was no longer waiting for Cash App */
export async function returnOrder(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<boolean> {
  const [returned] = await tx.run(sql.returnOrder, { orderId })
  if (!returned) return false
  await returnHolds(ctx, tx, { holdIds: returned.hold_ids as HoldId[], from: holderOf(orderId), to: returned.owner_id })
  return true
}

/** Cancels an order. @returns the counties to announce after the commit; null if it was no longer waiting */
export async function closePromisedOrder(
  ctx: PlatformContext,
  tx: Transaction,
  input: { orderId: OrderId; reason: 'expired' | 'rejected'; by: string | null; note: string | null },
): Promise<ReadonlySet<string> | null> {
  const [waiting] = await tx.run(sql.lockPromisedOrder, { orderId: input.orderId })
  if (!waiting) return null
  // Packages before offers, as everywhere: whatever takes fresh holds reserves or returns a line's uses after them.
  const holdIds = waiting.hold_ids as HoldId[]
  const counties = await releaseHolds(ctx, tx, { holdIds, ownerId: holderOf(input.orderId) })
  await tx.run(sql.closePromisedOrder, {
    orderId: input.orderId,
    now: ctx.clock.now(),
    closeReason: input.reason,
    decidedBy: input.by,
    decisionNote: input.note,
  })
  return counties
}

/** Records who found an order's money, and where. */
export async function recordDecision(
  tx: Transaction,
  input: { orderId: OrderId; by: string | null; note: string | null },
): Promise<void> {
  await tx.run(sql.recordDecision, { orderId: input.orderId, decidedBy: input.by, decisionNote: input.note })
}

/** Finds a cart's order that waits for Cash App; null if there is none. */
export const findPromisedOrder = async (ctx: PlatformContext, ownerId: OwnerId): Promise<OrderRow | null> =>
  (await ctx.database.run(sql.findPromisedOrder, { ownerId }))[0] ?? null

const idOf = ([row]: readonly { order_id: string }[]): OrderId | null => (row ? (row.order_id as OrderId) : null)

/** Finds the order of a cart that a card may still pay; null if there is none. */
export const findOpenCardOrder = async (ctx: PlatformContext, ownerId: OwnerId): Promise<OrderId | null> =>
  idOf(await ctx.database.run(sql.findCardOrder, { ownerId }))

/** Finds the order of a cart that a card may still pay and that has a package, in any revision; null if there is none. */
export const findCardOrderOfPackage = async (ctx: PlatformContext, named: { ownerId: OwnerId; packageId: string }) =>
  idOf(await ctx.database.run(sql.findCardOrderOfPackage, named))

/** Finds the order with a hold that a card may still pay; null if there is none. */
export const findCardOrderOfHold = async (ctx: PlatformContext, holdId: HoldId): Promise<OrderId | null> =>
  idOf(await ctx.database.run(sql.findCardOrderOfHold, { holdId }))

/** Finds an order by the name that people read out, ignoring case; null if there is none. */
export const findOrderByReference = async (ctx: PlatformContext, reference: string): Promise<OrderRow | null> =>
  (await ctx.database.run(sql.findOrderByReference, { reference: reference.trim().toUpperCase() }))[0] ?? null

/** Lists orders whose time in Cash App is over, first to end first. */
export async function findOverdueOrders(ctx: PlatformContext, countMax: number): Promise<OrderId[]> {
  const rows = await ctx.database.run(sql.findOverdueOrders, { now: ctx.clock.now(), limit: countMax })
  return rows.map((row) => row.order_id as OrderId)
}
