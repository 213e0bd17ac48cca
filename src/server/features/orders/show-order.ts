import { LEAD_TYPE_NAMES, type LeadType, sizeName, type Tier } from '#contract/catalogue/catalogue.ts'
import { placeName } from '#contract/catalogue/place-name.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import { orderStatusOf } from '#contract/orders/order-states.ts'
import type { Order, OrderLine } from '#contract/orders/orders.ts'
import type { Cents, OrderId, OrderToken, PaymentId } from '#contract/values.ts'
import { customerKeyOf, showLineOffer } from '#server/features/catalogue/price-lines.ts'
import { addMilliseconds, hours } from '#server/platform/clock.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import { type Executor, readConfirmed } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { OrderLineRow, OrderRow } from './order-row.ts'
import * as sql from './queries.ts'

/** The promise of the home page: leads are delivered within 24 hours of payment. */
export const DELIVERY_PROMISE_MS = hours(DELIVERY_HOURS.promised)

/** Returns the first letter and the domain: enough to recognize one's own address, not to learn someone else's. */
export const hintOf = (email: string | null): string =>
  email ? `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}` : ''

/** Returns a line as the contract has it. */
export function showOrderLine(line: OrderLineRow): OrderLine {
  return {
    ...shownOf(line, 'size', 'state', 'county', 'delivery_method', 'bonus_leads'),
    tier: line.tier as Tier,
    leadType: line.lead_type as LeadType,
    leadTypeName: LEAD_TYPE_NAMES[line.lead_type as LeadType],
    sizeName: sizeName(line.size),
    place: placeName(line),
    price: line.price_cents / 100,
    discount: line.discount_cents / 100,
    offers: line.offers.map(showLineOffer),
    isRefunded: line.outcome === 'refunded',
  }
}

/** Returns an order as the wire has it. Only `viewer`, if they bought it, sees the whole address. */
export function showOrder(order: OrderRow, paymentId: PaymentId | null, viewer: OwnerId | null = null): Order {
  const isBuyer = viewer !== null && [order.owner_id, order.payer_id].includes(viewer)
  return {
    ...shownOf(order, 'reference', 'refund_state', 'payment_method', 'card', 'created_at', 'paid_at', 'close_reason'),
    id: order.order_id as OrderId,
    status: orderStatusOf(order.state),
    total: dollarTextFromCents(order.total_cents as Cents),
    credit: dollarTextFromCents(order.credit_cents as Cents),
    refundedTotal: dollarTextFromCents(order.refunded_cents as Cents),
    paymentId,
    deliverBy: order.paid_at ? addMilliseconds(order.paid_at, DELIVERY_PROMISE_MS).toISOString() : null,
    payUntil:
      (order.payment_method === 'cash_app' && order.state === 'awaiting_payment' && order.pay_until?.toISOString()) ||
      null,
    emailHint: isBuyer ? (order.email ?? '') : hintOf(order.email),
    buyerName: isBuyer ? order.full_name : null,
    lines: order.lines.map(showOrderLine),
    token: order.token as OrderToken,
  }
}

/** `desk`: whose is open in the browser. @throws Refusal `order_not_found`, the same for unknown and guessed tokens */
export async function readOrderByToken(
  ctx: PlatformContext,
  token: OrderToken,
  viewer: OwnerId | null = null,
  desk: string | null = null,
) {
  const [row] = await readConfirmed(ctx, (database) => database.run(sql.findOrderByToken, { token }))
  if (!row) throw new Refusal('order_not_found')
  const isAtDesk = desk !== null && row.email !== null && customerKeyOf(ctx, row.email) === desk
  return showOrder(row, null, isAtDesk ? (row.owner_id as OwnerId) : viewer)
}

type Reading = { readonly database: Executor }

/** Finds orders by id, in no particular order. */
export const findOrders = (ctx: Reading, orderIds: readonly OrderId[]) => ctx.database.run(sql.findOrders, { orderIds })

/** Finds an order by its id; null if there is none. */
export const findOrder = async (ctx: Reading, orderId: OrderId) => (await findOrders(ctx, [orderId]))[0] ?? null

/** Finds the latest order made from a cart; null if there is none. */
export const findLatestOrder = async (ctx: Reading, ownerId: OwnerId): Promise<OrderRow | null> =>
  (await ctx.database.run(sql.findLatestOrder, { ownerId }))[0] ?? null
