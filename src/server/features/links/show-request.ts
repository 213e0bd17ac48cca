import type { ExpiredReason, PaymentRequest, PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import type * as contract from '#contract/values.ts'
import { DELIVERY_PROMISE_MS, showOrderLine } from '#server/features/orders/show-order.ts'
import { DECLINES_MAX } from '#server/features/payments/limit-openings.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import { type OwnerId, type PlatformContext, requireMember, scopeOf } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { invariant, Refusal, requireRow } from '#server/platform/errors.ts'
import { findById, findByToken, type RequestRow } from './queries.ts'

/* The customer of a paid link is masked: customers recognize themselves, and strangers learn nothing useful. */

/** `Jane Doe` becomes `J… D…`. */
const maskWords = (text: string): string =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ''}…`)
    .join(' ')

type CustomerFields = Pick<
  PublicPaymentRequest,
  'customerName' | 'customerEmail' | 'customerBusinessName' | 'customerPhone' | 'customerAddress'
>

export const maskCustomer = (customer: CustomerFields): CustomerFields => ({
  customerName: customer.customerName && maskWords(customer.customerName),
  // `jane@example.com` becomes `j…@e…`.
  customerEmail: customer.customerEmail?.split('@').map(maskWords).join('@') ?? null,
  customerBusinessName: customer.customerBusinessName && maskWords(customer.customerBusinessName),
  // `(512) 555-0100` becomes `…00`.
  customerPhone: customer.customerPhone && `…${customer.customerPhone.replace(/\D/g, '').slice(-2)}`,
  customerAddress: customer.customerAddress && maskWords(customer.customerAddress),
})

/** The clock ends a request before the job does. One whose order was closed elsewhere cannot be paid: `voided`. */
export function statusAt(
  row: Pick<RequestRow, 'status' | 'close_reason' | 'expires_at' | 'declines'> & { order_state: string },
  now: Date,
): { status: RequestRow['status']; reason: ExpiredReason | null } {
  if (row.status !== 'sent') return { status: row.status, reason: row.close_reason }
  if (row.expires_at <= now) return { status: 'expired', reason: 'time' }
  if (row.order_state === 'cancelled')
    return { status: 'expired', reason: row.declines >= DECLINES_MAX ? 'declined' : 'voided' }
  return { status: 'sent', reason: null }
}

const money = (cents: number): string => dollarTextFromCents(cents as contract.Cents)

const shown = (ctx: PlatformContext, row: RequestRow) => ({
  ...statusAt(row, ctx.clock.now()),
  id: row.payment_request_id as contract.PaymentRequestId,
  token: row.token as contract.PaymentRequestToken,
  ...shownOf(row, 'reference', 'refund_state', 'created_at', 'expires_at', 'paid_at', 'payment_method', 'card'),
  ...shownOf(row, 'customer_name', 'customer_email', 'special_offers'),
  total: money(row.total_cents),
  refundedTotal: money(row.refunded_cents),
  paymentId: row.payment_id as contract.PaymentId | null,
  customerBusinessName: row.business_name,
  customerPhone: row.cell_phone,
  customerAddress: row.address,
  cartData: row.lines.map(showOrderLine),
  repName: row.rep_name ?? '',
  repPhone: row.rep_phone || ctx.config.supportPhone,
})

/** For the rep who sent it and for administrators. */
export function showRequest(ctx: PlatformContext, row: RequestRow): PaymentRequest {
  const isWaiting = row.status === 'sent' && row.reminded_at === null
  return {
    ...shown(ctx, row),
    customerId: row.customer_id as contract.CustomerId,
    mail: { state: row.mail_state ?? 'waiting', error: row.mail_state === 'sent' ? null : row.mail_error },
    ...shownOf(row, 'closed_at', 'opened_at', 'cash_app_chosen_at', 'new_link_asked_at', 'is_disputed'),
    remindAt: (isWaiting && row.remind_at?.toISOString()) || null,
    declinedReason: row.status === 'sent' ? row.declined_reason : null,
  }
}

/** For anyone with the link: a paid one masks its customer, except for its payer; an expired one says whom to ask. */
export function showPublicRequest(ctx: PlatformContext, row: RequestRow, viewer: OwnerId | null): PublicPaymentRequest {
  const full = { ...shown(ctx, row), isNewLinkAsked: row.new_link_asked_at !== null }
  const now = ctx.clock.now().toISOString()
  const isSeenWhole = full.status === 'sent' || (viewer !== null && viewer === row.payer_id)
  if (full.status !== 'expired') {
    const deliverBy = row.paid_at && addMilliseconds(row.paid_at, DELIVERY_PROMISE_MS).toISOString()
    const orderToken = row.paid_at ? (row.order_token as contract.OrderToken) : null
    return { ...full, ...(isSeenWhole ? {} : maskCustomer(full)), orderToken, deliverBy, now }
  }
  return {
    ...full,
    id: null,
    reference: null,
    total: null,
    refundedTotal: money(0),
    refundState: null,
    paymentId: null,
    customerName: null,
    customerEmail: null,
    customerBusinessName: null,
    customerPhone: null,
    customerAddress: null,
    cartData: [],
    specialOffers: '',
    orderToken: null,
    deliverBy: null,
    now,
  }
}

/** @throws Refusal `payment_request_not_found`, the same for unknown and guessed tokens */
export async function findByLink(ctx: { readonly database: Executor }, token: string): Promise<RequestRow> {
  return requireRow(await ctx.database.run(findByToken, { token }), 'payment_request_not_found')
}

/** The caller's own request; any for an administrator. @throws Refusal `invoice_not_found`, also for another rep's */
function requireOwn(ctx: PlatformContext, [row]: RequestRow[]): RequestRow {
  const scope = scopeOf(requireMember(ctx))
  if (!row || (scope !== null && row.rep_id !== scope)) throw new Refusal('invoice_not_found')
  return row
}

/** See `requireOwn`. */
export const findInvoice = async (ctx: PlatformContext, token: string): Promise<RequestRow> =>
  requireOwn(ctx, await ctx.database.run(findByToken, { token }))

/** Like `findInvoice`, by the id of the request. */
export const findOwn = async (ctx: PlatformContext, id: contract.PaymentRequestId): Promise<RequestRow> =>
  requireOwn(ctx, await ctx.database.run(findById, { paymentRequestId: id }))

/** Finds a request by its id, for the store itself; null if there is none. */
export async function findRequest(ctx: PlatformContext, id: string): Promise<RequestRow | null> {
  const [row] = await ctx.database.run(findById, { paymentRequestId: id })
  return row ?? null
}

/** A request as it is after a change. */
export async function showChanged(ctx: PlatformContext, id: contract.PaymentRequestId): Promise<PaymentRequest> {
  const row = await findRequest(ctx, id)
  invariant(row, 'requests are never deleted')
  return showRequest(ctx, row)
}
