import { formatCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { CARD_REFUND_TIME, describeLine, nameToGreet, wayBack } from '#server/features/orders/order-words.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { greet } from './plain-words.ts'
import { type Brand, type MailContent, mailButton, mailFooter, mailPage } from './write-letter.ts'

/** What happened, in words for someone who knows nothing about holds. */
const STORY = {
  no_stock: (reference: string, amount: string) =>
    `Your payment of ${amount} for order ${reference} arrived when its packages could not be had any more: they were sold to others, or too few of their leads were left for you. A lead is not sold to you when you bought its property before, or its owner asked us not to sell it any more. We cannot deliver them.`,
  not_ours: (reference: string, amount: string) =>
    `Your payment of ${amount} for order ${reference} could not be used: the order had been closed or changed before it arrived, or you had used one of its offers as often as each customer may. Nothing was sold to you for it.`,
} as const

/** Where the money goes. Reserved store credit returns to the buyer in either case. */
function moneyWords(
  { credit_cents }: OrderRow,
  { amountCents, reason }: { amountCents: Cents; reason: keyof typeof STORY },
) {
  if (reason === 'not_ours' || credit_cents === 0) {
    const credit = credit_cents > 0 ? ' The store credit that you used is yours again.' : ''
    return `The whole amount goes back to your card: ${formatCents(amountCents)}. ${CARD_REFUND_TIME}${credit}`
  }
  const back = wayBack({ cents: amountCents, creditCents: credit_cents, to: 'goes back to your card' })
  return `The whole amount goes back to you: ${back}. ${CARD_REFUND_TIME}`
}

/**
 * Composes the email for a payment that goes back whole: what happened, how much, where it goes and when it arrives.
 *
 * @param returned.reason `no_stock`: paid too late, and nothing was left; `not_ours`: paid for an order that was closed
 * or has a different total
 */
export function composeMoneyReturned(
  order: OrderRow,
  returned: { amountCents: Cents; reason: keyof typeof STORY },
  brand: Brand,
  statusUrl: string,
): MailContent {
  const amount = formatCents(returned.amountCents)
  const greeting = greet(nameToGreet(order))
  const story = STORY[returned.reason](order.reference, amount)
  const money = moneyWords(order, returned)
  const next = 'Nothing else is needed from you. You are welcome to choose other packages at any time.'
  const lines = order.lines.map(describeLine)
  const subject = `Order ${order.reference}: refunded`

  const text = [
    greeting,
    '',
    story,
    '',
    money,
    '',
    next,
    '',
    'What the order was',
    ...lines.flatMap((line) => [`- ${line.title}`, `  ${line.place}`, `  ${line.price} (not delivered)`]),
    '',
    `Order status: ${statusUrl}`,
    '',
    `Questions? Write to ${brand.supportEmail} and name ${order.reference}.`,
    brand.name,
  ].join('\n')

  const rows = lines
    .map(
      (line) =>
        `<li>${escapeHtml(line.title)}<br><span class="muted" style="font-size:14px;color:#5b6a60">${escapeHtml(line.place)}; <s>${line.price}</s> not delivered</span></li>`,
    )
    .join('')
  const inner = `<p style="margin:0 0 12px">${escapeHtml(greeting)}</p>
<p style="margin:0 0 16px">${escapeHtml(story)}</p>
<p style="margin:0 0 16px"><strong>${escapeHtml(money)}</strong></p>
<p style="margin:0 0 16px">${escapeHtml(next)}</p>
<p style="margin:16px 0 4px">What the order was</p>
<ul style="margin:0 0 20px;padding-left:20px">${rows}</ul>
${mailButton('See the order’s status', statusUrl)}`
  const footer = mailFooter(brand.supportEmail, order.reference)
  return {
    subject,
    text,
    html: mailPage({ title: subject, brand: brand.name, subsidiary: brand.subsidiary, inner, footer }),
  }
}
