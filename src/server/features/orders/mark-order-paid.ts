import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { addCents, toCents } from '#contract/money.ts'
import { isOrderMove } from '#contract/orders/order-states.ts'
import type { Cents, HoldId, OrderId } from '#contract/values.ts'
import { bonusOf, customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { consumeHolds } from '#server/features/stock/consume-hold.ts'
import { takeFreshHolds } from '#server/features/stock/place-hold.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { lineCost, linesCost } from './line-cost.ts'
import { type OrderChange, tellOrderListeners } from './order-listeners.ts'
import type { OrderRow } from './order-row.ts'
import { priceAnew } from './price-anew.ts'
import { lockOrder as lockOrderStatement, markPaid, markProcessed, priceLinesAnew } from './queries.ts'

/** What became of a payment's lines. */
interface PaidOrder {
  order: OrderRow
  /**
   * To be given back the way it came, because nothing was left of some lines when the money came: what was paid less what the
   * others cost. What store credit paid of it is with its customer again.
   */
  refundCents: Cents
}

/**
 * Marks a waiting order paid at the revision that was paid. Each line's hold is sold; a line whose hold had ended takes a
 * fresh one where there is stock; a line without stock is refunded, and what stays is priced anew (`priceAnew`). All of it in the
 * caller's transaction.
 *
 * @param order locked, with the lines of the paid revision
 * @param input.billing the payer as the card provider knows them, for an order without a contact
 */
export async function markOrderPaid(
  ctx: PlatformContext,
  tx: Transaction,
  order: OrderRow,
  input: {
    revision: number
    billing: { name: string | null; email: string | null; phone: string | null }
    paymentMethod: OrderRow['payment_method']
  },
): Promise<PaidOrder> {
  invariant(isOrderMove(order.state, 'paid'), `an order that is ${order.state} cannot be paid`)
  const orderId = order.order_id as OrderId
  const email = order.email ?? input.billing.email
  const buyerKey = email === null ? null : customerKeyOf(ctx, email)
  const sold = await consumeHolds(ctx, tx, {
    holdIds: order.lines.flatMap((line) => (line.hold_id ? [line.hold_id as HoldId] : [])),
    orderId,
    buyerKey,
  })
  const late = order.lines.filter((line) => !line.hold_id || !sold.has(line.hold_id))
  const fresh = await takeFreshHolds(ctx, tx, {
    packageIds: late.map((line) => line.package_id as PackageId),
    bonuses: late.map((line) => bonusOf(line.offers)),
    ownerId: order.owner_id,
    ...(buyerKey ? { buyerKey } : {}),
  })
  // The owner of one of their leads may have asked to be left alone between the two: then it is short again.
  const freshSold = await consumeHolds(ctx, tx, {
    holdIds: fresh.filter((holdId) => holdId !== null),
    orderId,
    buyerKey,
  })

  const freshByLine = new Map(
    late.map((line, index) => {
      const holdId = fresh[index]
      return [line.line_number, holdId && freshSold.has(holdId) ? holdId : null]
    }),
  )
  const outcomes = order.lines.map((line) => {
    const soldHold = freshByLine.has(line.line_number) ? (freshByLine.get(line.line_number) ?? null) : line.hold_id
    return {
      ...line,
      hold_id: soldHold ?? line.hold_id,
      soldHold,
      outcome: soldHold ? ('sold' as const) : ('refunded' as const),
    }
  })
  const lines = priceAnew(outcomes)
  const repriced = lines.filter((line) => !outcomes.includes(line))
  if (repriced.length > 0) {
    await tx.run(priceLinesAnew, {
      orderId,
      revision: input.revision,
      lineNumbers: repriced.map((line) => line.line_number),
      discountCents: repriced.map((line) => line.discount_cents),
      offers: repriced.map((line) => JSON.stringify(line.offers)),
      creditCents: repriced.map((line) => line.credit_cents),
    })
  }
  const creditCents = toCents(order.lines.reduce((sum, line) => sum + line.credit_cents, 0))
  const totalCents = linesCost(lines)
  const lost = lines.filter((line) => line.outcome === 'refunded')
  const refundCents = linesCost(lost)
  const state = lines.every((line) => line.outcome === 'refunded') ? 'refunded' : 'paid'
  const paidAt = ctx.clock.now()
  tx.send(markPaid, {
    orderId,
    revision: input.revision,
    totalCents,
    refundedCents: refundCents,
    state,
    paidAt,
    fullName: input.billing.name,
    email: input.billing.email,
    cellPhone: input.billing.phone,
    paymentMethod: input.paymentMethod,
    lineNumbers: lines.map((line) => line.line_number),
    holdIds: lines.map((line) => line.soldHold),
    customerKey: buyerKey,
    creditCents,
  })
  await tellOrderListeners(ctx, tx, {
    orderId,
    paymentRequestId: order.payment_request_id,
    state,
    totalCents,
    refundedCents: refundCents,
  })
  return {
    refundCents: addCents(lost.map((line) => toCents(lineCost(line) - line.credit_cents))),
    order: {
      ...order,
      state,
      revision: input.revision,
      total_cents: totalCents,
      credit_cents: creditCents,
      refunded_cents: refundCents,
      paid_at: paidAt,
      payment_method: input.paymentMethod,
      email,
      full_name: order.full_name ?? input.billing.name,
      lines,
    },
  }
}

/** Locks an order, with the lines of one of its revisions, until the transaction ends; null when there is none. */
export async function lockOrder(tx: Transaction, orderId: OrderId, revision: number): Promise<OrderRow | null> {
  const [row] = await tx.run(lockOrderStatement, { orderId, revision })
  return row ?? null
}

/**
 * Marks a locked, paid order processed, because its buyer has everything that was not given back, and tells who follows it.
 * One that is processed or refunded stays as it is.
 *
 * @param order as it is now
 */
export async function markOrderProcessed(ctx: PlatformContext, tx: Transaction, order: OrderChange): Promise<void> {
  if (!isOrderMove(order.state, 'processed')) return
  await tx.run(markProcessed, { orderId: order.orderId })
  await tellOrderListeners(ctx, tx, { ...order, state: 'processed' })
}
