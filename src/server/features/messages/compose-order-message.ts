import { toCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { PAYMENT_METHOD_NAMES } from '#server/features/orders/order-words.ts'
import { DELIVERY_PROMISE_MS } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Attachment } from '#server/gateways/email/email-gateway.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import { invariant } from '#server/platform/invariant.ts'
import { textableNumber } from '#server/platform/phone-numbers.ts'
import { composeCashAppClosed, composeCashAppInstructions, composeCashAppWithdrawn } from './cash-app-mails.ts'
import { confirmedBy } from './channels.ts'
import { messageBatches } from './message-batches.ts'
import type { ComposedMail, MessageComposer, MessageRow, OrderMessageKind } from './message-composer.ts'
import { composeMoneyReturned } from './money-returned.ts'
import { composeOrderConfirmation } from './order-confirmation.ts'
import { renderReceipt } from './order-documents.ts'
import { findCellPhone } from './sms-queries.ts'
import { composeVerification, welcomeBuyer } from './verify-buyer.ts'
import type { MailContent } from './write-letter.ts'
import { writeConfirmationSms } from './write-sms.ts'

const wantsTexts = (order: OrderRow): boolean => confirmedBy(order.lines).includes('sms')

/** Whether an order's leads go by email instead of SMS because it has no number that can receive texts. */
export async function lacksNumber(ctx: Context, order: OrderRow): Promise<boolean> {
  if (!wantsTexts(order)) return false
  const [contact] = await ctx.database.run(findCellPhone, { orderId: order.order_id })
  return textableNumber(contact?.cell_phone) === null
}

/**
 * Composes the text that confirms a paid order to a buyer who chose SMS for a line; the email with everything goes out
 * too. If all lines by SMS were refunded, it says nothing about them, because the email explains that.
 */
export const composeConfirmationText: MessageComposer = async (ctx, message) => {
  const order = await messageBatches(ctx).findOrder(message.subject_id as OrderId)
  if (!order || !wantsTexts(order) || order.state === 'refunded') return { failed: 'this message is no longer needed' }
  const [contact] = await ctx.database.run(findCellPhone, { orderId: order.order_id })
  if (!contact?.cell_phone) return { failed: 'the order has no phone number' }
  const { reference, token, state } = order
  const url = `${ctx.publicUrl}/order/${token}`
  return {
    channel: 'sms',
    to: contact.cell_phone,
    text: writeConfirmationSms({
      brand: ctx.config.brand.name,
      reference,
      url,
      isDelivered: state === 'processed',
    }),
  }
}

/** Whether every line had lost its stock when the money came. */
const foundNothing = (order: OrderRow): boolean =>
  order.state === 'refunded' && order.lines.every((line) => line.outcome === 'refunded')

/** Composes a message from the current order; null if there is nothing left to say. */
async function contentOf(ctx: Context, message: MessageRow, order: OrderRow): Promise<MailContent | null> {
  const statusUrl = `${ctx.publicUrl}/order/${order.token}`
  const { brand, cashAppHandle } = ctx.config
  if (message.kind === 'cash_app_instructions') {
    // Before the email went out, the buyer may have gone back to the card or corrected the address. A corrected address
    // got its own email, counted for that address.
    const isWaiting =
      order.state === 'awaiting_payment' &&
      order.payment_method === 'cash_app' &&
      order.email?.toLowerCase() === message.sent_to
    return isWaiting && cashAppHandle ? composeCashAppInstructions(order, cashAppHandle, ctx.config, statusUrl) : null
  }
  if (message.kind === 'cash_app_withdrawn') {
    // The buyer may have chosen Cash App again, which queues its own email.
    const isWaiting = order.state === 'awaiting_payment' && order.payment_method === 'cash_app'
    const isOfThisAddress = order.email?.toLowerCase() === message.sent_to
    return isWaiting || !isOfThisAddress ? null : composeCashAppWithdrawn(order, ctx.config, `${ctx.publicUrl}/leads`)
  }
  if (message.kind === 'cash_app_closed') return composeCashAppClosed(order, brand, `${ctx.publicUrl}/leads`)
  if (message.kind === 'money_returned') {
    invariant(message.amount_cents !== null, 'money that was returned has an amount')
    return composeMoneyReturned(order, { amountCents: message.amount_cents, reason: 'not_ours' }, brand, statusUrl)
  }
  // An order that was refunded before its confirmation went out was still bought.
  if (!foundNothing(order))
    return composeOrderConfirmation(
      order,
      ctx.config,
      { statusUrl, deskUrl: `${ctx.publicUrl}/desk` },
      { lacksNumber: await lacksNumber(ctx, order) },
    )
  const amountCents = toCents(order.refunded_cents)
  return composeMoneyReturned(order, { amountCents, reason: 'no_stock' }, brand, statusUrl)
}

