/** Offers that ran out before the order was placed, or that the payer may not use. */

import type { OrderId } from '#contract/values.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { areUsesLeft, type Denial, denyOffers, OffersDenied } from '#server/features/catalogue/reserve-uses.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { readHeldLines } from './cart.ts'
import { amountChanged } from './compare-stated.ts'
import type { OrderRow } from './order-row.ts'

const sentenceOf = ({ name, customerKey }: Denial): string =>
  customerKey === null ? `“${name}” has been used up.` : `You have used “${name}” as often as it can be used.`

/**
 * Places the order of a cart. If an offer of its lines has no use left, the cart remembers that, is priced without it,
 * and the buyer is asked again, even if only bonus leads are missing.
 *
 * @throws Refusal `amount_changed` with the new total; nothing was written then
 */
export async function orDeny<Result>(
  ctx: PlatformContext,
  cart: { ownerId: OwnerId; email: string | null },
  place: () => Promise<Result>,
): Promise<Result> {
  try {
    return await place()
  } catch (error) {
    if (!(error instanceof OffersDenied)) throw error
    await denyOffers(ctx, cart.ownerId, error.denials)
    const lines = await readHeldLines(ctx, cart.ownerId, cart.email)
    throw amountChanged(lines, error.denials.map(sentenceOf).join(' '))
  }
}

/**
 * Whether the payer of a locked order may have its offers. Limits per customer apply to the address that an order was
 * placed with. If it was placed without one, before its offers had such a limit, they apply to the payer's.
 *
 * @param input.email the payer's, as the card provider knows it
 */
export async function mayPayerUseOffers(
  ctx: PlatformContext,
  tx: Transaction,
  order: OrderRow,
  input: { revision: number; email: string | null },
): Promise<boolean> {
  if (order.email !== null) return true
  const { revision, email } = input
  const customerKey = email === null ? null : customerKeyOf(ctx, email)
  return areUsesLeft(tx, { orderId: order.order_id as OrderId, revision, customerKey })
}
