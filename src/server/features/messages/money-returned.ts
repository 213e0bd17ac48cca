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
    `Your payment of ${amount} for order ${reference} arrived after its packages were gone: they had sold out, or too few of their leads were left for you. We do not sell you a lead if you already bought its property, have it on a list of yours, or its owner asked us to stop selling it. We cannot deliver these packages.`,
  not_ours: (reference: string, amount: string) =>
    `Your payment of ${amount} for order ${reference} could not be used: the order was closed or changed before the payment arrived, or you had reached the limit for one of its offers. You did not buy anything with it.`,
} as const

/** Where the money goes. Reserved store credit returns to the buyer in either case. */
function moneyWords(
  { credit_cents }: OrderRow,
  { amountCents, reason }: { amountCents: Cents; reason: keyof typeof STORY },
) {
  if (reason === 'not_ours' || credit_cents === 0) {
    const credit = credit_cents > 0 ? ' The store credit you used is back in your account.' : ''
    return `We are refunding the full amount to your card: ${formatCents(amountCents)}. ${CARD_REFUND_TIME}${credit}`
  }
  const back = wayBack({ cents: amountCents, creditCents: credit_cents, to: 'goes back to your card' })
  return `We are refunding the full amount: ${back}. ${CARD_REFUND_TIME}`
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
  const next = 'You do not need to do anything else. You are welcome to choose other packages at any time.'
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
    'Your order',
    ...lines.flatMap((line) => [`- ${line.title}`, `  ${line.place}`, `  ${line.price} (not delivered)`]),
    '',
    `Order status: ${statusUrl}`,
    '',
    `Questions? Email ${brand.supportEmail} and mention ${order.reference}.`,
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
<p style="margin:16px 0 4px">Your order</p>
<ul style="margin:0 0 20px;padding-left:20px">${rows}</ul>
${mailButton('See the order’s status', statusUrl)}`
  const footer = mailFooter(brand.supportEmail, order.reference)
  return {
    subject,
    text,
    html: mailPage({ title: subject, brand: brand.name, subsidiary: brand.subsidiary, inner, footer }),
  }
}
