/** The customer's side of a payment link: viewing it, opening the payment, paying. No one is signed in. */

import { LEAD_TYPE_NAMES, type PackageId, packageName, type Tier } from '#contract/catalogue/catalogue.ts'
import { placeName } from '#contract/catalogue/place-name.ts'
import type { createPaymentIntent } from '#contract/checkout/checkout.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { PaymentRequestStatus, PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import { dollarsFromCents, toCents } from '#contract/money.ts'
import type { HoldId, OrderId, PaymentId } from '#contract/values.ts'
import { checkStated } from '#server/features/orders/compare-stated.ts'
import { openOrderOf, recordOpener, recordPayer, requestOwnerOf } from '#server/features/orders/link-order.ts'
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import { findUnfit } from '#server/features/orders/tell-history.ts'
import { countPayingByCard, DECLINES_MAX } from '#server/features/payments/limit-openings.ts'
import { openPayment } from '#server/features/payments/open-payment.ts'
import { recordUnpaid } from '#server/features/payments/record-unpaid.ts'
import { findPayerOf, settlePayment } from '#server/features/payments/settle-payment.ts'
import { findHoldsWithLeads } from '#server/features/stock/fit-leads.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import { readConfirmed } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { linesAsSent, type RequestRow, recordCashAppChosen, recordOpened } from './queries.ts'
import { findByLink, showPublicRequest, statusAt } from './show-request.ts'

const nameOf = ({ tier, size, lead_type: leadType, county, state }: OrderLineRow): string =>
  `${packageName({ tier: tier as Tier, size })} (${LEAD_TYPE_NAMES[leadType as keyof typeof LEAD_TYPE_NAMES]}, ${placeName({ state, county })})`

/** Replaces leads that the customer may have bought since. @throws Refusal `too_few_unseen`; nothing changes then */
async function fitLinkLeads(ctx: WebContext, row: RequestRow): Promise<void> {
  const holdIds = row.lines.flatMap((line) => (line.hold_id ? [line.hold_id as HoldId] : []))
  const withLeads = await findHoldsWithLeads(ctx, holdIds)
  if (withLeads.size === 0) return
  const packages = row.lines.flatMap(({ hold_id: holdId, package_id: packageId }) =>
    holdId ? [{ holdId, packageId: packageId as PackageId, hasLeads: withLeads.has(holdId) }] : [],
  )
  const unfit = await findUnfit(ctx, { packages, email: row.customer_email, isFree: false })
  if (unfit.length === 0) return
  const names = row.lines.filter((line) => line.hold_id && unfit.includes(line.hold_id)).map(nameOf)
  throw new Refusal('too_few_unseen.link', { values: { packages: names.join('; ') }, details: { holdIds: unfit } })
}

/** Waits until what the customer will see is on disk. @throws Refusal `payment_request_not_found` */
const findConfirmed = (ctx: Context, token: string) => readConfirmed(ctx, (database) => findByLink({ database }, token))

/** Reads what anyone with the link may see. @throws Refusal `payment_request_not_found` */
export async function readPaymentRequest(ctx: WebContext, token: string): Promise<PublicPaymentRequest> {
  return showPublicRequest(ctx, await findConfirmed(ctx, token), ctx.ownerId)
}

/** A member is not the customer, and ended requests do not change. @throws Refusal `payment_request_not_found` */
export async function recordCustomerActs(ctx: WebContext, token: string): Promise<{ status: PaymentRequestStatus }> {
  const row = await findByLink(ctx, token)
  const now = ctx.clock.now()
  const { status } = statusAt(row, now)
  if (status === 'sent' && ctx.actor.kind !== 'member') await ctx.database.run(recordOpened, { token, now })
  return { status }
}

/** Tells the rep and lets an administrator look for the money, once. @throws Refusal see the contract */
export async function recordCashAppChoice(ctx: Context, token: string): Promise<{ status: PaymentRequestStatus }> {
  if (ctx.config.cashAppHandle === '') throw new Refusal('cash_app_unavailable')
  const row = await findByLink(ctx, token)
  const now = ctx.clock.now()
  const { status } = statusAt(row, now)
  if (status === 'sent') await ctx.database.run(recordCashAppChosen, { token, now })
  return { status }
}

/** @throws Refusal `payment_request_paid`, `payment_request_expired` if it cannot be paid (anymore) */
function requirePayable(ctx: Context, row: RequestRow): void {
  const { status, reason } = statusAt(row, ctx.clock.now())
  if (status === 'paid' || status === 'processed') throw new Refusal('payment_request_paid')
  if (status !== 'expired') return
  if (reason === 'replaced') throw new Refusal('payment_request_expired.replaced')
  if (reason === 'declined')
    throw new Refusal('payment_request_expired.declined', { values: { declines: DECLINES_MAX } })
  throw new Refusal('payment_request_expired')
}

/** Opens the payment of a link's order, the same one for all tabs and devices. @throws Refusal see the contract */
export async function openRequestPayment(ctx: WebContext, body: BodyOf<typeof createPaymentIntent>) {
  const row = await findConfirmed(ctx, body.token ?? '')
  requirePayable(ctx, row)
  const ownerId = requestOwnerOf(row.payment_request_id)
  await countPayingByCard(ctx, ownerId)
  checkStated(body, linesAsSent(row))
  await fitLinkLeads(ctx, row)
  const order = openOrderOf(row)
  const payment = await openPayment(ctx, order, { ownerId, isNew: false })
  if (payment.kind === 'open') {
    await recordOpener(ctx, order.orderId, ctx.openOwner())
    const { orderId, reference } = order
    const amount = dollarsFromCents(toCents(row.total_cents))
    return { clientSecret: payment.clientSecret, paymentId: payment.paymentId, orderId, reference, amount, credit: 0 }
  }
  // It was paid, or is being paid, or was closed between the two looks.
  requirePayable(ctx, await findConfirmed(ctx, row.token))
  throw new Refusal('payment_pending')
}

/**
 * Settles a link's payment that the browser reports. It trusts nothing in the body: the provider says whether the money
 * was taken, and a payment that started before the link ended is honored.
 * @throws Refusal see the contract; no order, stock or money changes then
 */
export async function payPaymentRequest(ctx: WebContext, token: string, paymentId: PaymentId) {
  const row = await findByLink(ctx, token)
  // Looked up here first: a made-up id must not cost a call to the provider, whose calls are limited.
  const payer = await findPayerOf(ctx, paymentId)
  if (payer === null) {
    requirePayable(ctx, row)
    throw new Refusal('payment_unknown')
  }
  if (payer !== requestOwnerOf(row.payment_request_id)) throw new Refusal('payment_mismatch')
  const settlement = await settlePayment(ctx, { paymentId })
  if (settlement.kind === 'settled') {
    await recordPayer(ctx, row.order_id as OrderId, ctx.ownerId)
    return readPaymentRequest(ctx, token)
  }
  if (settlement.kind === 'not_ours') throw new Refusal('payment_unknown')
  if (settlement.kind === 'given_back') throw new Refusal('payment_request_expired.paid_too_late')
  const { intent } = settlement
  await recordUnpaid(ctx, intent)
  if (intent.state === 'waiting' && intent.declineText)
    throw new Refusal('payment_failed', { message: intent.declineText })
  if (intent.state !== 'cancelled') throw new Refusal('payment_pending')
  const order = await findOrder(ctx, row.order_id as OrderId)
  invariant(order, 'a request has an order')
  requirePayable(ctx, { ...row, order_state: order.state })
  throw new Refusal('payment_failed')
}
