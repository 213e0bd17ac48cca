import { packageName, type Tier } from '#contract/catalogue/catalogue.ts'
import { placeName } from '#contract/catalogue/place-name.ts'
import { toCents } from '#contract/money.ts'
import { REFUND_STATE_NAMES } from '#contract/payments/refund-states.ts'
import { formatCents } from '#contract/plain-values.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import { aboutOrder } from '#server/features/messages/compose-order-message.ts'
import type { MessageComposers } from '#server/features/messages/message-composer.ts'
import type { Letter } from '#server/features/messages/write-letter.ts'
import { readRefundCredit } from '#server/features/orders/change-credit.ts'
import type { OrderLineRow, OrderRow } from '#server/features/orders/order-row.ts'
import { CARD_REFUND_TIME, nameToGreet, wayBack } from '#server/features/orders/order-words.ts'
import { invariant } from '#server/platform/errors.ts'
import { listLinesOfRefund } from './refund-queries.ts'

const WAY_BACK: Readonly<Record<OrderRow['payment_method'], string>> = {
  stripe: `It goes back to the card you paid with. ${CARD_REFUND_TIME}`,
  cash_app: 'It comes back to you in Cash App.',
  manual: 'It comes back to you the way you paid.',
  free: 'It comes back to you the way you paid.',
}

function wordsFor(order: OrderRow, { amountCents, creditCents }: { amountCents: Cents; creditCents: Cents }): string {
  if (creditCents === 0) return WAY_BACK[order.payment_method]
  const back = wayBack({ cents: amountCents, creditCents, to: 'goes back to the card you paid with' })
  return `${back}, as you paid. ${creditCents < amountCents ? CARD_REFUND_TIME : 'You can use it at once.'}`
}

/** What was taken back of the credit that the order earned. Credit already spent stays with the buyer. */
const takenWords = (takenCents: Cents): string =>
  takenCents > 0 ? ` The ${formatCents(takenCents)} in store credit that you got with it was taken back.` : ''

const lostWords = (lostDiscountCents: Cents): readonly string[] =>
  lostDiscountCents > 0
    ? [
        `The packages you keep lost a discount of ${formatCents(lostDiscountCents)} that they had together with the others, so the refund is that much smaller.`,
      ]
    : []

function composeOrderRefunded(
  order: OrderRow,
  given: { amountCents: Cents; creditCents: Cents; takenCents: Cents; lostDiscountCents: Cents },
  lines: readonly OrderLineRow[],
  statusUrl: string,
): Letter {
  const amount = formatCents(given.amountCents)
  const kept = order.total_cents - order.refunded_cents
  return {
    subject: `Order ${order.reference}: refund of ${amount}`,
    name: nameToGreet(order),
    paragraphs: [
      `We are refunding ${amount} for your order ${order.reference}. ${wordsFor(order, given)}${takenWords(given.takenCents)}`,
      ...lostWords(given.lostDiscountCents),
    ],
    facts: [
      ...lines.map(
        (line) =>
          [
            'Refunded package',
            `${packageName({ tier: line.tier as Tier, size: line.size })}, ${placeName(line)}`,
          ] as const,
      ),
      ['Order total', formatCents(order.total_cents)],
      [REFUND_STATE_NAMES[order.refund_state ?? 'pending'], formatCents(order.refunded_cents)],
      ...(kept > 0 ? ([['Total after refund', formatCents(kept)]] as const) : []),
    ],
    closing: ['You do not need to do anything else.'],
    button: { text: 'See the order’s status', url: statusUrl },
    reference: order.reference,
  }
}

export const composers: MessageComposers = {
  order_refunded: aboutOrder(async (ctx, order, message) => {
    invariant(message.amount_cents !== null, 'money that was given back has an amount')
    const refund = { orderId: order.order_id as OrderId, refundId: message.detail_id ?? '' }
    const credit = await readRefundCredit(ctx.database, refund)
    const parts = await ctx.database.run(listLinesOfRefund, { refundId: refund.refundId })
    const lostDiscountCents = toCents(parts.reduce((sum, { amount_cents: cents }) => sum + Math.max(0, -cents), 0))
    const given = { amountCents: message.amount_cents, ...credit, lostDiscountCents }
    const numbers = parts.filter(({ amount_cents: cents }) => cents > 0).map(({ line_number }) => line_number)
    const lines = order.lines.filter(({ line_number }) => numbers.includes(line_number))
    return { to: order.email, ...composeOrderRefunded(order, given, lines, `${ctx.publicUrl}/order/${order.token}`) }
  }),
}
