import { formatCents } from '#contract/money.ts'
import { REFUND_STATE_NAMES, type RefundState } from '#contract/payments/refund-states.ts'
import { CARD_REFUND_TIME, creditOfLines, creditSums, nextSteps } from '#server/features/orders/order-words.ts'
import { formatDocumentTime } from '#server/platform/store-time.ts'
import type { DocumentContent } from './document.ts'
import { type DocumentLayout, layOutDocument } from './document-layout.ts'

/** What a receipt says besides the order. */
export interface ReceiptContent extends DocumentContent {
  paidAt: Date
  /** In words, e.g. `Credit Card`. */
  method: string
  /** The payment's id at the provider; null where there was none. */
  paymentId: string | null
  refundedCents: number
  /** How far that is. */
  refundState: RefundState | null
  /** The promised end of delivery; null where everything is delivered. */
  deliverBy: Date | null
  /** Whether returning customers get store credit. */
  hasReturningCredit: boolean
}

/** How it was paid, where store credit paid all of it or a part. */
function methodOf({ totalCents, method, lines }: ReceiptContent): string {
  const creditCents = creditOfLines(lines)
  if (creditCents === 0) return method
  return creditCents === totalCents ? 'Store credit' : `${method} and store credit`
}

function sumsOf({ totalCents, refundedCents, refundState, method, lines }: ReceiptContent): DocumentLayout['sums'] {
  const paid = [
    ...creditSums({ totalCents, creditCents: creditOfLines(lines), method }),
    ['Total paid', formatCents(totalCents)],
  ] as const
  if (refundedCents === 0) return paid
  return [
    ...paid,
    [REFUND_STATE_NAMES[refundState ?? 'pending'], `-${formatCents(refundedCents)}`],
    ['Remaining', formatCents(totalCents - refundedCents)],
  ]
}

/** Proof of a payment: what was paid, when and how, what of it went back, and what happens next. */
export async function renderReceipt(input: ReceiptContent): Promise<Uint8Array> {
  const { paidAt, paymentId, refundedCents, deliverBy, hasReturningCredit, ...content } = input
  const creditCents = creditOfLines(content.lines)
  const ways = [
    ...(creditCents < content.totalCents ? [CARD_REFUND_TIME] : []),
    ...(creditCents > 0 ? ['What store credit paid comes back as store credit.'] : []),
  ]
  const refund = refundedCents > 0 ? [`${formatCents(refundedCents)} goes back to you. ${ways.join(' ')}`] : []
  const isWholeBack = refundedCents >= content.totalCents && content.totalCents > 0
  const steps = isWholeBack
    ? ['Nothing else is needed from you.']
    : nextSteps(deliverBy && formatDocumentTime(deliverBy, content.timeZone), hasReturningCredit)
  return layOutDocument({
    title: 'Receipt',
    content,
    facts: [
      ['Paid on', formatDocumentTime(paidAt, content.timeZone)],
      ['Paid by', methodOf(input), ...(paymentId ? [paymentId] : [])],
    ],
    sums: sumsOf(input),
    steps: { heading: 'What happens next', words: [...refund, ...steps] },
    createdAt: paidAt,
  })
}