/**
 * Returns the receipt for a paid order's confirmation. A confirmation without a receipt is better than none, so if the
 * receipt fails, that is only logged.
 */
async function receiptOf(ctx: Context, order: OrderRow): Promise<Attachment[]> {
  if (!order.paid_at) return []
  try {
    const bytes = await renderReceipt({
      brand: ctx.config.brand,
      timeZone: ctx.config.timeZone,
      reference: order.reference,
      soldTo: { name: order.full_name ?? '', details: order.email ? [order.email] : [] },
      lines: order.lines,
      totalCents: order.total_cents,
      issuedAt: order.created_at,
      note: '',
      paidAt: order.paid_at,
      method: PAYMENT_METHOD_NAMES[order.payment_method],
      // Payments know orders, not the other way around; the reference leads to the payment.
      paymentId: null,
      refundedCents: order.refunded_cents,
      refundState: order.refund_state,
      deliverBy: order.state === 'processed' ? null : addMilliseconds(order.paid_at, DELIVERY_PROMISE_MS),
      hasReturningCredit: ctx.config.returningCreditBps > 0,
      termsVersion: order.terms_version,
    })
    return [{ name: `receipt-${order.reference}.pdf`, type: 'application/pdf', bytes }]
  } catch (error) {
    ctx.log.error({ err: error, orderId: order.order_id }, 'a receipt could not be made')
    return []
  }
}

const OVER = { failed: 'this message is no longer needed' }

type AddressedOrder = OrderRow & { email: string }

/** Wraps a composer that needs the order and an address to write to. */
export const aboutOrder =
  (
    compose: (ctx: Context, order: AddressedOrder, message: MessageRow) => Promise<ComposedMail | null>,
  ): MessageComposer =>
  async (ctx, message) => {
    const order = await messageBatches(ctx).findOrder(message.subject_id as OrderId)
    const email = order?.email
    if (!email) return { failed: 'the order has no address to write to' }
    return (await compose(ctx, { ...order, email }, message)) ?? OVER
  }

const composeOrderMessage = aboutOrder(async (ctx, order, message) => {
  const content = await contentOf(ctx, message, order)
  if (!content) return null
  if (message.kind !== 'order_confirmation' || foundNothing(order)) return { to: order.email, ...content }
  const attachments = await receiptOf(ctx, order)
  return { to: order.email, ...content, attachments, onSent: (tx) => welcomeBuyer(ctx, tx, order) }
})

/** The composers of messages about orders. */
export const ORDER_COMPOSERS: Readonly<Record<OrderMessageKind, MessageComposer>> = {
  order_confirmation: (ctx, message) =>
    message.channel === 'sms' ? composeConfirmationText(ctx, message) : composeOrderMessage(ctx, message),
  money_returned: composeOrderMessage,
  cash_app_instructions: composeOrderMessage,
  cash_app_closed: composeOrderMessage,
  cash_app_withdrawn: composeOrderMessage,
  buyer_verification: aboutOrder(composeVerification),
}
