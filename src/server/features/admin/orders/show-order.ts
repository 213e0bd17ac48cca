import type { AdminOrder } from '#contract/admin/order-screen.ts'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { dollarsFromCents, dollarTextFromCents, toCents } from '#contract/money.ts'
import { orderStatusOf } from '#contract/orders/order-states.ts'
import type { Cents, OrderId, PaymentRequestToken } from '#contract/values.ts'
import { type AdminRefundRow, showRefund } from '#server/features/admin/refunds/show-refund.ts'
import { readLineStates } from '#server/features/delivery/show-deliveries.ts'
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import { paidLineOf } from '#server/features/orders/price-anew.ts'
import { showOrderLine } from '#server/features/orders/show-order.ts'
import { isMoneyDisputed } from '#server/features/payments/record-dispute.ts'
import type { RefundedLineRow } from '#server/features/payments/refund-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type OrderFile, readOrderFile } from './order-file.ts'
import { orderTimeline } from './order-timeline.ts'
import type { AdminMessageRow, AdminOrderRow } from './queries.ts'

type AdminLine = AdminOrder['lines'][number]

function showLine(
  line: OrderLineRow,
  refunded: RefundedLineRow | undefined,
  delivery: AdminLine['delivery'] = null,
): AdminLine {
  const { paidCents, leftCents, creditLeftCents, givenCents, isGone } = paidLineOf(line, refunded)
  return {
    ...showOrderLine(line),
    lineNumber: line.line_number,
    outcome: line.outcome,
    credit: dollarsFromCents(toCents(line.credit_cents)),
    refunded: line.outcome === 'open' ? 0 : dollarsFromCents(toCents(Math.max(0, paidCents - leftCents))),
    left: line.outcome === 'sold' ? dollarsFromCents(leftCents) : 0,
    creditLeft: line.outcome === 'sold' ? dollarsFromCents(creditLeftCents) : 0,
    given: dollarsFromCents(givenCents),
    lostDiscount: dollarsFromCents(toCents(Math.max(0, leftCents - paidCents))),
    isReturned: refunded?.is_returned ?? false,
    isGone,
    packageId: line.package_id as PackageId,
    openOffers: line.open_offers,
    delivery,
  }
}

const showOrderRefund = (row: AdminRefundRow, names: OrderFile['names']): AdminOrder['refunds'][number] => ({
  ...showRefund(row, names),
  tryAt: row.state === 'due' ? (row.try_at?.toISOString() ?? null) : null,
})

const showMessage = (row: AdminMessageRow): AdminOrder['messages'][number] => ({
  id: row.message_id,
  kind: row.kind,
  channel: row.channel,
  state: row.state,
  attempts: row.attempts,
  lastError: row.last_error,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
})

function obstacleOf(order: AdminOrderRow, isDisputed: boolean): AdminOrder['refundObstacle'] {
  if (order.paid_at === null) return 'not_paid'
  if (order.state === 'refunded' || order.refunded_cents === order.total_cents) return 'nothing_left'
  return isDisputed ? 'disputed' : null
}

/**
 * Returns everything the store knows about one order, for administrators.
 *
 * @throws Refusal `order_not_found`
 */
export async function showAdminOrder(ctx: PlatformContext, orderId: OrderId): Promise<AdminOrder> {
  const [file, isDisputed, deliveries] = await Promise.all([
    readOrderFile(ctx, orderId),
    isMoneyDisputed(ctx.database, orderId),
    readLineStates(ctx, orderId),
  ])
  const { order, payment, refunds, refundedLines, request, messages, disputes, names } = file
  const nameOf = (userId: string | null) => (userId === null ? null : (names.get(userId) ?? userId))
  const [first] = order.lines
  const [dispute] = disputes
  return {
    id: orderId,
    reference: order.reference,
    status: orderStatusOf(order.state),
    total: dollarTextFromCents(order.total_cents as Cents),
    credit: dollarTextFromCents(order.credit_cents as Cents),
    refundedTotal: dollarTextFromCents(order.refunded_cents as Cents),
    refundState: order.refund_state,
    paymentMethod: order.payment_method,
    channel: order.channel,
    createdAt: order.created_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
    fullName: order.full_name,
    email: order.email,
    contact: {
      businessName: order.business_name,
      cellPhone: order.cell_phone,
      address: order.address,
      isForgotten: order.forgotten_at !== null,
    },
    repName: nameOf(order.rep_id),
    commission:
      order.rep_id === null
        ? null
        : { rate: order.commission_bps / 100, amount: dollarsFromCents(toCents(file.commissionCents)) },
    packages: order.lines.length,
    firstLine: first ? showOrderLine(first) : null,
    lines: order.lines.map((line) =>
      showLine(line, refundedLines.get(line.line_number), deliveries.get(line.line_number)),
    ),
    payment: payment && {
      id: payment.payment_id,
      state: payment.state,
      amount: dollarTextFromCents(payment.amount_cents as Cents),
      createdAt: payment.created_at.toISOString(),
      succeededAt: payment.succeeded_at?.toISOString() ?? null,
    },
    refunds: refunds.map((row) => showOrderRefund(row, names)),
    messages: messages.map(showMessage),
    request: request && {
      id: request.payment_request_id,
      token: request.token as PaymentRequestToken,
      status: request.status,
    },
    isDisputed: disputes.length > 0,
    dispute: dispute ? { id: dispute.dispute_id, status: dispute.status } : null,
    decision:
      order.payment_method === 'cash_app' && (order.decided_by !== null || order.decision_note !== null)
        ? { by: nameOf(order.decided_by), note: order.decision_note }
        : null,
    timeline: orderTimeline(file),
    refundObstacle: obstacleOf(order, isDisputed),
  }
}
