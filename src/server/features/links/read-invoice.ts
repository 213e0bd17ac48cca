import type { Invoice, TimelineEntry } from '#contract/links/payment-request-values.ts'
import type { CustomerId } from '#contract/values.ts'
import type { DocumentContent } from '#server/features/messages/document-layout.ts'
import { paidWith } from '#server/features/orders/order-words.ts'
import { DELIVERY_PROMISE_MS } from '#server/features/orders/show-order.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { listOfCustomer, listStory } from './list-queries.ts'
import { findReplacement, findToken, type RequestRow } from './queries.ts'
import { findInvoice, showRequest, statusAt } from './show-request.ts'

/** Returns a request with its history. @throws Refusal `invoice_not_found`, also for another rep's */
export async function readInvoice(ctx: PlatformContext, token: string): Promise<Invoice> {
  const row = await findInvoice(ctx, token)
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
    contact: [ctx.config.postalAddress, ctx.config.supportPhone],
    timeZone: ctx.config.timeZone,
    ...shownOf(row, 'reference', 'lines', 'total_cents'),
    soldTo: { name: row.customer_name, details: details.filter((detail) => detail !== null) },
    issuedAt: row.created_at,
    note: row.special_offers,
  }
}

/** Renders the invoice of a request that the member may see. @throws Refusal `invoice_not_found` */
export async function makeInvoicePdf(ctx: WebContext, token: string): Promise<FileReply> {
  const { renderInvoice } = await import('#server/features/messages/order-documents.ts')
  const row = await findInvoice(ctx, token)
  const isLive = statusAt(row, ctx.clock.now()).status === 'sent'
  const payment = isLive ? { url: `${ctx.publicUrl}/payment/${row.token}`, expiresAt: row.expires_at } : null
  const bytes = await renderInvoice({ ...contentOf(ctx, row), payment, paidAt: row.paid_at })
  return { name: `invoice-${row.reference}.pdf`, bytes }
}

/** Renders the receipt of a paid request. @throws Refusal `invoice_not_found`, also before it is paid */
export async function makeReceiptPdf(ctx: WebContext, token: string): Promise<FileReply> {
  const row = await findInvoice(ctx, token)
  if (!row.paid_at) throw new Refusal('invoice_not_found.unpaid')
  const { renderReceipt } = await import('#server/features/messages/order-documents.ts')
  const bytes = await renderReceipt({
    ...contentOf(ctx, row),
    paidAt: row.paid_at,
    method: paidWith(row),
    ...shownOf(row, 'payment_id', 'refunded_cents', 'refund_state'),
    deliverBy: row.order_state === 'processed' ? null : addMilliseconds(row.paid_at, DELIVERY_PROMISE_MS),
    hasReturningCredit: ctx.config.returningCreditBps > 0,
  })
  return { name: `receipt-${row.reference}.pdf`, bytes }
}

/** Requests in a customer's record; older ones are in the list. */
const REQUESTS_TOLD_MAX = 50
type Untold = Omit<TimelineEntry, 'requestToken' | 'at'> & { at: Date }
const ENDINGS = { time: 'expired', replaced: 'replaced', voided: 'voided', declined: 'closed' } as const

function ownEventsOf(row: RequestRow, now: Date): Untold[] {
  const { status, reason } = statusAt(row, now)
  const story: Untold[] = []
  const tell = (kind: Untold['kind'], at: Date | null, by: string | null = null, detail: string | null = null) => {
    if (at) story.push({ kind, at, detail, by })
  }
  tell('sent', row.created_at, row.rep_name)
  tell('opened', row.opened_at)
  tell('cash_app_chosen', row.cash_app_chosen_at)
  if (row.payment_method === 'manual') tell('marked_paid', row.paid_at, row.marked_by_name, row.mark_reference)
  else tell('paid', row.paid_at)
  if (status === 'expired' && reason) tell(ENDINGS[reason], row.closed_at ?? row.expires_at, row.closed_by_name)
  return story
}

async function requestTimeline(ctx: PlatformContext, rows: readonly RequestRow[]): Promise<TimelineEntry[]> {
  if (rows.length === 0) return []
  const found = await ctx.database.run(listStory, { paymentRequestIds: rows.map((row) => row.payment_request_id) })
  const now = ctx.clock.now()
  const entries = rows.flatMap((row) => {
    const more = found.filter((entry) => entry.payment_request_id === row.payment_request_id)
    const story = [
      ...ownEventsOf(row, now),
      ...more.map(({ kind, at, detail }): Untold => ({ kind, at, detail, by: null })),
    ]
    return story.map((entry) => ({ ...entry, requestToken: row.token }))
  })
  return entries
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((entry) => ({ ...entry, at: entry.at.toISOString() }))
}

/** Returns a customer's newest requests, newest first, and what happened to them, oldest first. */
export async function readCustomerStory(ctx: PlatformContext, customerId: CustomerId) {
  const rows = await ctx.database.run(listOfCustomer, { customerId, limit: REQUESTS_TOLD_MAX })
  return { requests: rows.map((row) => showRequest(ctx, row)), happened: await requestTimeline(ctx, rows) }
}
