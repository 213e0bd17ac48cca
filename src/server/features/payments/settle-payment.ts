/**
 * The one place where money becomes an order. The webhook, the browser's return and the reconciler all call it, any
 * number of times and at once. A payment's success is taken exactly once; those that are reported at the same moment
 * share a transaction. A payment that needs more than that is taken alone: its order is locked, its money goes back, a
 * hold has ended, or a limit of its offers is not checked yet. So no order waits for another for more than `LOCK_MS`.
 */
import type { Cents, OrderId, PaymentId } from '#contract/values.ts'
import { queueConfirmations, queueMoneyReturned } from '#server/features/messages/queue-message.ts'
import { cancelOrder } from '#server/features/orders/cancel-order.ts'
import { isCreditHeld } from '#server/features/orders/change-credit.ts'
import { readBilling, recordPayer } from '#server/features/orders/contact.ts'
import { lockOrder, markOrderPaid, markOrdersPaid } from '#server/features/orders/mark-order-paid.ts'
import { mayHaveOpenLimits, mayPayerUseOffers } from '#server/features/orders/offers-left.ts'
import { changeOf, tellOrderListeners } from '#server/features/orders/order-listeners.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { linesCost } from '#server/features/orders/price-anew.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Intent } from '#server/gateways/payments/payment-gateway.ts'
import { perNode } from '#server/platform/context.ts'
import { batch, NotTogether } from '#server/platform/database/batch.ts'
import { inTransaction, mayBeOfOne, readConfirmed, type Transaction } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { findIntent } from './provider.ts'
import * as sql from './queries.ts'
import { writeRefundState } from './refund-queries.ts'
import { savePayment } from './save-payment.ts'
import { noteUnknownPayments } from './unknown-payments.ts'

type Settlement =
  /** The order is paid; `isFirst` if this call did it. */
  | { kind: 'settled'; order: OrderRow; isFirst: boolean }
  /** The provider has not taken the money (yet). */
  | { kind: 'unpaid'; intent: Intent }
  /** Closed, of another amount, paid already, or its payer used its offers before: the money goes back whole. */
  | { kind: 'given_back' }
  /** The provider does not know it, or does not name an order of this store. */
  | { kind: 'not_ours' }

/** Sees the order before the transaction commits; a thrown `Refusal` leaves everything as it was. */
type Check = (order: OrderRow) => void
type Success = { ctx: Context; intent: Intent; check: Check | undefined }

async function owe(
  ctx: Context,
  tx: Transaction,
  refund: { paymentId: string; orderId: string; amountCents: Cents; reason: 'no_stock' | 'not_ours' },
): Promise<void> {
  await tx.run(sql.oweRefund, { ...refund, refundId: newId('rfd', ctx.clock), now: ctx.clock.now() })
  await tx.run(writeRefundState, { orderId: refund.orderId })
}

async function giveBack(ctx: Context, tx: Transaction, intent: Intent, order: OrderRow): Promise<Settlement> {
  const orderId = order.order_id as OrderId
  ctx.log.error({ paymentId: intent.paymentId, orderId }, 'money that pays for nothing goes back')
  await owe(ctx, tx, { paymentId: intent.paymentId, orderId, amountCents: intent.receivedCents, reason: 'not_ours' })
  await cancelOrder(ctx, tx, orderId)
  await recordPayer(ctx, tx, { orderId, billing: readBilling(intent.billing) })
  await queueMoneyReturned(ctx, tx, { orderId, amountCents: intent.receivedCents })
  // An order that was paid another way keeps its state.
  if (order.state === 'awaiting_payment' || order.state === 'cancelled') {
    const change = { ...changeOf(order), state: 'cancelled', refundedCents: intent.receivedCents } as const
    await tellOrderListeners(ctx, tx, [change])
  }
  return { kind: 'given_back' }
}

interface Claim extends Success {
  order: OrderRow & { paid_revision: number }
}

/** Whether the money pays for its order: nothing else paid it, the amount is right and its payer may use its offers. */
async function isAcceptable(ctx: Context, tx: Transaction, { intent, order }: Claim): Promise<boolean> {
  const creditCents = creditOf(order)
  const { email } = readBilling(intent.billing)
  return (
    order.state === 'awaiting_payment' &&
    linesCost(order.lines) - creditCents === intent.receivedCents &&
    intent.currency === 'usd' &&
    (creditCents === 0 || (await isCreditHeld(tx, order.order_id as OrderId, creditCents))) &&
    (await mayPayerUseOffers(ctx, tx, order, { revision: order.paid_revision, email }))
  )
}

