/** Limits openings and declines: each payment leaves rows forever, and declines tell thieves which stolen cards work. */
import type { HeldLine } from '#server/features/orders/cart.ts'
import { dependsOnBuyer } from '#server/features/orders/tell-history.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import { days, hours } from '#server/platform/clock.ts'
import { networkToCount, type OwnerId } from '#server/platform/context.ts'
import { areAttemptsLeft, countAttempts, findOverrun, type Limit } from '#server/platform/count-attempts.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'

/** For operations that open payments: the caller has a network. */
export type PayingContext = Context & Pick<WebContext, 'address'>

/** Declined cards after which a payment is closed, and its cart opens no other for an hour. */
export const DECLINES_MAX = 10
const DECLINES_OF_NETWORK_MAX = 30

const limit = (kind: string, key: string, max: number, windowMs = hours(1)) => ({ kind, parts: [key], max, windowMs })
const ofNetwork = (kind: string, key: string | null, max: number, windowMs?: number): Limit[] =>
  key === null ? [] : [{ ...limit(kind, key, max, windowMs), isRateLimit: true }]

const declinesOfCart = (ownerId: OwnerId, max: number): Limit => limit('declines-of-cart', ownerId, max)
const declinesOfNetwork = (key: string | null, max: number) => ofNetwork('declines-of-network', key, max, days(1))

function sentenceAfterDeclines(ctx: PayingContext, whose: 'cart' | 'network'): string {
  const orCashApp = ctx.config.cashAppHandle ? ' Cash App still works.' : ''
  return whose === 'cart'
    ? `This payment was closed after ${DECLINES_MAX} declined cards. Nothing was charged.${orCashApp} You can start again with another card in an hour. Your bank can say why it declined.`
    : `Too many cards were declined from your network today, so it opens no more card payments. Nothing was charged.${orCashApp} You can try a card again tomorrow.`
}

async function countCall(ctx: PayingContext, ownerId: OwnerId, kind: string, cartMax: number, networkMax: number) {
  const ofCart = { ...limit(`${kind}-of-cart`, ownerId, cartMax), isRateLimit: true }
  const limits = [ofCart, ...ofNetwork(`${kind}-of-network`, networkToCount(ctx), networkMax)]
  if (!(await countAttempts(ctx, limits))) throw new Refusal('payment_throttled')
}

/** Counts a call about paying, by card or Cash App, before anything is written. @throws Refusal `payment_throttled` */
export const countPaying = (ctx: PayingContext, ownerId: OwnerId) => countCall(ctx, ownerId, 'paying', 120, 300)

/** Counts a call about a card payment before anything is written. @throws Refusal `payment_throttled` */
export async function countPayingByCard(ctx: PayingContext, ownerId: OwnerId): Promise<void> {
  await countPaying(ctx, ownerId)
  const ofThisNetwork = declinesOfNetwork(networkToCount(ctx), DECLINES_OF_NETWORK_MAX - 1)
  const limits = [declinesOfCart(ownerId, DECLINES_MAX - 1), ...ofThisNetwork].map((one) => ({ ...one, cost: 0 }))
  const over = await findOverrun(ctx, limits)
  if (!over) return
  const whose = over.kind === 'declines-of-cart' ? 'cart' : 'network'
  throw new Refusal('payment_throttled', { message: sentenceAfterDeclines(ctx, whose) })
}

/** Addresses that a cart, or a network, may name at checkout in a day: enough for typos, and for an office. */
const ADDRESSES_OF_CART_MAX = 10
const ADDRESSES_OF_NETWORK_MAX = 100

/**
 * Counts an address that a cart names for the first time that day, if what it bought before matters to these lines; not
 * for members, who name customers all day. @throws Refusal `payment_throttled`, for each further one
 */
export async function countAddress(
  ctx: PayingContext,
  { ownerId, email, lines }: { ownerId: OwnerId; email: string; lines: readonly HeldLine[] },
): Promise<void> {
  if (ctx.actor.kind === 'member' || !(await dependsOnBuyer(ctx, lines))) return
  const named = limit('named-address', `${ownerId} ${email.toLowerCase()}`, 1, days(1))
  if (!(await areAttemptsLeft(ctx, [named]))) return
  const ofCart = limit('addresses-of-cart', ownerId, ADDRESSES_OF_CART_MAX, days(1))
  const ofThisNetwork = ofNetwork('addresses-of-network', networkToCount(ctx), ADDRESSES_OF_NETWORK_MAX, days(1))
  // The cart comes first: once it is over its limit, it costs its network nothing.
  const isLeft = (await countAttempts(ctx, [ofCart])) && (await countAttempts(ctx, ofThisNetwork))
  if (!isLeft) throw new Refusal('payment_throttled.addresses')
  await countAttempts(ctx, [named])
}

/** Counts a payment about to be created at the provider, not changes to one. @throws Refusal `payment_throttled` */
export const countOpening = (ctx: PayingContext, ownerId: OwnerId) => countCall(ctx, ownerId, 'payments', 20, 60)

/** Counts declined cards (0: only looks). @returns whether the network has reached its limit for today */
export async function countDeclinedCards(
  ctx: Parameters<typeof countAttempts>[0],
  { ownerId, networkKey, count }: { ownerId: OwnerId; networkKey: string | null; count: number },
  executor: Executor,
): Promise<boolean> {
  const ofThisNetwork = declinesOfNetwork(networkKey, DECLINES_OF_NETWORK_MAX - 1)
  const limits = [declinesOfCart(ownerId, Number.MAX_SAFE_INTEGER), ...ofThisNetwork]
  const counted = limits.map((one) => ({ ...one, cost: count }))
  return !(await countAttempts(ctx, counted, executor))
}
