import { centsFromDollars, dollarTextFromCents, toCents, ZERO_CENTS } from '#contract/money.ts'
import { giveBack } from '#contract/payments/give-back.ts'
import type { Cents, HoldId, OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { queueOrderRefunded } from '#server/features/messages/queue-message.ts'
import { refundCredit } from '#server/features/orders/change-credit.ts'
import type { OrderLineRow, OrderRow } from '#server/features/orders/order-row.ts'
import { paidLineOf } from '#server/features/orders/price-anew.ts'
import { lockPaidOrder, recordRefunded } from '#server/features/orders/refund-lines.ts'
import { findUnreturnable, returnUnits } from '#server/features/stock/return-units.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { requireMember } from '#server/platform/context.ts'
import { type Executor, inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { findPaymentOfOrder } from './queries.ts'
import { isMoneyDisputed } from './record-dispute.ts'
import type { RefundedLineRow } from './refund-queries.ts'
import * as sql from './refund-queries.ts'

export type { RefundedLineRow }

interface Share {
  line: OrderLineRow
  /** How much less we keep for it, and how much of that credit paid; below 0 if it stays and costs more from now on. */
  cents: number
  creditCents: number
  givenCents: number
  leftCents: Cents
  isGone: boolean
  /** Whether the package returns to stock; never if its leads were delivered, whatever was asked. */
  isReturned: boolean
}

export interface RefundInput {
  attemptId: string
  reason: string
  lines?: readonly { lineNumber: number; amount?: number | string | undefined; isReturned: boolean }[] | undefined
}

/** Reads what was asked for each line; without lines, for all. @throws Refusal for a line that does not exist */
function readAsked(
  sold: readonly OrderLineRow[],
  asked: RefundInput['lines'],
  before: ReadonlyMap<number, { is_returned: boolean }>,
): { lineNumber: number; cents: Cents | null; isReturned: boolean }[] {
  const isBack = (lineNumber: number) => before.get(lineNumber)?.is_returned ?? false
  if (!asked)
    return sold.map((line) => ({ lineNumber: line.line_number, cents: null, isReturned: !isBack(line.line_number) }))
  const named = new Set<number>()
  return asked.map(({ lineNumber, amount, isReturned }) => {
    if (!sold.some((line) => line.line_number === lineNumber) || named.has(lineNumber))
      throw new Refusal('refund_line_unknown')
    named.add(lineNumber)
    if (isReturned && isBack(lineNumber)) throw new Refusal('refund_line_returned')
    const cents = amount === undefined ? null : centsFromDollars(amount)
    if (cents === null && amount !== undefined) throw new Refusal('price_invalid.refund')
    return { lineNumber, cents, isReturned }
  })
}

/** Reads what refunds have changed about an order's lines so far, by line number; only lines that a refund named. */
export const readRefundedLines = async (executor: Executor, orderId: string) =>
  new Map((await executor.run(sql.listRefundedLines, { orderId })).map((row) => [row.line_number, row]))

/** Works out what becomes of each line. @throws Refusal for an unknown line, or more than can go back for it */
async function shareOut(tx: Transaction, order: OrderRow, asked: RefundInput['lines']) {
  const before = await readRefundedLines(tx, order.order_id)
  const sold = order.lines.filter((line) => line.outcome === 'sold')
  const wanted = new Map(readAsked(sold, asked, before).map((one) => [one.lineNumber, one]))
  const holdIds = sold.flatMap((line) => (line.hold_id ? [line.hold_id as HoldId] : []))
  const kept = await findUnreturnable(tx, holdIds)
  const isReturned = (line: OrderLineRow) =>
    (wanted.get(line.line_number)?.isReturned ?? false) && !(line.hold_id !== null && kept.has(line.hold_id))
  const paid = order.lines.map((line) => paidLineOf(line, before.get(line.line_number)))
  const returned = new Set(sold.filter(isReturned).map((line) => line.line_number))
  const asking = [...wanted.values()].map((one) => ({ ...one, isGone: returned.has(one.lineNumber) }))
  const back = giveBack(paid, asking)
  if (!back.ok) {
    const details = { lineNumber: back.lineNumber, left: dollarTextFromCents(back.mostCents) }
    throw new Refusal('refund_too_high', { details })
  }
  const changes = new Map(back.lines.map((changed) => [changed.lineNumber, changed]))
  const shares = order.lines.flatMap((line, index): Share[] => {
    const [was, is] = [paid[index], changes.get(line.line_number)]
    if (!was || !is) return []
    const cents = was.leftCents - is.leftCents
    const creditCents = was.creditLeftCents - is.creditLeftCents
    const givenCents = is.givenCents - was.givenCents
    const { isGone } = is
    return [{ line, cents, creditCents, givenCents, leftCents: was.leftCents, isGone, isReturned: isReturned(line) }]
  })
  const isWhole = paid.every((line) => line.isGone || changes.get(line.lineNumber)?.isGone)
  return { shares, amountCents: back.cents, creditCents: back.creditCents, isWhole }
}

/**
 * Refunds a paid order, whole or line by line, once per attempt. What store credit paid comes back as credit. One
 * transaction writes the refund, puts returned units back on sale (never delivered leads), and calls the listeners of
 * orders. A job then asks the card provider until it has made the refund. @throws Refusal see the contract
 * @see docs/decisions/0014-retry-refunds-until-made.md
 */
export async function refundOrder(ctx: WebContext, orderId: OrderId, input: RefundInput) {
  const { userId } = requireMember(ctx)
  return inTransaction(ctx, async (tx) => {
    const order = await lockPaidOrder(tx, orderId)
    if (!order) throw new Refusal('order_not_found')
    const [known] = await tx.run(sql.findAttempt, { orderId, attemptId: input.attemptId })
    if (known) {
      const creditCents = toCents(known.credit_cents)
      const amountCents = toCents(known.amount_cents + creditCents)
      return { refundId: known.refund_id, amountCents, creditCents, isByHand: known.is_by_hand, order }
    }
    if (order.state !== 'paid' && order.state !== 'processed') throw new Refusal('refund_impossible')
    // If a bank took the money from us, the buyer would otherwise get it twice.
    if (await isMoneyDisputed(tx, orderId)) throw new Refusal('payment_disputed')
    const { shares, amountCents, creditCents, isWhole } = await shareOut(tx, order, input.lines)
    if (amountCents === ZERO_CENTS) throw new Refusal('refund_impossible')
    const moneyCents = toCents(amountCents - creditCents)
    const [payment] = await tx.run(findPaymentOfOrder, { orderId })
    invariant(payment?.state === 'succeeded', 'a paid order has a payment that succeeded')
    const isByHand = order.payment_method !== 'stripe' && moneyCents > 0
    const refundId = newId('rfd', ctx.clock)
    await tx.run(sql.writeRefund, {
      refundId,
      paymentId: payment.payment_id,
      orderId,
      amountCents: moneyCents,
      now: ctx.clock.now(),
      attemptId: input.attemptId,
      note: input.reason.trim(),
      decidedBy: userId,
      isByHand,
      lineNumbers: shares.map((share) => share.line.line_number),
      cents: shares.map((share) => share.cents),
      areReturned: shares.map((share) => share.isReturned),
      creditCents,
      creditCentsOfLines: shares.map((share) => share.creditCents),
      givenCents: shares.map((share) => share.givenCents),
      areGone: shares.map((share) => share.isGone),
    })
    await tx.run(sql.writeRefundState, { orderId })
    await queueOrderRefunded(ctx, tx, { orderId, refundId, amountCents })
    const returned = shares.filter((share) => share.isReturned)
    const holdIds = returned.flatMap(({ line }) => (line.hold_id ? [line.hold_id as HoldId] : []))
    await returnUnits(ctx, tx, holdIds)
    // After the stock, because everything that locks both a package and a customer's credit does so in this order.
    const lines = shares
      .filter(({ cents }) => cents > 0)
      .map(({ line, cents, leftCents }) => ({ lineNumber: line.line_number, cents: toCents(cents), leftCents }))
    await refundCredit(ctx, tx, { orderId, refundId, lines, creditCents })
    await writeAudit(ctx, tx, {
      action: 'order_refunded',
      subject: `Order ${order.reference}`,
      before: { refunded: dollarTextFromCents(toCents(order.refunded_cents)) },
      after: {
        refunded: dollarTextFromCents(toCents(order.refunded_cents + amountCents)),
        lines: shares.map((share) => share.line.line_number).join(', '),
        packagesReturned: returned.length,
      },
      note: input.reason,
    })
    const refunded = await recordRefunded(ctx, tx, order, { amountCents, isWhole })
    return { refundId, amountCents, creditCents, isByHand, order: refunded }
  })
}
