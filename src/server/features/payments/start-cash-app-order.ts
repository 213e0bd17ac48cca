import type { BodyOf } from '#contract/endpoint.ts'
import type { PendingOrder } from '#contract/orders/cart.ts'
import type { startCashAppOrder as startCashAppOrderEndpoint } from '#contract/payments/cash-app.ts'
import type { OrderId } from '#contract/values.ts'
import { queueCashAppInstructions, queueCashAppWithdrawn } from '#server/features/messages/queue-message.ts'
import { fitLeadsToBuyer, type HeldLine, readHeldLines, readLinesTogether } from '#server/features/orders/cart.ts'
import { checkStated, comparable } from '#server/features/orders/compare-stated.ts'
import { type Contact, readContact } from '#server/features/orders/contact.ts'
import { orDeny } from '#server/features/orders/offers-left.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { type OpenOrder, placeOrder, returnSpares } from '#server/features/orders/place-order.ts'
import { linesCost } from '#server/features/orders/price-anew.ts'
import { findPromisedOrder, holderOf, promiseOrder } from '#server/features/orders/promise-order.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import { mayTellHistory } from '#server/features/orders/tell-history.ts'
import { HOLD_LIFE_MAX_MS } from '#server/features/stock/move-hold.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, days, hours } from '#server/platform/clock.ts'
import { networkToCount, type OwnerId, type PlatformContext, type RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { type Executor, inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { countWaiting, lockWaiting } from './cash-app-queries.ts'
import { cashAppCarts, closeCashAppOrder, EXPIRED, returnToCart } from './decide-cash-app-order.ts'
import { countAddress, countPaying } from './limit-openings.ts'
import { promisePayment } from './promise-payment.ts'
import { isOver, showPendingOrder } from './show-pending-order.ts'

/** Limits what waits unpaid, per network and unconfirmed address: a script could empty a county for free. */
const ORDERS_MAX = 2
const UNITS_MAX = 20

interface Asked {
  /** What it already has waiting is not counted, since it is about to be replaced. */
  ownerId: OwnerId
  email: string
  units: number
}

/** Anyone may type a confirmed address, so networks count too. @throws Refusal `too_many_cash_app_orders` */
async function checkWaiting(ctx: WebContext, executor: Executor, { ownerId, email, units }: Asked): Promise<void> {
  if (units > UNITS_MAX) throw new Refusal('too_many_cash_app_orders.units', { values: { units: UNITS_MAX } })
  const [waiting] = await executor.run(countWaiting, { networkKey: networkToCount(ctx), address: email, ownerId })
  if (!waiting) return
  const isOver = (orders: number, held: number) => orders >= ORDERS_MAX || held + units > UNITS_MAX
  const isNetworkOver = ctx.config.hasRateLimits && isOver(waiting.network_orders, waiting.network_units)
  const isAddressOver = !waiting.is_verified && isOver(waiting.address_orders, waiting.address_units)
  if (isNetworkOver || isAddressOver) throw new Refusal('too_many_cash_app_orders')
}

/** Repeats the check in the transaction. Those of the same network or address wait for each other. */
async function lockAndCheckWaiting(ctx: WebContext, tx: Transaction, asked: Asked): Promise<void> {
  const network = networkToCount(ctx)
  const keys = [`address ${asked.email.toLowerCase()}`, ...(network ? [`network ${network}`] : [])]
  await tx.run(lockWaiting, { keys })
  await checkWaiting(ctx, tx, asked)
}

/** How-to-pay emails per address and day: enough for a buyer who changes the cart a few times. */
const MAILS_TO_ADDRESS_MAX = 5
/** How-to-pay emails that one network may trigger per day, to anyone; an office shares one. */
const MAILS_FROM_NETWORK_MAX = 20

/** Counts a how-to-pay email, which anyone can have sent to any address. Beyond the limits, the order goes without. */
async function mayMailInstructions(ctx: RequestContext, address: string): Promise<boolean> {
  const from = { kind: 'how-to-pay-from', parts: [ctx.address], max: MAILS_FROM_NETWORK_MAX, windowMs: days(1) }
  const to = { kind: 'how-to-pay-to', parts: [address.toLowerCase()], max: MAILS_TO_ADDRESS_MAX, windowMs: days(1) }
  // The network first: if it is over its limit, the address loses nothing.
  return (await countAttempts(ctx, [{ ...from, isRateLimit: true }])) && countAttempts(ctx, [to])
}

type Body = BodyOf<typeof startCashAppOrderEndpoint>

/** Rounds in which another tab or the sweep may be faster. Each starts with the cart as it is then. */
const ROUNDS_MAX = 5

/**
 * Returns until when the lines are held: as long as a payment link lives, but never longer than that after the latest
 * moment a cart could have kept the oldest of them. Switching back and forth between the ways to pay gains no time.
 */
function holdUntil(ctx: PlatformContext, lines: readonly HeldLine[]): Date {
  const linkMs = hours(ctx.config.linkHours)
  const firstPlacedMs = Math.min(...lines.map((line) => line.placedAt.getTime()))
  const now = ctx.clock.now()
  const lifeLeftMs = firstPlacedMs + HOLD_LIFE_MAX_MS + linkMs - now.getTime()
  return addMilliseconds(now, Math.min(linkMs, lifeLeftMs))
}

/** Lets an order wait for Cash App; null if something changed in the meantime and everything must be read again. */
async function promise(
  ctx: WebContext,
  input: { ownerId: OwnerId; order: OpenOrder; lines: readonly HeldLine[]; email: string; mayMail: boolean },
): Promise<PendingOrder | null> {
  const { ownerId, order, lines, email, mayMail } = input
  const { orderId, revision } = order
  const until = holdUntil(ctx, lines)
  const outcome = await promisePayment(ctx, { ...order, networkKey: networkToCount(ctx) }, async (tx) => {
    await lockAndCheckWaiting(ctx, tx, { ownerId, email, units: lines.length })
    if (!(await promiseOrder(ctx, tx, { orderId, revision, until }))) return false
    if (mayMail) await queueCashAppInstructions(ctx, tx, orderId)
    return true
  })
  if (outcome === 'being_paid') throw new Refusal('payment_pending')
  const row = outcome === 'lost' ? null : await findOrder(ctx, orderId)
  if (outcome === 'paid') throw new Refusal('order_already_paid', { details: { orderToken: row?.token } })
  return row?.payment_method === 'cash_app' && row.pay_until ? showPendingOrder(ctx, row) : null
}

/**
 * Finds the caller's waiting order unchanged, or puts it back into the cart to be made again with what is there now.
 * @throws Refusal `amount_changed` with the total of order and cart together; both then stay as they are
 */
async function keepOrReturn(
  ctx: WebContext,
  input: {
    ownerId: OwnerId
    body: Body
    contact: Contact | null
    email: string
    order: OrderRow
    lines: readonly HeldLine[]
    onReturned: (orderId: OrderId) => void
  },
): Promise<PendingOrder | null> {
  const { ownerId, body, contact, email, order, lines } = input
  if (isOver(ctx, order)) {
    await closeCashAppOrder(ctx, { order, ...EXPIRED })
    return null
  }
  const isSameBuyer = !contact || (order.full_name === contact.fullName && order.email === contact.email)
  if (lines.length === 0 && isSameBuyer) {
    checkStated(body, order.lines.map(comparable))
    return showPendingOrder(ctx, order)
  }
  const kept = { ownerId: holderOf(order.order_id), orderId: order.order_id as OrderId }
  const together = await readLinesTogether(ctx, [kept, { ownerId }], email)
  checkStated(body, together)
  await checkWaiting(ctx, ctx.database, { ownerId, email, units: together.length })
  await returnToCart(ctx, order, ownerId, false)
  input.onReturned(order.order_id as OrderId)
  return null
}

/**
 * Turns the caller's cart into an order that waits for Cash App, or updates that order: no one else can get its lines.
 * A card payment that was opened before is canceled first.
 * @throws Refusal see the contract; `order_already_paid` and `payment_pending` if the card was faster
 * @see docs/decisions/0018-cash-app-transfers.md
 */
export async function startCashAppOrder(ctx: WebContext, body: Body): Promise<PendingOrder> {
  const returned = new Set<OrderId>()
  try {
    const start = () => startAnew(ctx, body, (orderId) => returned.add(orderId))
    return await (ctx.ownerId ? cashAppCarts(ctx).run(ctx.ownerId, start) : start())
  } catch (error) {
    // The order was meant to wait again at once. Now it does not, although its buyer did not ask for that.
    for (const orderId of returned) await inTransaction(ctx, (tx) => queueCashAppWithdrawn(ctx, tx, orderId))
    throw error
  }
}

async function startAnew(ctx: WebContext, body: Body, onReturned: (orderId: OrderId) => void): Promise<PendingOrder> {
  if (!ctx.config.cashAppHandle) throw new Refusal('cash_app_unavailable')
  const contact = readContact(body.contactInfo)
  let email = contact?.email ?? null
  const { ownerId } = ctx
  if (!ownerId) throw new Refusal(contact ? 'cart_empty' : 'contact_required')
  await countPaying(ctx, ownerId)
  let mayMail: boolean | null = null
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const waiting = await findPromisedOrder(ctx, ownerId)
    // A reloaded page may have lost the contact; an order that waits has one.
    email ??= waiting?.email ?? null
    if (!email) throw new Refusal('contact_required')
    const lines = await readHeldLines(ctx, ownerId, email)
    if (waiting) {
      const kept = await keepOrReturn(ctx, { ownerId, body, contact, email, order: waiting, lines, onReturned })
      if (kept) return kept
      continue
    }
    // Another tab may have promised these lines between the two reads.
    if (lines.length === 0 && round > 1) throw new Refusal('cart_empty')
    if (lines.length === 0) continue
    checkStated(body, lines)
    await countAddress(ctx, { ownerId, email, lines })
    if (linesCost(lines) === 0) throw new Refusal('nothing_to_pay')
    // Checked here too, so that a refused buyer leaves no order behind; the check in `promise` is the one that counts.
    await checkWaiting(ctx, ctx.database, { ownerId, email, units: lines.length })
    await fitLeadsToBuyer(ctx, lines, email)
    const mayTell = (one: string, executor: Executor) => mayTellHistory(ctx, one, executor)
    const place = () => placeOrder(ctx, { ownerId, lines, contact, mayTell })
    const { order, hasSpares } = await orDeny(ctx, { ownerId, email }, place)
    mayMail ??= await mayMailInstructions(ctx, email)
    const promised = await promise(ctx, { ownerId, order, lines, email, mayMail })
    if (!promised) continue
    // Its card payment was canceled, so nothing can pay an earlier revision.
    if (hasSpares) await returnSpares(ctx, order)
    return promised
  }
  throw new Refusal('provider_unavailable')
}
