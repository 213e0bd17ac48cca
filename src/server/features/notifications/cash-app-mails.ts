/** Mails about an order that its buyer pays by hand, in the cash app. */
import { cashAppHandle, cashAppLink } from '#contract/cash-app-link.ts'
import { dollarsFromCents, formatCents, toCents } from '#contract/money.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { invariant } from '#server/platform/invariant.ts'
import { mailButton, mailPage } from './html.ts'
import { type Brand, describeLine, type MailContent } from './order-confirmation.ts'

/** The store's own zone; its name stands beside every time, since money depends on it. */
const STORE_ZONE = 'America/New_York'

const moment = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: STORE_ZONE,
  timeZoneName: 'short',
})

/** `Sunday, November 22 at 12:07 AM EST (New York)`. */
const inStoreTime = (instant: Date): string => `${moment.format(instant)} (New York)`

const greetingOf = (order: OrderRow): string => (order.full_name ? `Hello ${order.full_name},` : 'Hello,')

interface Draft {
  subject: string
  /** Paragraphs, first to last. */
  paragraphs: readonly string[]
  /** Facts with their names, after the paragraphs. */
  facts: readonly (readonly [name: string, value: string])[]
  /** Paragraphs after the facts. */
  closing: readonly string[]
  button: { text: string; url: string }
}

/** Text and HTML of one draft, so that the two cannot say different things. */
function write(order: OrderRow, draft: Draft, brand: Brand): MailContent {
  const lines = order.lines.map(describeLine)
  const greeting = greetingOf(order)
  const text = [
    greeting,
    ...draft.paragraphs.flatMap((paragraph) => ['', paragraph]),
    ...(draft.facts.length > 0 ? ['', ...draft.facts.map(([name, value]) => `${name}: ${value}`)] : []),
    ...draft.closing.flatMap((paragraph) => ['', paragraph]),
    '',
    'Your order',
    ...lines.flatMap((line) => [`- ${line.title}`, `  ${line.place}`, `  ${line.price}`]),
    '',
    `${draft.button.text}: ${draft.button.url}`,
    '',
    `Questions? Write to ${brand.supportEmail} and name ${order.reference}.`,
    brand.name,
  ].join('\n')

  const paragraph = (words: string) => `<p style="margin:0 0 16px">${escapeHtml(words)}</p>`
  const facts = draft.facts
    .map(
      ([name, value]) =>
        `<tr><td class="muted" style="padding:4px 16px 4px 0;color:#5b6a60">${escapeHtml(name)}</td><td style="padding:4px 0"><strong>${escapeHtml(value)}</strong></td></tr>`,
    )
    .join('')
  const rows = lines
    .map(
      (line) =>
        `<li>${escapeHtml(line.title)}<br><span class="muted" style="font-size:14px;color:#5b6a60">${escapeHtml(line.place)}; ${line.price}</span></li>`,
    )
    .join('')
  const inner = `${paragraph(greeting)}
${draft.paragraphs.map(paragraph).join('\n')}
${facts ? `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${facts}</table>` : ''}
${draft.closing.map(paragraph).join('\n')}
<p style="margin:16px 0 4px">Your order</p>
<ul style="margin:0 0 20px;padding-left:20px">${rows}</ul>
${mailButton(draft.button.text, draft.button.url)}`
  const footer = `Reference ${escapeHtml(order.reference)}. Questions? Write to <a href="mailto:${escapeHtml(brand.supportEmail)}">${escapeHtml(brand.supportEmail)}</a>.`
  return {
    subject: draft.subject,
    text,
    html: mailPage({ title: draft.subject, brand: brand.name, subsidiary: brand.subsidiary, inner, footer }),
  }
}

/** The mail a buyer gets on choosing the cash app: how much, to whom, with which note, and until when it is held. */
export function composeCashAppInstructions(
  order: OrderRow,
  handle: string,
  brand: Brand,
  statusUrl: string,
): MailContent {
  invariant(order.pay_until, 'an order that waits for the cash app has an end')
  const until = inStoreTime(order.pay_until)
  const amount = formatCents(order.total_cents)
  return write(
    order,
    {
      subject: `Order ${order.reference}: how to pay by Cash App`,
      paragraphs: [
        `Your packages are held for you until ${until}. Send the money by then, with the reference as the note.`,
      ],
      facts: [
        ['Cash App', cashAppHandle(handle)],
        ['Amount', amount],
        ['Note', order.reference],
        ['Held until', until],
        ['Link', cashAppLink(handle, dollarsFromCents(toCents(order.total_cents)))],
      ],
      closing: [
        `After paying, contact sales at ${brand.supportEmail}: the order is processed only when the payment is verified. You get a confirmation by email then.`,
        'If you have chosen to pay by card instead, there is nothing to send.',
      ],
      button: { text: 'See the order’s status', url: statusUrl },
    },
    brand,
  )
}

/** The mail a buyer gets when an order that waited for the cash app is cancelled: why, and what to do with sent money. */
export function composeCashAppClosed(order: OrderRow, brand: Brand, leadsUrl: string): MailContent {
  const amount = formatCents(order.total_cents)
  const isRejected = order.close_reason === 'rejected'
  const story = isRejected
    ? `We could not verify a Cash App payment of ${amount} for order ${order.reference}, so the order was cancelled.`
    : `No Cash App payment of ${amount} for order ${order.reference} was verified in time, so the order was cancelled.`
  return write(
    order,
    {
      subject: `Order ${order.reference} was cancelled`,
      paragraphs: [story, 'The packages are on sale again. Nothing was sold to you.'],
      facts: isRejected && order.decision_note ? [['What we found', order.decision_note]] : [],
      closing: [
        `Please do not send money for this order any more. If you have sent it already, write to ${brand.supportEmail} and name ${order.reference}: we find it by that.`,
      ],
      button: { text: 'Browse lead packages', url: leadsUrl },
    },
    brand,
  )
}
