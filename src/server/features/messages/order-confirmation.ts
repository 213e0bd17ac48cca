import { formatCents } from '#contract/money.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import * as words from '#server/features/orders/order-words.ts'
import { linesCost } from '#server/features/orders/price-anew.ts'
import { DELIVERY_PROMISE_MS } from '#server/features/orders/show-order.ts'
import { addMilliseconds, formatDocumentTime } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/context.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { LINK_DAYS } from './verify-buyer.ts'
import { greet, linkHtml, type MailContent, mailButton, mailOf, type StoreFacts, smallHtml } from './write-letter.ts'

/** Say it while the buyer can still reply, since the lines below say "by SMS". */
const NO_NUMBER =
  'You chose SMS, but your order has no US or Canadian cell phone number that can receive texts. We will send those leads to this email address instead.'

const CONFIRM_NOTE = `This is your first order here. Please confirm that this address is yours, because we send your orders and all updates here. The link works once and expires in ${LINK_DAYS} days. We process your order either way.`

/**
 * What every email that confirms an order says: its total, how it was paid, and what goes back for lines that had no
 * stock when late money came.
 */
export function confirmOrder(order: OrderRow) {
  const lines = order.lines.map(words.describeLine)
  const lost = order.lines.filter((line) => line.outcome === 'refunded')
  const lostCents = linesCost(lost)
  const back = words.wayBack({ cents: lostCents, creditCents: words.creditOfLines(lost), to: 'goes back to your card' })
  const refundNote = [
    lostCents > 0 &&
      `${back} for the packages marked as refunded: they were no longer available when your payment arrived. ${words.CARD_REFUND_TIME}`,
    lines.some(({ lostAs }) => lostAs === 'not delivered') &&
      'There is no refund for the packages marked as not delivered. They were no longer available when your payment arrived, and what you paid is the price of the packages you keep.',
    lostCents > 0 &&
      lost.some((line) => line.discount_cents > 0) &&
      'The packages you keep are priced without the others, so an offer that needed both no longer applies.',
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
  const sums = words.creditSums({
    totalCents: order.total_cents,
    creditCents: order.credit_cents,
    method: words.paidWith(order),
  })
  const by = order.card ? ` by ${order.card}` : ''
  const opening = `Thank you for your order ${order.reference}. We received your payment${by}.`
  return { opening, refundNote, total: formatCents(order.total_cents), sums }
}

/**
 * Composes the email for a paid order, with a link to the page that has the receipt.
 * @param urls.confirmUrl for a first order: where its buyer confirms the address
 * @param options.lacksNumber the buyer wanted leads by SMS, and the order has no number for them
 */
export function composeOrderConfirmation(
  order: OrderRow,
  { brand, timeZone, returningCreditBps }: StoreFacts & Pick<Config, 'returningCreditBps'>,
  { statusUrl, deskUrl, confirmUrl }: { statusUrl: string; deskUrl: string; confirmUrl: string | null },
  options: { lacksNumber?: boolean } = {},
): MailContent {
  const lines = order.lines.map(words.describeLine)
  const dueAt = addMilliseconds(order.paid_at ?? order.created_at, DELIVERY_PROMISE_MS)
  const greeting = greet(words.nameToGreet(order))
  const { opening, refundNote, total, sums } = confirmOrder(order)
  const smsNote = options.lacksNumber ? NO_NUMBER : ''
  // The message with the leads may have left before this one.
  const deliverBy = order.state === 'processed' ? null : formatDocumentTime(dueAt, timeZone)
  const next = words.nextSteps(deliverBy, returningCreditBps > 0)
  const text = [
    ...[greeting, '', opening, ''],
    ...lines.flatMap((line) => [
      `- ${line.title}`,
      `  ${line.place}`,
      `  ${line.delivery}`,
      ...line.offers.map((offer) => `  ${offer}`),
      `  ${line.price}${line.lostAs ? ` (${line.lostAs})` : ''}`,
    ]),
    '',
    `Total: ${total}`,
    ...sums.map(([name, amount]) => `${name}: ${amount}`),
    ...[refundNote, smsNote].flatMap((note) => (note ? ['', note] : [])),
    '',
    'What happens next',
    ...next.map((step, index) => `${index + 1}. ${step}`),
    '',
    `Order status and receipt: ${statusUrl}`,
    `All your orders: ${deskUrl}`,
    ...(confirmUrl ? ['', CONFIRM_NOTE, `Confirm this email address: ${confirmUrl}`] : []),
  ]
  const rows = lines
    .map(
      (
        line,
      ) => `<tr><td class="rule" style="padding:12px 0;border-bottom:1px solid #dcded3"><strong>${escapeHtml(line.title)}</strong><br>
<span class="muted" style="font-size:14px;color:#5b6a60">${[line.place, line.delivery, ...line.offers].map(escapeHtml).join('<br>')}</span></td>
<td class="rule" align="right" valign="top" style="padding:12px 0 12px 16px;border-bottom:1px solid #dcded3;white-space:nowrap">${line.lostAs ? `<s>${line.price}</s><br>${line.lostAs}` : line.price}</td></tr>`,
    )
    .join('')
  const inner = `<p style="margin:0 0 12px">${escapeHtml(greeting)}</p>
<p style="margin:0 0 16px">${escapeHtml(opening)}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows}
<tr><td style="padding:12px 0"><strong>Total</strong></td><td align="right" style="padding:12px 0"><strong>${total}</strong></td></tr>${sums
    .map(
      ([name, amount]) =>
        `<tr><td style="padding:0 0 8px">${name}</td><td align="right" style="padding:0 0 8px">${amount}</td></tr>`,
    )
    .join('')}</table>
${[refundNote, smsNote].map((note) => (note ? `<p style="margin:8px 0 16px">${escapeHtml(note)}</p>` : '')).join('')}
<p style="margin:16px 0 4px"><strong>What happens next</strong></p>
<ol style="margin:0 0 20px;padding-left:20px">${next.map((step) => `<li>${escapeHtml(step)}</li>`).join('')}</ol>
${mailButton('See your order and its receipt', statusUrl)}
${linkHtml({ text: 'See all your orders', url: deskUrl })}
${confirmUrl ? smallHtml(CONFIRM_NOTE) + linkHtml({ text: 'Confirm this email address', url: confirmUrl }) : ''}`
  const { reference } = order
  return mailOf(brand, { subject: `Order ${reference} is confirmed`, text, inner, reference })
}
