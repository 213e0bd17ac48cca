/** Emails about an order that its buyer pays by hand through Cash App. */

import { dollarsFromCents, formatCents, toCents } from '#contract/money.ts'
import { cashAppHandle, cashAppLink } from '#contract/payments/cash-app-link.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { describeLine, nameToGreet } from '#server/features/orders/order-words.ts'
import { invariant } from '#server/platform/invariant.ts'
import { formatMailTime } from '#server/platform/store-time.ts'
import { type Brand, type Letter, type MailContent, type StoreFacts, writeLetter } from './write-letter.ts'

type Told = Pick<Letter, 'subject' | 'paragraphs' | 'facts' | 'closing' | 'button'>

/**
 * Composes an email about an order and lists its contents. No one has paid yet, so it uses no name: anyone could have
 * typed one.
 */
const writeAbout = (order: OrderRow, told: Told, brand: Brand): MailContent => {
  const lines = order.lines.map(describeLine)
  const items = lines.map(({ title, place, offers, price }) => ({ title, notes: [place, ...offers, price] }))
  const list = { heading: 'Your order', items }
  return writeLetter({ ...told, name: nameToGreet(order), list, reference: order.reference }, brand)
}

/**
 * Composes the email for a buyer who chose Cash App: how much to send, to whom, with which note, and how long the order
 * is held.
 */
export function composeCashAppInstructions(
  order: OrderRow,
  handle: string,
  { brand, timeZone }: StoreFacts,
  statusUrl: string,
): MailContent {
  invariant(order.pay_until, 'an order that waits for the cash app has an end')
  const until = formatMailTime(order.pay_until, timeZone)
  const amount = formatCents(order.total_cents)
  return writeAbout(
    order,
    {
      subject: `Order ${order.reference}: how to pay by Cash App`,
      paragraphs: [
        `We are holding your packages until ${until}. Send the payment by then, with the reference as the note.`,
      ],
      facts: [
        ['Cash App', cashAppHandle(handle)],
        ['Amount', amount],
        ['Note', order.reference],
        ['Held until', until],
        ['Link', cashAppLink(handle, dollarsFromCents(toCents(order.total_cents)))],
      ],
      closing: [
        `After you pay, contact sales at ${brand.supportEmail}. We process your order once we have verified the payment, and email you a confirmation.`,
        'If you switched to paying by card, you do not need to send anything.',
      ],
      button: { text: 'See the order’s status', url: statusUrl },
    },
    brand,
  )
}

/** Composes the email for a canceled Cash App order: why, and what to do with money already sent. */
export function composeCashAppClosed(order: OrderRow, brand: Brand, leadsUrl: string): MailContent {
  const amount = formatCents(order.total_cents)
  const isRejected = order.close_reason === 'rejected'
  const story = isRejected
    ? `We could not verify a Cash App payment of ${amount} for order ${order.reference}, so the order was canceled.`
    : `We did not receive a Cash App payment of ${amount} for order ${order.reference} in time, so the order was canceled.`
  return writeAbout(
    order,
    {
      subject: `Order ${order.reference} was canceled`,
      paragraphs: [story, 'The packages are back on sale, and you were not charged for them.'],
      facts: isRejected && order.decision_note ? [['What we found', order.decision_note]] : [],
      closing: [
        `Please do not send money for this order. If you already have, email ${brand.supportEmail} and mention ${order.reference} so that we can find your payment.`,
      ],
      button: { text: 'Browse lead packages', url: leadsUrl },
    },
    brand,
  )
}

/**
 * Composes the email for a buyer who went back from Cash App to the card: the earlier instructions no longer apply, and
 * what to do with money already sent.
 */
export function composeCashAppWithdrawn(
  order: OrderRow,
  { brand, holdMinutes }: StoreFacts & { holdMinutes: number },
  leadsUrl: string,
): MailContent {
  const amount = formatCents(order.total_cents)
  const isInCart = order.state === 'awaiting_payment'
  return writeAbout(
    order,
    {
      subject: `Order ${order.reference}: Cash App payment no longer needed`,
      paragraphs: [
        `You switched to another way to pay, so you no longer need to send ${amount} by Cash App for order ${order.reference}. Please ignore the earlier email with the payment details.`,
        ...(isInCart
          ? [
              `Its packages are back in your cart, reserved for up to ${holdMinutes} minutes. Pay for them there to keep them.`,
            ]
          : []),
      ],
      facts: [],
      closing: [
        `Please do not send money for it by Cash App. If you already have, email ${brand.supportEmail} now and mention ${order.reference} so that we can find your payment.`,
      ],
      button: { text: isInCart ? 'Back to your cart' : 'Browse lead packages', url: leadsUrl },
    },
    brand,
  )
}
