/** Offers with limits: a use is reserved with the order, in its transaction, so that no limit is ever exceeded. */
import type { OrderId } from '#contract/values.ts'
import { addMilliseconds, days, minutes } from '#server/platform/clock.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import * as queries from './offer-queries.ts'
import { type CartPast, customerKeyOf } from './price-lines.ts'
import { announceOffers, loadOffers } from './standing-prices.ts'

/** An offer that cannot be used (anymore): by anyone, or not again by this buyer. */
export interface Denial {
  offerId: string
  name: string
  customerKey: string | null
}

/** Thrown in the transaction that wanted the uses, which is then rolled back. */
export class OffersDenied extends Error {
  readonly denials: readonly Denial[]

  constructor(denials: readonly Denial[]) {
    super(`no use is left of ${denials.map(({ offerId }) => offerId).join(', ')}`)
    this.denials = denials
  }
}

/** Returns which of these offers count their uses. */
export async function limitedAmong(ctx: PlatformContext, offerIds: readonly string[]): Promise<string[]> {
  if (offerIds.length === 0) return []
  const offers = await loadOffers(ctx)
  return offers
    .filter((offer) => offerIds.includes(offer.offer_id) && queries.isLimited(offer))
    .map((offer) => offer.offer_id)
}

/** Whether one of these offers is limited per customer. */
export async function areLimitedPerCustomer(ctx: PlatformContext, executor: Executor, offerIds: readonly string[]) {
  if (offerIds.length === 0) return false
  const offers = await loadOffers(ctx, executor)
  return offers.some((offer) => offerIds.includes(offer.offer_id) && offer.uses_per_customer_max !== null)
}

/**
 * Reserves a use of each offer for an order, in its transaction. Repeating it changes nothing but the buyer. Buyers
 * wait for each other here, one offer's at a time.
 * @param input.ownerId the cart that may go on using them while the order is open; null for a payment link
 * @param input.mayTell whether the caller may learn what this buyer did before. If not, limits per customer are checked
 * when the money comes (`areUsesLeft`)
 * @throws OffersDenied if one of them has no use left
 * @throws Refusal `contact_required` if one is limited per customer and the buyer is unknown: someone who held back
 * their address until the payment could use it any number of times
 */
export async function reserveUses(
  ctx: PlatformContext,
  tx: Executor,
  input: {
    offerIds: readonly string[]
    orderId: OrderId
    ownerId: OwnerId | null
    email: string | null
    mayTell: boolean
  },
): Promise<void> {
  const { email, mayTell, ...uses } = input
  const customerKey = email === null || !mayTell ? null : customerKeyOf(ctx, email)
  await tx.run(queries.lockOffers, { offerIds: uses.offerIds })
  const verdicts = await tx.run(queries.reserveUses, { ...uses, customerKey, hasCustomer: email !== null })
  if (verdicts.some(({ verdict }) => verdict === 'customer_unknown')) throw new Refusal('contact_required.offer_limit')
  const keyFor = (verdict: string) => (verdict === 'used_up' ? null : customerKey)
  const denials = verdicts
    .filter(({ verdict }) => verdict !== 'granted')
    .map(({ offer_id: offerId, name, verdict }) => ({ offerId, name, customerKey: keyFor(verdict) }))
  if (denials.length > 0) throw new OffersDenied(denials)
}

/**
 * Whether a buyer may have the offers of an order whose uses have no name yet; none, if the payment names no buyer
 * either. Locks those that are limited per customer until the transaction ends, which then writes the buyer's name into
 * the uses.
 */
export async function areUsesLeft(
  tx: Transaction,
  { customerKey, ...lines }: { orderId: OrderId; revision: number; customerKey: string | null },
): Promise<boolean> {
  const offerIds = (await tx.run(queries.lockUnnamed, lines)).map(({ offer_id }) => offer_id)
  if (offerIds.length === 0) return true
  if (customerKey === null) return false
  return (await tx.run(queries.findUsedUpBy, { offerIds, customerKey })).length === 0
}

/** Denials matter for as long as a cart lives. */
const DENIALS_KEPT_MS = days(1)
/** How long a buyer is not shown an offer that they already used: another of their orders may be closed in the meantime. */
const DENIALS_COUNT_MS = minutes(15)

/** Since when denials of one buyer count. Those for everyone count as long as the offer is used up. */
export const deniedSince = (ctx: PlatformContext): Date => addMilliseconds(ctx.clock.now(), -DENIALS_COUNT_MS)

/** Records what a cart was denied, so that it shows prices that can be paid. */
export async function denyOffers(ctx: PlatformContext, ownerId: OwnerId, denials: readonly Denial[]): Promise<void> {
  const now = ctx.clock.now()
  await ctx.database.run(queries.denyOffers, {
    ownerId,
    offerIds: denials.map(({ offerId }) => offerId),
    customerKeys: denials.map(({ customerKey }) => customerKey),
    now,
    deniedAt: addMilliseconds(now, -DENIALS_KEPT_MS),
  })
  // This node may not have heard yet that one of them is used up.
  announceOffers(ctx)
}

/** Lets a cart have what was denied only to another buyer. */
export async function forgetOtherDenials(ctx: PlatformContext, ownerId: OwnerId, customerKey: string): Promise<void> {
  await ctx.database.run(queries.forgetDenials, { ownerId, customerKey })
}

/** Reads what an owner without its own cart (a payment request) was denied. */
export async function readPast(ctx: PlatformContext, ownerId: OwnerId): Promise<CartPast> {
  const denied = await ctx.database.run(queries.listDenials, { ownerId, deniedAt: deniedSince(ctx) })
  const shown = denied.map((row) => ({ offerId: row.offer_id, customerKey: row.customer_key }))
  return { reserved: new Set(), denied: shown }
}
