/**
 * The one place where money becomes an order. The webhook, the browser's return and the reconciler all call it, any
 * number of times and at once. A payment's success is taken exactly once.
 */
import type { Cents, OrderId, PaymentId } from '#contract/values.ts'
import { queueConfirmations, queueMoneyReturned } from '#server/features/messages/queue-message.ts'
import { cancelOrder } from '#server/features/orders/cancel-order.ts'
import { isCreditHeld } from '#server/features/orders/change-credit.ts'
import { readBilling, recordPayer } from '#server/features/orders/contact.ts'
import { markOrdersPaid } from '#server/features/orders/mark-order-paid.ts'
import { mayHaveOpenLimits, mayPayerUseOffers } from '#server/features/orders/offers-left.ts'
import { tellOrderListeners } from '#server/features/orders/order-listeners.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { linesCost } from '#server/features/orders/price-anew.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Intent } from '#server/gateways/payments/payment-gateway.ts'
import { batch, NotTogether } from '#server/platform/batch.ts'
import { inTransaction, mayBeOfOne, readConfirmed, type Transaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { findIntent } from './provider.ts'
import {
  claimPayment,
  claimPayments,
  findPayer,
  findPayment,
  findPaymentOfOrder,
  limitLockWait,
  oweRefund,
  type PaymentRow,
} from './queries.ts'
import { writeRefundState } from './refund-queries.ts'
import { savePayment } from './save-payment.ts'
import { noteUnknownPayments } from './unknown-payments.ts'

/*
 * Records the success of payments, each once; those that are reported at the same moment share a transaction. A payment
 * that needs more than that is taken alone: its order is locked, its money goes back, a hold has ended, or a limit of
 * its offers is not checked yet. So no order waits for another for more than `LOCK_MS`.
 */

type Settlement =
  /** The order is paid; `isFirst` if this call did it. */
  | { kind: 'settled'; order: OrderRow; isFirst: boolean }
  /** The provider has not taken the money (yet). */
  | { kind: 'unpaid'; intent: Intent }
  /**
   * The money pays for nothing (its order was closed, costs something else, has another payment, or its payer used its
   * offers before) and goes back whole.
   */
  | { kind: 'given_back' }
  /** The provider does not know it, or does not name an order of this store. */
  | { kind: 'not_ours' }

/** Sees the order before the transaction commits; a thrown `Refusal` leaves everything as it was. */
type Check = (order: OrderRow) => void

/** A payment that the provider has taken, as one caller reports it. */
interface Success {
  ctx: Context
  intent: Intent
  check: Check | undefined
}

/** Writes what goes back to the payer, in the transaction that decided it. A job sends it. */
async function owe(
  ctx: Context,
  tx: Transaction,
  refund: { paymentId: string; orderId: string; amountCents: Cents; reason: 'no_stock' | 'not_ours' },
): Promise<void> {
  const refundId = newId('rfd', ctx.clock)
  await tx.run(oweRefund, {
    refundId,
    paymentId: refund.paymentId,
    orderId: refund.orderId,
    amountCents: refund.amountCents,
    reason: refund.reason,
    now: ctx.clock.now(),
  })
  await tx.run(writeRefundState, { orderId: refund.orderId })
}

/** Gives everything back and closes the order, in the transaction that found that the money pays for nothing. */
async function giveBack(ctx: Context, tx: Transaction, intent: Intent, order: OrderRow): Promise<Settlement> {
  const orderId = order.order_id as OrderId
  ctx.log.error({ paymentId: intent.paymentId, orderId }, 'money that pays for nothing goes back')
  await owe(ctx, tx, { paymentId: intent.paymentId, orderId, amountCents: intent.receivedCents, reason: 'not_ours' })
  await cancelOrder(ctx, tx, orderId)
  await recordPayer(ctx, tx, { orderId, billing: readBilling(intent.billing) })
  await queueMoneyReturned(ctx, tx, { orderId, amountCents: intent.receivedCents })
  // An order that was paid another way keeps its state.
  if (order.state === 'awaiting_payment' || order.state === 'cancelled') {
    const { payment_request_id: paymentRequestId, total_cents: totalCents } = order
    const refundedCents = intent.receivedCents
    await tellOrderListeners(ctx, tx, [{ orderId, paymentRequestId, state: 'cancelled', totalCents, refundedCents }])
  }
  return { kind: 'given_back' }
}

/** A payment whose success was taken, with its locked order. */
interface Claim extends Success {
  order: OrderRow & { paid_revision: number }
}

/** Whether the money pays for its order: nothing else paid it, the amount is right and its payer may use its offers. */
async function isHonored(ctx: Context, tx: Transaction, { intent, order }: Claim): Promise<boolean> {
  const creditCents = creditOf(order)
  return (
    order.state === 'awaiting_payment' &&
    linesCost(order.lines) - creditCents === intent.receivedCents &&
    intent.currency === 'usd' &&
    (creditCents === 0 || (await isCreditHeld(tx, order.order_id as OrderId, creditCents))) &&
    (await mayPayerUseOffers(ctx, tx, order, {
      revision: order.paid_revision,
      email: readBilling(intent.billing).email,
    }))
  )
}

const creditOf = (order: OrderRow): number => order.lines.reduce((sum, line) => sum + line.credit_cents, 0)

/** Marks the orders of accepted payments paid, and has their buyers told. @returns by payment */
async function honor(ctx: Context, tx: Transaction, claims: readonly Claim[]): Promise<Map<string, Settlement>> {
  for (const { check, order } of claims)
    check?.({
      ...order,
      revision: order.paid_revision,
      total_cents: linesCost(order.lines),
      credit_cents: creditOf(order),
    })
  const marked = await markOrdersPaid(
    ctx,
    tx,
    claims.map(({ intent, order }) => ({
      order,
      revision: order.paid_revision,
      billing: readBilling(intent.billing),
      paymentMethod: 'stripe',
    })),
  )
  const settlements = new Map<string, Settlement>()
  for (const [index, { intent, order }] of claims.entries()) {
    const paid = marked[index]
    invariant(paid, 'each order has an outcome')
    const { paymentId } = intent
    const { refundCents: amountCents } = paid
    const orderId = order.order_id as OrderId
    if (amountCents > 0) await owe(ctx, tx, { paymentId, orderId, amountCents, reason: 'no_stock' })
    const refundState = amountCents > 0 ? ('pending' as const) : null
    settlements.set(paymentId, { kind: 'settled', order: { ...paid.order, refund_state: refundState }, isFirst: true })
  }
  queueConfirmations(
    ctx,
    tx,
    claims.map(({ order }) => order.order_id as OrderId),
  )
  return settlements
}

/** Few enough to commit in milliseconds. */
const TOGETHER_MAX = 32

/** A transaction for several payments waits for a lock this long; then each is taken alone. */
const LOCK_MS = 500

/**
 * @returns null for those to take alone: their payment or order is locked, or their success was recorded before
 * @throws NotTogether, or the error of one of them; none of them is settled then
 */
async function takeTogether(successes: readonly Success[]): Promise<(Settlement | null)[]> {
  const [first] = successes
  invariant(first, 'a batch has an item')
  const { ctx } = first
  // If reported twice at once, it is settled once, for the first report.
  const byPayment = new Map(successes.toReversed().map((success) => [success.intent.paymentId, success]))
  const settlements = await inTransaction(ctx, async (tx) => {
    tx.send(limitLockWait, { limit: `${LOCK_MS}ms` })
    const orders = await tx.run(claimPayments, {
      paymentIds: [...byPayment.keys()],
      revisions: [...byPayment.values()].map(({ intent }) => intent.revision),
      now: ctx.clock.now(),
    })
    const claims: Claim[] = []
    for (const order of orders) {
      const success = byPayment.get(order.payment_id)
      invariant(success, 'only payments that were asked for are claimed')
      const claim = { ...success, order }
      // What one payer has used is not written yet when the next one is checked, and money that goes back touches other
      // rows.
      if (orders.length > 1 && (await mayHaveOpenLimits(ctx, tx, order))) throw new NotTogether()
      if (!(await isHonored(ctx, tx, claim))) throw new NotTogether()
      claims.push(claim)
    }
    return claims.length > 0 ? honor(ctx, tx, claims) : new Map<string, Settlement>()
  })
  return successes.map((success) => {
    const { paymentId } = success.intent
    return byPayment.get(paymentId) === success ? (settlements.get(paymentId) ?? null) : null
  })
}

/** @returns null if it was taken before */
async function takeAlone({ ctx, ...success }: Success): Promise<Settlement | null> {
  const { intent } = success
  return inTransaction(ctx, async (tx) => {
    const values = { paymentId: intent.paymentId, now: ctx.clock.now(), revision: intent.revision }
    const [order] = await tx.run(claimPayment, values)
    if (!order) return null
    const claim = { ctx, ...success, order }
    if (!(await isHonored(ctx, tx, claim))) return giveBack(ctx, tx, intent, order)
    return (await honor(ctx, tx, [claim])).get(intent.paymentId) ?? null
  })
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Created with the first payment. */
    takeTogether: ((success: Success) => Promise<Settlement | null>) | null
  }
}

