import type { AdminOrder } from '#contract/admin/order-screen.ts'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { dollarsFromCents, dollarTextFromCents, toCents } from '#contract/money.ts'
import { orderStatusOf } from '#contract/orders/order-states.ts'
import { isDecided } from '#contract/payments/disputes.ts'
import type { Cents, OrderId, PaymentRequestToken } from '#contract/values.ts'
import { showRefund } from '#server/features/admin/refunds/list-refunds.ts'
import { readLineStates } from '#server/features/delivery/show-deliveries.ts'
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import { paidLineOf } from '#server/features/orders/price-anew.ts'
import { showOrderLine } from '#server/features/orders/show-order.ts'
import { isMoneyDisputed } from '#server/features/payments/record-dispute.ts'
import type { RefundedLineRow } from '#server/features/payments/refund-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import * as orderFile from './order-file.ts'

/** An event of the timeline: when, what, and its detail. It is left out without an instant. */
type Told = readonly [at: Date | null | undefined, kind: AdminOrder['timeline'][number]['kind'], detail: string | null]

const money = (cents: number): string => `$${dollarTextFromCents(cents as Cents)}`

function ownEventsOf({ order, names }: orderFile.OrderFile): Told[] {
  const by = order.decided_by === null ? null : (names.get(order.decided_by) ?? null)
  const total = money(order.total_cents)
  const credit = order.credit_cents > 0 ? `, including ${money(order.credit_cents)} of store credit` : ''
  return [
    [order.created_at, 'placed', total],
    order.payment_method === 'cash_app'
      ? [order.paid_at, 'verified', by]
      : [order.paid_at, 'paid', `${total}${credit}`],
    [order.state === 'cancelled' ? order.closed_at : null, order.close_reason ?? 'cancelled', by],
  ]
}

const tellDisputes = ({ disputes, names }: orderFile.OrderFile): Told[] =>
  disputes.flatMap((row): Told[] => [
    [row.opened_at, 'disputed', `${money(row.amount_cents)}, ${row.reason}`],
    [row.submitted_at, 'evidence_submitted', row.submitted_by && (names.get(row.submitted_by) ?? null)],
    [isDecided(row.status) ? row.closed_at : null, 'dispute_closed', row.status],
  ])

function tellRefund(row: orderFile.AdminRefundRow, names: orderFile.OrderFile['names']): Told[] {
  const by = row.decided_by && names.get(row.decided_by)
  const isMade = row.state === 'made' && !row.is_by_hand && row.amount_cents > 0
  return [
    [row.created_at, 'refund_decided', [money(row.amount_cents + row.credit_cents), by].filter(Boolean).join(', ')],
    [isMade ? row.made_at : null, 'refund_made', money(row.amount_cents)],
  ]
}

function tellMessage({ state, channel, kind, sent_at, created_at }: orderFile.AdminMessageRow): Told {
  const [sent, failed] =
    channel === 'email'
      ? (['mail_handed_over', 'mail_failed'] as const)
      : (['text_handed_over', 'text_failed'] as const)
  return [state === 'waiting' ? null : (sent_at ?? created_at), state === 'sent' ? sent : failed, kind]
}

/** Returns the history of an order, oldest first. */
function orderTimeline(file: orderFile.OrderFile): AdminOrder['timeline'] {
  const { payment, refunds, request, messages, names } = file
  const story: Told[] = [
    ...ownEventsOf(file),
    [request?.created_at, 'link_sent', null],
    [request?.opened_at, 'link_opened', null],
    ...(payment?.declines ?? []).map(({ at, reason }): Told => [new Date(at), 'declined', reason]),
    ...refunds.flatMap((row) => tellRefund(row, names)),
    ...messages.map(tellMessage),
    ...tellDisputes(file),
  ]
  return story
    .flatMap(([at, kind, detail]) => (at ? [{ at: at.toISOString(), kind, detail }] : []))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

type AdminLine = AdminOrder['lines'][number]

function showLine(line: OrderLineRow, refunded: RefundedLineRow | undefined, delivery: AdminLine['delivery'] = null) {
  const { paidCents, leftCents, creditLeftCents, givenCents, isGone } = paidLineOf(line, refunded)
  return {
    ...showOrderLine(line),
    ...shownOf(line, 'line_number', 'outcome', 'open_offers'),
    credit: dollarsFromCents(toCents(line.credit_cents)),
    refunded: line.outcome === 'open' ? 0 : dollarsFromCents(toCents(Math.max(0, paidCents - leftCents))),
    left: line.outcome === 'sold' ? dollarsFromCents(leftCents) : 0,
    creditLeft: line.outcome === 'sold' ? dollarsFromCents(creditLeftCents) : 0,
    given: dollarsFromCents(givenCents),
    lostDiscount: dollarsFromCents(toCents(Math.max(0, leftCents - paidCents))),
    isReturned: refunded?.is_returned ?? false,
    isGone,
    packageId: line.package_id as PackageId,
    delivery,
  }
}

const showMessage = (row: orderFile.AdminMessageRow): AdminOrder['messages'][number] => ({
  id: row.message_id,
  ...shownOf(row, 'kind', 'channel', 'state', 'attempts', 'last_error', 'created_at', 'sent_at'),
})

function obstacleOf(order: orderFile.AdminOrderRow, isDisputed: boolean): AdminOrder['refundObstacle'] {
  if (order.paid_at === null) return 'not_paid'
  if (order.state === 'refunded' || order.refunded_cents === order.total_cents) return 'nothing_left'
  return isDisputed ? 'disputed' : null
}

/** Returns everything the store knows about one order, for administrators. @throws Refusal `order_not_found` */
export async function showAdminOrder(ctx: PlatformContext, orderId: OrderId): Promise<AdminOrder> {
  const [file, isDisputed, deliveries] = await Promise.all([
    orderFile.readOrderFile(ctx, orderId),
    isMoneyDisputed(ctx.database, orderId),
    readLineStates(ctx, orderId),
  ])
  const { order, payment, refunds, refundedLines, request, messages, disputes, names } = file
  const nameOf = (userId: string | null) => (userId === null ? null : (names.get(userId) ?? userId))
  const [first] = order.lines
  const [dispute] = disputes
  return {
    id: orderId,
    ...shownOf(order, 'reference', 'refund_state', 'payment_method', 'channel', 'created_at', 'paid_at', 'full_name'),
    ...shownOf(order, 'email'),
    status: orderStatusOf(order.state),
    total: dollarTextFromCents(order.total_cents as Cents),
    credit: dollarTextFromCents(order.credit_cents as Cents),
    refundedTotal: dollarTextFromCents(order.refunded_cents as Cents),
    contact: { ...shownOf(order, 'business_name', 'cell_phone', 'address'), isForgotten: order.forgotten_at !== null },
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
    payment: payment
      ? {
          id: payment.payment_id,
          ...shownOf(payment, 'state', 'created_at', 'succeeded_at'),
          amount: dollarTextFromCents(payment.amount_cents as Cents),
        }
      : null,
    refunds: refunds.map((row) => ({
      ...showRefund(row, names),
      tryAt: row.state === 'due' ? (row.try_at?.toISOString() ?? null) : null,
    })),
    messages: messages.map(showMessage),
    request: request
      ? { id: request.payment_request_id, token: request.token as PaymentRequestToken, status: request.status }
      : null,
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
