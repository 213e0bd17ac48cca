import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { addCents, toCents } from '#contract/money.ts'
import { isOrderMove } from '#contract/orders/order-states.ts'
import type { Cents, HoldId, OrderId } from '#contract/values.ts'
import { bonusOf, customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { consumeHolds } from '#server/features/stock/consume-hold.ts'
import { takeFreshHolds } from '#server/features/stock/place-hold.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/errors.ts'
import type { Billing } from './contact.ts'
import { changeOf, type OrderChange, tellOrderListeners } from './order-listeners.ts'
import type { OrderLineRow, OrderRow } from './order-row.ts'
import { lineCost, linesCost, priceAnew } from './price-anew.ts'
import { lockOrder as lockOrderStatement, markPaid, markProcessed, priceLinesAnew } from './queries.ts'

interface PaidFor {
  order: OrderRow
  revision: number
  /** For an order without a contact, and which card was used. */
  billing: Billing
  paymentMethod: OrderRow['payment_method']
}

interface PaidOrder {
  order: OrderRow
  /** What was paid less what lines with stock cost. What store credit paid is back with its customer already. */
  refundCents: Cents
}

/**
 * Marks waiting orders paid at these revisions. Each line's hold is sold; if it had ended, a fresh one, if there is
 * stock. A line without stock is refunded, and what remains is repriced (`priceAnew`). In the order given.
 */
export async function markOrdersPaid(ctx: PlatformContext, tx: Transaction, payments: readonly PaidFor[]) {
  const sales = payments.map((payment) => {
    const { order, billing } = payment
    invariant(isOrderMove(order.state, 'paid'), `an order that is ${order.state} cannot be paid`)
    const email = order.email ?? billing.email
    return {
      ...payment,
      email,
      orderId: order.order_id as OrderId,
      buyerKey: email === null ? null : customerKeyOf(ctx, email),
      holdIds: order.lines.flatMap((line) => (line.hold_id ? [line.hold_id as HoldId] : [])),
    }
  })
  const sold = await consumeHolds(ctx, tx, sales)
  const paidAt = ctx.clock.now()
  const paid: PaidOrder[] = []
  for (const { order, revision, paymentMethod, billing, email, buyerKey } of sales) {
    const lines = await giveHolds(ctx, tx, { order, revision, sold, buyerKey })
    const lost = lines.filter((line) => line.outcome === 'refunded')
    const state = lost.length === lines.length ? 'refunded' : 'paid'
    const totalCents = linesCost(lines)
    const refundedCents = linesCost(lost)
    const creditCents = order.lines.reduce((sum, line) => sum + line.credit_cents, 0)
    // One by one: for several orders, the planner would read whole tables while it still thinks they are empty.
    tx.send(markPaid, {
      orderId: order.order_id,
      revision,
      totalCents,
      refundedCents,
      state,
      paidAt,
      fullName: billing.name,
      email: billing.email,
      cellPhone: billing.phone,
      card: billing.card,
      paymentMethod,
      lineNumbers: lines.map((line) => line.line_number),
      holdIds: lines.map((line) => (line.outcome === 'sold' ? line.hold_id : null)),
      customerKey: buyerKey,
      creditCents,
    })
    paid.push({
      refundCents: addCents(lost.map((line) => toCents(lineCost(line) - line.credit_cents))),
      order: {
        ...order,
        state,
        revision,
        total_cents: totalCents,
        credit_cents: creditCents,
        refunded_cents: refundedCents,
        paid_at: paidAt,
        payment_method: paymentMethod,
        card: billing.card,
        email,
        full_name: order.full_name ?? billing.name,
        lines,
      },
    })
  }
  const changes = paid.map(({ order }) => ({ ...changeOf(order), isPaidNow: true as const }))
  await tellOrderListeners(ctx, tx, changes)
  return paid
}

/** Does what `markOrdersPaid` does, for one order of which no card provider knows the payer. */
export async function markOrderPaid(
  ctx: PlatformContext,
  tx: Transaction,
  order: OrderRow,
  input: Omit<PaidFor, 'order' | 'billing'>,
): Promise<PaidOrder> {
  const billing = { name: null, email: null, phone: null, card: null }
  const [paid] = await markOrdersPaid(ctx, tx, [{ order, billing, ...input }])
  invariant(paid, 'each order has an outcome')
  return paid
}

/** Gives fresh holds to lines whose holds were not sold, or refunds them, and reprices what remains. */
async function giveHolds(
  ctx: PlatformContext,
  tx: Transaction,
  input: { order: OrderRow; revision: number; sold: ReadonlyMap<string, OrderId>; buyerKey: string | null },
): Promise<OrderLineRow[]> {
  const { order, revision, sold, buyerKey } = input
  const orderId = order.order_id as OrderId
  const late = order.lines.filter((line) => !line.hold_id || sold.get(line.hold_id) !== orderId)
  const fresh = await takeFreshHolds(ctx, tx, {
    packageIds: late.map((line) => line.package_id as PackageId),
    bonuses: late.map((line) => bonusOf(line.offers)),
    ownerId: order.owner_id,
    ...(buyerKey ? { buyerKey } : {}),
  })
  // The owner of one of their leads may have opted out in between, so it is short again.
  const holdIds = fresh.filter((holdId) => holdId !== null)
  const freshSold = await consumeHolds(ctx, tx, [{ holdIds, orderId, buyerKey }])
  const freshByLine = new Map(late.map((line, index) => [line.line_number, fresh[index] ?? null]))
  const outcomes = order.lines.map((line) => {
    const freshHold = freshByLine.get(line.line_number)
    if (freshHold === undefined) return { ...line, outcome: 'sold' as const }
    if (!freshHold || !freshSold.has(freshHold)) return { ...line, outcome: 'refunded' as const }
    return { ...line, hold_id: freshHold, outcome: 'sold' as const }
  })
  const lines = priceAnew(outcomes)
  const repriced = lines.filter((line) => !outcomes.includes(line))
  if (repriced.length > 0)
    await tx.run(priceLinesAnew, {
      orderId,
      revision,
      lineNumbers: repriced.map((line) => line.line_number),
      discountCents: repriced.map((line) => line.discount_cents),
      offers: repriced.map((line) => JSON.stringify(line.offers)),
      creditCents: repriced.map((line) => line.credit_cents),
    })
  return lines
}

/** Locks an order, with the lines of one of its revisions, until the transaction ends; null if there is none. */
export const lockOrder = async (tx: Transaction, orderId: OrderId, revision: number): Promise<OrderRow | null> =>
  (await tx.run(lockOrderStatement, { orderId, revision }))[0] ?? null

/** Marks a locked, paid order processed: its buyer has everything that was not refunded. Any other stays as it is. */
export async function markOrderProcessed(ctx: PlatformContext, tx: Transaction, order: OrderChange): Promise<void> {
  if (!isOrderMove(order.state, 'processed')) return
  await tx.run(markProcessed, { orderId: order.orderId })
  await tellOrderListeners(ctx, tx, [{ ...order, state: 'processed' }])
}