/**
 * Takes the success of a payment and marks its order paid, or gives the money back.
 *
 * @param input.check sees the order before anything commits; a thrown `Refusal` leaves everything as it was
 * @returns null if it was taken before
 */
async function takeSuccess(
  ctx: Context,
  input: { intent: Intent; check: Check | undefined },
): Promise<Settlement | null> {
  ctx.node.takeTogether ??= batch(takeTogether, TOGETHER_MAX)
  const success = { ctx, ...input }
  const taken = await ctx.node.takeTogether(success).catch((error: unknown) => {
    // Nothing in the batch was done, perhaps because of another payment. Alone, it succeeds or fails with its own
    // error.
    if (mayBeOfOne(error)) return null
    throw error
  })
  return taken ?? takeAlone(success)
}

/**
 * Saves a payment without a row: a crash between the provider's answer and our insert leaves one. The intent's metadata
 * names the order.
 */
async function saveUnknownPayment(ctx: Context, intent: Intent): Promise<PaymentRow | null> {
  const order = intent.orderId ? await findOrder(ctx, intent.orderId as OrderId) : null
  if (!order) return null
  const now = ctx.clock.now()
  const row = await savePayment(ctx, {
    paymentId: intent.paymentId,
    orderId: order.order_id,
    amountCents: intent.amountCents,
    revision: intent.revision ?? order.revision,
    clientSecret: intent.clientSecret,
    createdAt: now,
    checkAt: now,
    networkKey: null,
  })
  return row.payment_id === intent.paymentId ? row : null
}

