import type { Invoice } from '#contract/links/payment-request-values.ts'
import type { DocumentContent } from '#server/features/messages/document-layout.ts'
import { PAYMENT_METHOD_NAMES } from '#server/features/orders/order-words.ts'
import { DELIVERY_PROMISE_MS } from '#server/features/orders/show-order.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findInvoice } from './find-request.ts'
import { findReplacement, findToken } from './queries.ts'
import type { RequestRow } from './request-row.ts'
import { requestTimeline } from './request-timeline.ts'
import { showRequest, statusAt } from './show-request.ts'

/**
 * One request with its story: a rep's own, an administrator's any.
 *
 * @throws Refusal `invoice_not_found`, the same for unknown ones and another rep's
 */
export async function readInvoice(ctx: PlatformContext, token: string): Promise<Invoice> {
  const row = await findInvoice(ctx, requireMember(ctx), token)
  const [timeline, [replacement], [replaced]] = await Promise.all([
    requestTimeline(ctx, [row]),
    ctx.database.run(findReplacement, { replacesId: row.payment_request_id }),
    row.replaces_id ? ctx.database.run(findToken, { paymentRequestId: row.replaces_id }) : [],
  ])
  return {
    ...showRequest(ctx, row),
    timeline,
    replacesToken: replaced?.token ?? null,
    replacedByToken: replacement?.token ?? null,
    markedPaidBy: row.marked_by_name,
    markReference: row.mark_reference,
    now: ctx.clock.now().toISOString(),
  }
}

function contentOf(ctx: WebContext, row: RequestRow): DocumentContent {
  const details = [row.business_name, row.customer_email, row.cell_phone, row.address]
  return {
    brand: ctx.config.brand,
    timeZone: ctx.config.timeZone,
    reference: row.reference,
    soldTo: { name: row.customer_name, details: details.filter((detail) => detail !== null) },
    lines: row.lines,
    totalCents: row.total_cents,
    issuedAt: row.created_at,
    note: row.special_offers,
  }
}

/** The invoice of a member's own request, or of any for an administrator. @throws Refusal `invoice_not_found` */
export async function makeInvoicePdf(ctx: WebContext, token: string): Promise<FileReply> {
  const { renderInvoice } = await import('#server/features/messages/order-documents.ts')
  const row = await findInvoice(ctx, requireMember(ctx), token)
  const isLive = statusAt(row, ctx.clock.now()).status === 'sent'
  const payment = isLive ? { url: `${ctx.publicUrl}/payment/${row.token}`, expiresAt: row.expires_at } : null
  const bytes = await renderInvoice({ ...contentOf(ctx, row), payment, paidAt: row.paid_at })
  return { name: `invoice-${row.reference}.pdf`, bytes }
}

/** The receipt of a paid one. @throws Refusal `invoice_not_found`, also while it is not paid */
export async function makeReceiptPdf(ctx: WebContext, token: string): Promise<FileReply> {
  const row = await findInvoice(ctx, requireMember(ctx), token)
  if (!row.paid_at) throw new Refusal('invoice_not_found.unpaid')
  const { renderReceipt } = await import('#server/features/messages/order-documents.ts')
  const bytes = await renderReceipt({
    ...contentOf(ctx, row),
    paidAt: row.paid_at,
    method: PAYMENT_METHOD_NAMES[row.payment_method],
    paymentId: row.payment_id,
    refundedCents: row.refunded_cents,
    refundState: row.refund_state,
    deliverBy: row.order_state === 'processed' ? null : addMilliseconds(row.paid_at, DELIVERY_PROMISE_MS),
    hasReturningCredit: ctx.config.returningCreditBps > 0,
  })
  return { name: `receipt-${row.reference}.pdf`, bytes }
}
