import { formatCents } from '#contract/plain-values.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import * as words from '#server/features/orders/order-words.ts'
import { linesCost } from '#server/features/orders/price-anew.ts'
import { DELIVERY_PROMISE_MS } from '#server/features/orders/show-order.ts'
import { addMilliseconds, formatDocumentTime } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/context.ts'
import { LINK_DAYS } from './verify-buyer.ts'
import type { Letter } from './write-letter.ts'

/** Say it while the buyer can still reply, since the lines below say "by SMS". */
const NO_NUMBER =
  'You chose SMS, but your order has no US or Canadian cell phone number that can receive texts. We will send those leads to this email address instead.'

const CONFIRM_NOTE = `This is your first order here, so please confirm your email address below. The link works once, for ${LINK_DAYS} days. We process your order either way.`

/** What was paid for a line, and why, for an email that confirms its order. */
export function priceNotes(line: OrderRow['lines'][number]): string[] {
  const { offers, price, lostAs } = words.describeLine(line)
  return [...offers, lostAs ? `${price} (${lostAs})` : price]
}

/** What every email that confirms an order says: how its total was paid, and what goes back for lines without stock. */
export function confirmOrder(order: OrderRow) {
  const lost = order.lines.filter((line) => line.outcome === 'refunded')
  const lostCents = linesCost(lost)
  const back = words.wayBack({ cents: lostCents, creditCents: words.creditOfLines(lost), to: 'goes back to your card' })
  const refundNotes = [
    lostCents > 0 &&
      `${back} for the packages marked as refunded: they were no longer available when your payment arrived. ${words.CARD_REFUND_TIME}`,
    lost.some((line) => words.describeLine(line).lostAs === 'not delivered') &&
      'There is no refund for the packages marked as not delivered. They were no longer available when your payment arrived, and what you paid is the price of the packages you keep.',
    lostCents > 0 &&
      lost.some((line) => line.discount_cents > 0) &&
      'The packages you keep are priced without the others, so an offer that needed both no longer applies.',
  ].filter((sentence) => sentence !== false)
  const sums = words.creditSums({
    totalCents: order.total_cents,
    creditCents: order.credit_cents,
    method: words.paidWith(order),
  })
  const by = order.card ? ` by ${order.card}` : ''
  return {
    opening: `Thank you for your order ${order.reference}. We received your payment${by}.`,
    refundNotes,
    total: [['Total', formatCents(order.total_cents)], ...sums].map((sum) => sum.join(': ')).join('\n'),
  }
}

/**
 * Composes the email for a paid order, with a link to the page that has the receipt.
 * @param urls.confirmUrl for a first order: where its buyer confirms the address
 * @param options.lacksNumber the buyer wanted leads by SMS, and the order has no number for them
 */
export function composeOrderConfirmation(
  order: OrderRow,
  { timeZone, returningCreditBps }: Pick<Config, 'timeZone' | 'returningCreditBps'>,
  { statusUrl, deskUrl, confirmUrl }: { statusUrl: string; deskUrl: string; confirmUrl: string | null },
  options: { lacksNumber?: boolean } = {},
): Letter {
  const { opening, refundNotes, total } = confirmOrder(order)
  const dueAt = addMilliseconds(order.paid_at ?? order.created_at, DELIVERY_PROMISE_MS)
  // The message with the leads may have left before this one.
  const deliverBy = order.state === 'processed' ? null : formatDocumentTime(dueAt, timeZone)
  const items = order.lines.map((line) => {
    const { title, place, delivery } = words.describeLine(line)
    return { title, notes: [place, delivery, ...priceNotes(line)] }
  })
  return {
    subject: `Order ${order.reference} is confirmed`,
    name: words.nameToGreet(order),
    paragraphs: [opening, ...refundNotes, ...(options.lacksNumber ? [NO_NUMBER] : [])],
    list: { heading: 'Your order', items, total },
    steps: words.nextSteps(deliverBy, returningCreditBps > 0),
    button: { text: 'Order status and receipt', url: statusUrl },
    small: confirmUrl ? [CONFIRM_NOTE] : [],
    links: [
      ...(confirmUrl ? [{ text: 'Confirm this email address', url: confirmUrl }] : []),
      { text: 'My orders', url: deskUrl },
    ],
    reference: order.reference,
  }
}
