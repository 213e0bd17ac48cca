/** Carts whose offers ran out between the look at the cart and the order. */

import { type Denial, denyOffers, OffersDenied } from '#server/features/catalogue/reserve-uses.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import { amountChanged } from './compare-claims.ts'
import { readHeldLines } from './read-cart.ts'

const sentenceOf = ({ name, customerKey }: Denial): string =>
  customerKey === null ? `“${name}” has been used up.` : `You have used “${name}” as often as it can be used.`

/**
 * Places the order of a cart. When an offer of its lines has no use left, the cart remembers that, is priced without it, and the
 * buyer is asked again, also where only bonus leads are missing.
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
