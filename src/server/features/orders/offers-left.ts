/** Offers that ran out before the order was placed, or that the payer may not use. */
import type { OrderId } from '#contract/values.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import type { Denial } from '#server/features/catalogue/reserve-uses.ts'
import * as reserveUses from '#server/features/catalogue/reserve-uses.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database/database.ts'
import { readHeldLines } from './cart.ts'
import { amountChanged } from './compare-stated.ts'
import type { OrderRow } from './order-row.ts'

const sentenceOf = ({ name, customerKey }: Denial): string =>
  customerKey === null ? `“${name}” has been used up.` : `You have used “${name}” as often as it can be used.`

/**
 * Places the order of a cart. If an offer has no use left, the cart is priced without it, and the buyer is asked again,
 * even if only bonus leads are missing. @throws Refusal `amount_changed` with the new total
 */
export async function orDeny<Result>(
  ctx: PlatformContext,
  cart: { ownerId: OwnerId; email: string | null },
  place: () => Promise<Result>,
): Promise<Result> {
  try {
    return await place()
  } catch (error) {
    if (!(error instanceof reserveUses.OffersDenied)) throw error
    await reserveUses.denyOffers(ctx, cart.ownerId, error.denials)
    throw amountChanged(await readHeldLines(ctx, cart.ownerId, cart.email), error.denials.map(sentenceOf).join(' '))
  }
}

/** Whether limits per customer may be open until money comes: no address yet, or not the payer's (`mayTellHistory`). */
export async function mayHaveOpenLimits(ctx: PlatformContext, executor: Executor, order: OrderRow): Promise<boolean> {
  const offerIds = order.lines.flatMap((line) => line.offers.map(({ offerId }) => offerId))
  return order.email === null || reserveUses.areLimitedPerCustomer(ctx, executor, offerIds)
}

/** Whether the payer may have the order’s offers, counted by its address or `email`; those checked then stay. */
export async function mayPayerUseOffers(
  ctx: PlatformContext,
  tx: Transaction,
  order: OrderRow,
  input: { revision: number; email: string | null },
): Promise<boolean> {
  if (!(await mayHaveOpenLimits(ctx, tx, order))) return true
  const email = order.email ?? input.email
  const customerKey = email === null ? null : customerKeyOf(ctx, email)
  return reserveUses.areUsesLeft(tx, { orderId: order.order_id as OrderId, revision: input.revision, customerKey })
}
