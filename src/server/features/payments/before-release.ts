import type { HoldId, OrderId } from '#contract/values.ts'
import { findCardOrderOfHold, findCardOrderOfPackage } from '#server/features/orders/promise-order.ts'
import type { BeforeRelease } from '#server/features/stock/hold.ts'
import type { Context } from '#server/gateways/context.ts'
import type { OwnerId } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Closing, closeOrder } from './close-order.ts'

/** A hold by its id, or any of a package in a cart. */
type Named = { holdId: HoldId } | { ownerId: OwnerId; packageId: string }

/**
 * Ends the payment that a card could still make for a hold, before the hold may be released: others could buy its unit and the
 * payment would come too late. One that waits for a card is canceled with its order; the cart gets a new one at the next checkout.
 *
 * @returns `being_paid` when the bank or the buyer is at it, and `paid` when the buyer was faster; the hold stays then
 * @throws Refusal `provider_unavailable`; the hold stays then, too
 */
export async function endPaymentOfHold(ctx: Context, hold: Named): Promise<Closing> {
  const orderId: OrderId | null = await ('holdId' in hold
    ? findCardOrderOfHold(ctx, hold.holdId)
    : findCardOrderOfPackage(ctx, hold))
  return orderId ? closeOrder(ctx, orderId) : 'cancelled'
}

/**
 * The same before a buyer or a rep lets go of a line of their own cart.
 *
 * @throws Refusal `hold_of_order`, `order_already_paid`, `provider_unavailable`
 */
export const endPaymentBeforeRelease: BeforeRelease = async (ctx, hold) => {
  const closing = await endPaymentOfHold(ctx, hold)
  if (closing === 'paid') throw new Refusal('order_already_paid')
  if (closing === 'being_paid') throw new Refusal('hold_of_order.being_paid')
}
