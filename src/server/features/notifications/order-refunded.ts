import { formatCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { CARD_REFUND_TIME } from '#server/features/orders/order-words.ts'
import { type Brand, type MailContent, writeLetter } from './write-letter.ts'

/** Where the money goes, by how it came. */
const WAY_BACK: Readonly<Record<OrderRow['payment_method'], string>> = {
  stripe: `It goes back to the card you paid with. ${CARD_REFUND_TIME}`,
  cash_app: 'It comes back to you in Cash App.',
  manual: 'It comes back to you the way you paid.',
  free: 'It comes back to you the way you paid.',
}

/** The mail a buyer gets when money of a paid order is given back: how much, where to, and what stays. */
export function composeOrderRefunded(
  order: OrderRow,
  amountCents: Cents,
  brand: Brand,
  statusUrl: string,
): MailContent {
  const amount = formatCents(amountCents)
  const kept = order.total_cents - order.refunded_cents
  return writeLetter(
    {
      subject: `Order ${order.reference}: ${amount} refunded`,
      name: order.full_name,
      paragraphs: [`We gave back ${amount} of your order ${order.reference}. ${WAY_BACK[order.payment_method]}`],
      facts: [
        ['Order total', formatCents(order.total_cents)],
        ['Refunded in all', formatCents(order.refunded_cents)],
        ...(kept > 0 ? ([['You paid', formatCents(kept)]] as const) : []),
      ],
      closing: ['Nothing else is needed from you.'],
      button: { text: 'See the order’s status', url: statusUrl },
      reference: order.reference,
    },
    brand,
  )
}
