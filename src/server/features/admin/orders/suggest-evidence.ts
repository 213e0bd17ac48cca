import { dollarTextFromCents } from '#contract/money.ts'
import type { Evidence } from '#contract/payments/disputes.ts'
import { storeDayOf } from '#contract/store-day.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import { lineCost } from '#server/features/orders/line-cost.ts'
import { showOrderLine } from '#server/features/orders/show-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { formatDocumentTime } from '#server/platform/store-time.ts'
import { type OrderFile, readOrderFile } from './order-file.ts'

/** Describes an email for someone who does not know the store. */
const MAILS: Readonly<Record<string, string>> = {
  order_confirmation: 'The order confirmation with its receipt',
  payment_request: 'The payment link',
  payment_reminder: 'The reminder of the payment link',
  order_refunded: 'The news of a refund',
  cash_app_instructions: 'The instructions for paying',
}

function describeProducts({ order }: OrderFile): string {
  const lines = order.lines.map((row) => {
    const line = showOrderLine(row)
    const place = `${line.county}, ${line.state}`
    const price = `$${dollarTextFromCents(lineCost(row))}`
    return `- ${line.size + line.bonusLeads} ${line.leadTypeName.toLowerCase()} leads (${line.tier}), ${place}: ${price}`
  })
  return [
    'Packages of real estate leads, delivered digitally by email or text message. Nothing is shipped.',
    'Before paying, the customer was shown each of these packages with its state, county, type, size and price:',
    ...lines,
  ].join('\n')
}

/** Lists when the customer did something, and when their mail server took an email, oldest first. */
function describeActivity(ctx: PlatformContext, { order, request, messages }: OrderFile): string {
  const at = (instant: Date) => formatDocumentTime(instant, ctx.config.timeZone)
  const facts: [Date, string][] = [[order.created_at, 'The order was placed.']]
  if (request?.opened_at)
    facts.push([request.opened_at, 'The payment link that was sent to the customer was opened in a browser.'])
  if (order.paid_at) facts.push([order.paid_at, 'The customer paid; the card was authorised by their bank.'])
  for (const { kind, state, sent_at: sentAt } of messages) {
    const mail = MAILS[kind]
    if (mail && state === 'sent' && sentAt)
      facts.push([sentAt, `${mail} was handed over to the mail server for ${order.email}.`])
  }
  return facts
    .sort(([a], [b]) => a.getTime() - b.getTime())
    .map(([instant, words]) => `${at(instant)}: ${words}`)
    .join('\n')
}

/**
 * Drafts the evidence that the store has: who bought, what, when, what they did and what they were sent. Unknown facts
 * are left empty; shipping does not apply.
 */
export async function suggestEvidence(ctx: PlatformContext, orderId: OrderId): Promise<Evidence> {
  const file = await readOrderFile(ctx, orderId)
  const { order, payment, messages } = file
  const isReceiptSent = messages.some(({ kind, state }) => kind === 'order_confirmation' && state === 'sent')
  const paidDay = order.paid_at ? storeDayOf(order.paid_at, ctx.config.timeZone) : ''
  const total = dollarTextFromCents(order.total_cents as Cents)
  const credit = dollarTextFromCents(order.credit_cents as Cents)
  const byCredit = order.credit_cents > 0 ? `, including $${credit} of store credit` : ''
  return {
    customer_name: (order.full_name ?? '').slice(0, 200),
    customer_email_address: (order.email ?? '').slice(0, 200),
    service_date: paidDay,
    product_description: describeProducts(file),
    access_activity_log: describeActivity(ctx, file),
    uncategorized_text: [
      `Order and receipt ${order.reference} of $${total}${paidDay && `, paid on ${paidDay}`}${byCredit}, payment ${payment?.payment_id ?? ''}.`,
      ...(isReceiptSent ? ['The receipt was sent to the customer with the order confirmation.'] : []),
    ].join('\n'),
  }
}
