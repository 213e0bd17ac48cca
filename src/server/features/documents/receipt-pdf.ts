import { formatCents } from '#contract/money.ts'
import { CARD_REFUND_TIME, creditOfLines, creditSums, nextSteps } from '#server/features/orders/order-words.ts'
import { inLastingTime } from '#server/platform/store-time.ts'
import type { DocumentContent } from './document.ts'
import { type Deed, writeDeed } from './write-deed.ts'

/** What a receipt says besides the order. */
export interface ReceiptContent extends DocumentContent {
  paidAt: Date
  /** In words, e.g. `Credit Card`. */
  method: string
  /** The payment's id at the provider; null where there was none. */
  paymentId: string | null
  refundedCents: number
  /** The promised end of delivery. */
  deliverBy: Date
}

function sumsOf({ totalCents, refundedCents, method, lines }: ReceiptContent): Deed['sums'] {
  const paid = [
    ...creditSums({ totalCents, creditCents: creditOfLines(lines), method }),
    ['Total paid', formatCents(totalCents)],
  ] as const
  if (refundedCents === 0) return paid
  return [
    ...paid,
    ['Refunded', `-${formatCents(refundedCents)}`],
    ['Remaining', formatCents(totalCents - refundedCents)],
  ]
}

/** Proof of a payment: what was paid, when and how, what of it went back, and what happens next. */
export async function renderReceipt(input: ReceiptContent): Promise<Uint8Array> {
  const { paidAt, method, paymentId, refundedCents, deliverBy, ...content } = input
  const credit = creditOfLines(content.lines) > 0 ? ' What store credit paid comes back as store credit.' : ''
  const refund =
    refundedCents > 0 ? [`${formatCents(refundedCents)} goes back to you. ${CARD_REFUND_TIME}${credit}`] : []
  const isWholeBack = refundedCents >= content.totalCents && content.totalCents > 0
  const steps = isWholeBack
    ? ['Nothing else is needed from you.']
    : nextSteps(inLastingTime(deliverBy, content.timeZone))
  return writeDeed({
    title: 'Receipt',
    content,
    facts: [
      ['Paid on', inLastingTime(paidAt, content.timeZone)],
      ['Paid by', method, ...(paymentId ? [paymentId] : [])],
    ],
    sums: sumsOf(input),
    steps: { heading: 'What happens next', words: [...refund, ...steps] },
    createdAt: paidAt,
  })
}