/**
 * Settles a payment: asks the provider, and if the money was taken, marks exactly one order paid.
 *
 * @param input.intent what the provider said just now, so it is not asked twice
 * @param input.check sees the order before anything commits
 * @throws Refusal `provider_unavailable` if the provider does not answer; nothing changed, and any caller may try again
 */
export async function settlePayment(
  ctx: Context,
  input: { paymentId: string; intent?: Intent; check?: Check },
): Promise<Settlement> {
  const intent = input.intent ?? (await findIntent(ctx, input.paymentId))
  if (!intent) return { kind: 'not_ours' }
  if (intent.state !== 'succeeded') return { kind: 'unpaid', intent }
  const first = await takeSuccess(ctx, { intent, check: input.check })
  if (first) return first

  const [known] = await ctx.database.run(findPayment, { paymentId: intent.paymentId })
  const payment = known ?? (await saveUnknownPayment(ctx, intent))
  if (!payment) {
    if (await refundStrayMoney(ctx, intent)) return { kind: 'given_back' }
    await noteUnknownPayments(ctx, [intent])
    return { kind: 'not_ours' }
  }
  if (payment.state !== 'succeeded') return settlePayment(ctx, { ...input, intent })
  const order = await readConfirmed(ctx, (database) => findOrder({ database }, payment.order_id as OrderId))
  if (!order) return { kind: 'not_ours' }
  if (order.state === 'cancelled') return { kind: 'given_back' }
  input.check?.(order)
  return { kind: 'settled', order, isFirst: false }
}

/** Finds the order that a payment is for; null if the payment is not of this store. */
export async function findOrderOfPayment(ctx: Context, paymentId: string): Promise<OrderRow | null> {
  const [payment] = await ctx.database.run(findPayment, { paymentId })
  return payment ? findOrder(ctx, payment.order_id as OrderId) : null
}

/** Finds who made the order of a payment; null if the payment is not of this store. Asks no one outside. */
export async function findPayerOf(ctx: Context, paymentId: string): Promise<string | null> {
  const [row] = await ctx.database.run(findPayer, { paymentId })
  return row?.owner_id ?? null
}

/** Finds the payment of an order; null if none was opened. */
export async function findPaymentIdOfOrder(ctx: Context, orderId: OrderId): Promise<PaymentId | null> {
  const [row] = await ctx.database.run(findPaymentOfOrder, { orderId })
  return row ? (row.payment_id as PaymentId) : null
}

/**
 * Gives money back, once, if it came by a second payment for an order that has another: an order is sold once, and by
 * its own payment. The order stays as it is. The refund is named after the payment, so repeating this changes nothing.
 *
 * @param intent succeeded, and not the payment of its order
 * @returns false if it names no order of this store; another shop may use the same account
 */
async function refundStrayMoney(ctx: Context, intent: Intent): Promise<boolean> {
  const order = intent.orderId ? await findOrder(ctx, intent.orderId as OrderId) : null
  if (!order || intent.receivedCents === 0) return false
  const { paymentId, receivedCents } = intent
  ctx.log.error({ paymentId, orderId: order.order_id }, 'money of a second payment of an order goes back')
  const values = {
    refundId: `rfd_${paymentId}`,
    paymentId,
    orderId: order.order_id,
    amountCents: receivedCents,
    reason: 'not_ours',
    now: ctx.clock.now(),
  }
  await ctx.database.run(oweRefund, values)
  return true
}
