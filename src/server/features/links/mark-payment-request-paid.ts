import { fipsOf } from '#contract/catalogue/catalogue.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { bonusOf } from '#server/features/catalogue/price-lines.ts'
import { queueConfirmations } from '#server/features/messages/queue-message.ts'
import { placeLinkOrder, requestOwnerOf } from '#server/features/orders/link-order.ts'
import { lockOrder, markOrderPaid } from '#server/features/orders/mark-order-paid.ts'
import type { OpenOrder } from '#server/features/orders/place-order.ts'
import { recordManualPayment, takeManualPayment } from '#server/features/payments/take-manual-payment.ts'
import { takeFreshHolds } from '#server/features/stock/place-hold.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { requireMember } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { invariant, LostRace, Refusal, unlessLost } from '#server/platform/errors.ts'
import { contactOf, linesAsSent, type RequestRow, recordMarkedPaid, replaceOrder } from './queries.ts'
import { findByLink, showRequest } from './show-request.ts'

/** Tries if the request's order changes while the administrator acts. */
const ROUNDS_MAX = 3

async function settle(
  ctx: WebContext,
  tx: Transaction,
  input: { row: RequestRow; order: Pick<OpenOrder, 'orderId' | 'revision'>; by: string; reference: string | null },
): Promise<void> {
  const { row, order, by, reference } = input
  const locked = await lockOrder(tx, order.orderId, order.revision)
  invariant(locked?.state === 'awaiting_payment', 'an order without a payment that succeeded waits for one')
  const marked = await markOrderPaid(ctx, tx, locked, { revision: order.revision, paymentMethod: 'manual' })
  // This money cannot be sent back from here, so it is all or nothing.
  if (marked.order.lines.some((line) => line.outcome === 'refunded')) throw new Refusal('payment_request_out_of_stock')
  const paymentRequestId = row.payment_request_id
  await tx.run(recordMarkedPaid, { paymentRequestId, markedPaidBy: by, markReference: reference })
  await writeAudit(ctx, tx, {
    action: 'request_marked_paid',
    subject: `Order ${locked.reference}, ${row.customer_name}`,
    target: `Order ${locked.reference}`,
    before: { status: row.status },
    after: { status: 'paid', total: dollarTextFromCents(toCents(marked.order.total_cents)) },
    note: reference,
  })
  queueConfirmations(ctx, tx, [order.orderId])
}

/** Takes fresh units at the prices sent, which were paid. False: others were faster. @throws Refusal if sold out */
async function payAnew(ctx: WebContext, row: RequestRow, by: string, reference: string | null): Promise<boolean> {
  const { payment_request_id: paymentRequestId } = row
  const pay = async (tx: Transaction): Promise<true> => {
    const sent = linesAsSent(row)
    const holdIds = await takeFreshHolds(ctx, tx, {
      packageIds: sent.map((line) => line.packageId),
      bonuses: sent.map((line) => bonusOf(line.offers)),
      ownerId: requestOwnerOf(paymentRequestId),
    })
    const lines = sent.map((line, index) => {
      const holdId = holdIds[index]
      if (!holdId) throw new Refusal('payment_request_out_of_stock')
      return { ...line, holdId }
    })
    const order = await placeLinkOrder(ctx, tx, {
      paymentRequestId,
      lines,
      contact: contactOf(row),
      repId: row.rep_id,
      commissionBps: row.commission_bps,
      until: ctx.clock.now(),
      // The money is already here: even if an offer has been used up since, the amount paid stays.
      reserving: 'if_left',
    })
    const replacing = { paymentRequestId, orderId: order.orderId, oldOrderId: row.order_id }
    const [replaced] = await tx.run(replaceOrder, replacing)
    if (!replaced) throw new LostRace()
    await recordManualPayment(ctx, tx, order)
    await settle(ctx, tx, { row, order, by, reference })
    return true
  }
  if (!(await unlessLost(() => inTransaction(ctx, pay)))) return false
  announceStockChange(ctx, new Set(row.lines.map((line) => fipsOf(line.package_id))))
  return true
}

/**
 * Marks a request paid because its money came another way: once, no matter who calls it and what the customer does at
 * that moment. An open card payment is closed first; one that has succeeded wins. An expired request takes fresh units.
 * `reference` helps to find the money again. @throws Refusal see the contract; nothing is changed then
 */
export async function markPaymentRequestPaid(ctx: WebContext, token: string, reference: string | null) {
  const { userId } = requireMember(ctx)
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const row = await findByLink(ctx, token)
    if (row.status === 'paid' || row.status === 'processed') throw new Refusal('payment_request_paid')
    if (row.close_reason === 'replaced') throw new Refusal('payment_request_expired.mark_newer')
    if (row.close_reason === 'voided') throw new Refusal('payment_request_expired.voided')
    if (row.order_state === 'cancelled') {
      if (await payAnew(ctx, row, userId, reference)) return showRequest(ctx, await findByLink(ctx, token))
      continue
    }
    const order = { orderId: row.order_id as OrderId, revision: row.revision, totalCents: toCents(row.total_cents) }
    const taking = await takeManualPayment(ctx, order, (tx) => settle(ctx, tx, { row, order, by: userId, reference }))
    if (taking === 'taken') return showRequest(ctx, await findByLink(ctx, token))
    if (taking === 'being_paid') throw new Refusal('payment_request_being_paid')
  }
  throw new Refusal('payment_request_paid')
}
