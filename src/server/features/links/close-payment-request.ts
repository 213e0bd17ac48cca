import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import type { HoldId, OrderId, PaymentRequestId } from '#contract/values.ts'
import { requestOwnerOf } from '#server/features/orders/link-order.ts'
import { holderOf } from '#server/features/orders/promise-order.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { releaseHolds } from '#server/features/stock/release-hold.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, minutes, seconds } from '#server/platform/clock.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { catchUp } from './on-order-changed.ts'
import { closeLater, closeRequest, findHalfClosed, findOverdue, type RequestRow } from './queries.ts'
import { tellRequestListeners } from './request-events.ts'
import { findOwn, findRequest, showChanged, statusAt } from './show-request.ts'

/** Returns a request's units, wherever a payment moved them. @returns counties to announce after the commit */
export async function releaseUnits(ctx: PlatformContext, tx: Transaction, row: RequestRow) {
  const holdIds = row.lines.flatMap((line) => (line.hold_id ? [line.hold_id as HoldId] : []))
  const ofOrder = await releaseHolds(ctx, tx, { holdIds, ownerId: holderOf(row.order_id) })
  const ofRequest = await releaseHolds(ctx, tx, { holdIds, ownerId: requestOwnerOf(row.payment_request_id) })
  return new Set([...ofOrder, ...ofRequest])
}

/**
 * Ends a request in the one safe order: it cancels the payment at the provider first, and settles it instead if that is
 * too late. Only then do the units return. Repeating it changes nothing.
 * @returns `closed` also if it had ended before
 * @throws Refusal `provider_unavailable`; the request then stays as it is
 */
async function closePaymentRequest(
  ctx: Context,
  row: RequestRow,
  closeReason: 'time' | 'voided' | 'declined',
  closedBy: string | null,
): Promise<'closed' | 'paid' | 'being_paid'> {
  const { payment_request_id: paymentRequestId, order_id: orderId } = row
  const closing = await closeOrder(ctx, orderId as OrderId)
  if (closing !== 'cancelled') return closing
  const counties = await inTransaction(ctx, async (tx) => {
    const [closed] = await tx.run(closeRequest, { paymentRequestId, now: ctx.clock.now(), closeReason, closedBy })
    if (closed) await tellRequestListeners(ctx, tx, { paymentRequestId, orderId, closeReason })
    return releaseUnits(ctx, tx, row)
  })
  announceStockChange(ctx, counties)
  return 'closed'
}

/** Voids a request; one that has expired or was voided stays as it is. @throws Refusal see the contract */
export async function voidPaymentRequest(ctx: WebContext, id: PaymentRequestId): Promise<PaymentRequest> {
  const member = requireMember(ctx)
  const row = await findOwn(ctx, id)
  if (row.status === 'paid' || row.status === 'processed') throw new Refusal('payment_request_paid')
  if (row.status === 'sent') {
    const closing = await closePaymentRequest(ctx, row, 'voided', member.userId)
    if (closing === 'paid') throw new Refusal('payment_request_paid')
    if (closing === 'being_paid') throw new Refusal('payment_request_being_paid')
  }
  return showChanged(ctx, id)
}

/** The wait before another try to close a request: the customer is paying, or the provider does not answer. */
const CLOSE_AGAIN_MS = seconds(10)
/** Closing an order and ending its request are two transactions. After this time, no node is still between them. */
const HALF_CLOSED_MS = minutes(1)
const REQUESTS_AT_ONCE = 50

/** Ends waiting requests, or accepts the payment of a customer who is paying right now. One failure delays no other. */
async function endAll(ctx: Context, rows: readonly { payment_request_id: string }[]): Promise<number> {
  const now = ctx.clock.now()
  let ended = 0
  for (const { payment_request_id: id } of rows) {
    const retryLater = () =>
      ctx.database.run(closeLater, { paymentRequestId: id, closeAfter: addMilliseconds(now, CLOSE_AGAIN_MS) })
    try {
      const row = await findRequest(ctx, id)
      if (row?.status !== 'sent') continue
      const { reason } = statusAt(row, now)
      const ending = reason === 'time' || reason === 'declined' ? reason : 'voided'
      const closing = await closePaymentRequest(ctx, row, ending, null)
      if (closing === 'closed') ended += 1
      if (closing === 'paid') await catchUp(ctx, row)
      if (closing === 'being_paid') await retryLater()
    } catch (error) {
      await retryLater()
      if (error instanceof Refusal)
        ctx.node.warn(ctx.log, { requestId: id, code: error.code }, 'a payment link was not closed now')
      else ctx.log.error({ requestId: id, err: error }, 'a payment link could not be closed')
    }
  }
  return ended
}

/** Safe on several nodes at once. @returns how many it ended */
export async function expirePaymentRequests(ctx: Context): Promise<number> {
  return endAll(ctx, await ctx.database.run(findOverdue, { now: ctx.clock.now(), limit: REQUESTS_AT_ONCE }))
}

/** Ends requests whose node died while closing them, or whose payment the provider canceled. @returns how many */
export async function finishHalfClosed(ctx: Context): Promise<number> {
  const before = addMilliseconds(ctx.clock.now(), -HALF_CLOSED_MS)
  return endAll(ctx, await ctx.database.run(findHalfClosed, { closeAfter: before, limit: REQUESTS_AT_ONCE }))
}