const creditOf = (order: OrderRow): number => order.lines.reduce((sum, line) => sum + line.credit_cents, 0)

/** Marks the orders of accepted payments paid, and has their buyers told. @returns by payment */
async function acceptPayments(ctx: Context, tx: Transaction, claims: readonly Claim[]) {
  const payments = claims.map(({ intent, check, order }) => {
    const revision = order.paid_revision
    check?.({ ...order, revision, total_cents: linesCost(order.lines), credit_cents: creditOf(order) })
    return { order, revision, billing: readBilling(intent.billing), paymentMethod: 'stripe' as const }
  })
  const marked = await markOrdersPaid(ctx, tx, payments)
  const settlements = new Map<string, Settlement>()
  for (const [index, { intent, order }] of claims.entries()) {
    const paid = marked[index]
    invariant(paid, 'each order has an outcome')
    const { paymentId } = intent
    const amountCents = paid.refundCents
    if (amountCents > 0) await owe(ctx, tx, { paymentId, orderId: order.order_id, amountCents, reason: 'no_stock' })
    const refundState = amountCents > 0 ? ('pending' as const) : null
    settlements.set(paymentId, { kind: 'settled', order: { ...paid.order, refund_state: refundState }, isFirst: true })
  }
  const orderIds = claims.map(({ order }) => order.order_id as OrderId)
  queueConfirmations(ctx, tx, orderIds)
  return settlements
}

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
    tx.send(sql.limitLockWait, { limit: `${LOCK_MS}ms` })
    const orders = await tx.run(sql.claimPayments, {
      paymentIds: [...byPayment.keys()],
      revisions: [...byPayment.values()].map(({ intent }) => intent.revision),
      now: ctx.clock.now(),
    })
    const claims: Claim[] = []
    for (const order of orders) {
      const success = byPayment.get(order.payment_id)
      invariant(success, 'only payments that were asked for are claimed')
      const claim = { ...success, order }
      // What one payer used is not yet written when the next is checked; money that goes back touches other rows.
      if (orders.length > 1 && (await mayHaveOpenLimits(ctx, tx, order))) throw new NotTogether()
      if (!(await isAcceptable(ctx, tx, claim))) throw new NotTogether()
      claims.push(claim)
    }
    return claims.length > 0 ? acceptPayments(ctx, tx, claims) : new Map<string, Settlement>()
  })
  return successes.map((success) => {
    const { paymentId } = success.intent
    return byPayment.get(paymentId) === success ? (settlements.get(paymentId) ?? null) : null
  })
}

async function takeAlone({ ctx, ...success }: Success): Promise<Settlement | null> {
  const { intent } = success
  return inTransaction(ctx, async (tx) => {
    const values = { paymentId: intent.paymentId, now: ctx.clock.now(), revision: intent.revision }
    const [order] = await tx.run(sql.claimPayment, values)
    if (!order) return null
    const claim = { ctx, ...success, order }
    if (!(await isAcceptable(ctx, tx, claim))) return giveBack(ctx, tx, intent, order)
    return (await acceptPayments(ctx, tx, [claim])).get(intent.paymentId) ?? null
  })
}

const takeWithOthers = perNode(() => batch(takeTogether, TOGETHER_MAX))

/** Takes the success of a payment: its order is paid, or the money goes back. @returns null if it was taken before */
async function takeSuccess(success: Success): Promise<Settlement | null> {
  const taken = await takeWithOthers(success.ctx)(success).catch((error: unknown) => {
    // Nothing in the batch was done, perhaps because of another payment. Alone, it succeeds or fails by itself.
    if (mayBeOfOne(error)) return null
    throw error
  })
  return taken ?? takeAlone(success)
}

/** Saves a payment without a row: a crash between the provider's answer and our insert leaves one. */
async function saveUnknownPayment(ctx: Context, intent: Intent): Promise<sql.PaymentRow | null> {
  const order = intent.orderId ? await findOrder(ctx, intent.orderId as OrderId) : null
  if (!order) return null
  const { paymentId, amountCents, clientSecret } = intent
  const now = ctx.clock.now()
  const made = { paymentId, orderId: order.order_id, amountCents, revision: intent.revision ?? order.revision }
  const row = await savePayment(ctx, { ...made, clientSecret, createdAt: now, checkAt: now, networkKey: null })
  return row.payment_id === paymentId ? row : null
}

