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

/** Composes the email for a canceled Cash App order: why, and what to do with money already sent. */
export function composeCashAppClosed(order: OrderRow, brand: Brand, leadsUrl: string): MailContent {
  const amount = formatCents(order.total_cents)
  const isRejected = order.close_reason === 'rejected'
  const story = isRejected
    ? `We could not verify a Cash App payment of ${amount} for order ${order.reference}, so the order was canceled.`
    : `No Cash App payment of ${amount} for order ${order.reference} was verified in time, so the order was canceled.`
  return writeAbout(
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
      subject: `Order ${order.reference} no longer waits for Cash App`,
      paragraphs: [
        `You went back to the other ways to pay, so order ${order.reference} no longer waits for ${amount} by Cash App. The earlier email with the payment details does not count any more.`,
        ...(isInCart
          ? [
              `Its packages are back in your cart, held for ${holdMinutes} minutes at most. Pay for them there to keep them.`,
            ]
          : []),
      ],
      facts: [],
      closing: [
        `Please do not send money for it by Cash App. If you have sent it already, write to ${brand.supportEmail} now and name ${order.reference}: we find your payment by that.`,
      ],
      button: { text: isInCart ? 'Back to your cart' : 'Browse lead packages', url: leadsUrl },
    },
    brand,
  )
}