/**
 * Settles a payment: asks the provider (unless given its `intent`), and if the money was taken, marks one order paid.
 * @throws Refusal `provider_unavailable`; nothing changed, and any caller may try again
 */
export async function settlePayment(
  ctx: Context,
  input: { paymentId: string; intent?: Intent; check?: Check },
): Promise<Settlement> {
  const intent = input.intent ?? (await findIntent(ctx, input.paymentId))
  if (!intent) return { kind: 'not_ours' }
  if (intent.state !== 'succeeded') return { kind: 'unpaid', intent }
  const first = await takeSuccess({ ctx, intent, check: input.check })
  if (first) return first
  const [known] = await ctx.database.run(sql.findPayment, { paymentId: intent.paymentId })
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
  const [payment] = await ctx.database.run(sql.findPayment, { paymentId })
  return payment ? findOrder(ctx, payment.order_id as OrderId) : null
}

/** Finds who made the order of a payment; null if the payment is not of this store. Asks no one outside. */
export const findPayerOf = async (ctx: Context, paymentId: string): Promise<string | null> =>
  (await ctx.database.run(sql.findPayer, { paymentId }))[0]?.owner_id ?? null

/** Finds the payment of an order; null if none was opened. */
export async function findPaymentIdOfOrder(ctx: Context, orderId: OrderId): Promise<PaymentId | null> {
  const [row] = await ctx.database.run(sql.findPaymentOfOrder, { orderId })
  return row ? (row.payment_id as PaymentId) : null
}

/**
 * Gives money back, once, if it came by a second payment of an order, which stays as it is. The refund is named after
 * the payment. @returns false if it names no order here; another shop may use the same account
 */
async function refundStrayMoney(ctx: Context, intent: Intent): Promise<boolean> {
  const order = intent.orderId ? await findOrder(ctx, intent.orderId as OrderId) : null
  if (!order || intent.receivedCents === 0) return false
  const { paymentId, receivedCents: amountCents } = intent
  const owed = { refundId: `rfd_${paymentId}`, paymentId, orderId: order.order_id, amountCents }
  ctx.log.error({ paymentId, orderId: order.order_id }, 'money of a second payment of an order goes back')
  await ctx.database.run(sql.oweRefund, { ...owed, reason: 'not_ours', now: ctx.clock.now() })
  return true
}

type FreeOrder = { orderId: OrderId; revision: number; check: (order: OrderRow) => void }

/**
 * Completes, once, an order that needs no card. Fresh holds are only for money that was taken. None was taken here, so
 * a line whose hold expired refuses the order, and the cart is priced again.
 * @throws Refusal `contact_required`; `order_mismatch` if something is to be paid after all, or a hold expired
 */
export async function settleFreeOrder(ctx: Context, input: FreeOrder): Promise<OrderRow> {
  const completed = await completeOrder(ctx, input)
  if (completed) return completed
  const order = await readConfirmed(ctx, (database) => findOrder({ database }, input.orderId))
  if (!order?.paid_at) throw new Refusal('order_mismatch')
  input.check(order)
  return order
}

async function completeOrder(ctx: Context, { orderId, revision, check }: FreeOrder): Promise<OrderRow | null> {
  return inTransaction(ctx, async (tx) => {
    const values = { paymentId: `free_${orderId}`, orderId, revision, now: ctx.clock.now() }
    const [payment] = await tx.run(sql.claimFreePayment, values)
    if (!payment) return null
    const order = await lockOrder(tx, orderId, revision)
    if (order?.state !== 'awaiting_payment' || order.revision !== revision) throw new Refusal('order_mismatch')
    if (order.total_cents !== order.credit_cents) throw new Refusal('order_mismatch')
    if (!order.email || !order.full_name) throw new Refusal('contact_required')
    check(order)
    const paid = await markOrderPaid(ctx, tx, order, { revision, paymentMethod: 'free' })
    const isAsHeld = paid.order.lines.every(
      (line, index) => line.hold_id === order.lines[index]?.hold_id && line.outcome === 'sold',
    )
    if (!isAsHeld) throw new Refusal('order_mismatch')
    queueConfirmations(ctx, tx, [orderId])
    return paid.order
  })
}
