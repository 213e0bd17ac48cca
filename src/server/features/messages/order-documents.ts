import { toCents } from '#contract/money.ts'
import { REFUND_STATE_NAMES, type RefundState } from '#contract/payments/refund-states.ts'
import { formatCents } from '#contract/plain-values.ts'
import { CARD_REFUND_TIME, creditOfLines, creditSums, nextSteps } from '#server/features/orders/order-words.ts'
import { formatDocumentTime } from '#server/platform/clock.ts'
import { type DocumentContent, type DocumentLayout, layOutDocument } from './document-layout.ts'

/** Renders an invoice: due, paid, or not payable. `payment`: null without a live link; `paidAt`: null until paid. */
export function renderInvoice(
  input: DocumentContent & { payment: { url: string; expiresAt: Date } | null; paidAt: Date | null },
): Promise<Buffer> {
  const { payment, paidAt, ...content } = input
  const total = formatCents(content.totalCents)
  const layOut = (layout: Omit<DocumentLayout, 'title' | 'content' | 'createdAt'>) =>
    layOutDocument({ title: 'Invoice', content, createdAt: content.issuedAt, ...layout })
  const issued = ['Issued', formatDocumentTime(content.issuedAt, content.timeZone)] as const
  if (paidAt) {
    const paidOn = formatDocumentTime(paidAt, content.timeZone)
    return layOut({
      facts: [issued, ['Paid on', paidOn]],
      sums: [
        ['Total', total],
        ['Paid', total],
        ['Amount due', formatCents(toCents(0))],
      ],
      call: {
        heading: `This invoice was paid on ${paidOn}`,
        words: ['Nothing is due. The receipt shows how it was paid and any refunds.'],
      },
    })
  }
  if (!payment) {
    return layOut({
      facts: [issued],
      sums: [['Total', total]],
      call: {
        heading: 'The payment link for this invoice has expired',
        words: [
          'It can no longer be paid. Ask your sales representative for a new link; do not send money for this invoice.',
        ],
      },
    })
  }
  const payBy = formatDocumentTime(payment.expiresAt, content.timeZone)
  return layOut({
    facts: [issued, ['Pay by', payBy]],
    sums: [['Amount due', total]],
    call: {
      heading: `Pay ${total} online by ${payBy}`,
      words: ['Your packages are reserved for you until then. Open this link to pay:'],
      link: payment.url,
    },
    steps: {
      heading: 'What happens next',
      words: [
        'Once you have paid, you get a receipt by email, and your order is processed within 24 hours.',
        'Your leads come by email or SMS, as named for each package.',
      ],
    },
  })
}

/** The content of a receipt in addition to the order. */
export interface ReceiptContent extends DocumentContent {
  paidAt: Date
  /** In words, such as `Credit Card`. */
  method: string
  /** The payment's id at the provider; null if there was none. */
  paymentId: string | null
  refundedCents: number
  refundState: RefundState | null
  /** The delivery deadline; null if everything is delivered. */
  deliverBy: Date | null
  /** Whether returning customers get store credit. */
  hasReturningCredit: boolean
}

/** The payment method, also if store credit paid all or part of it. */
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

/** Renders a receipt: what was paid, when and how, what was refunded, and what happens next. */
export function renderReceipt(input: ReceiptContent): Promise<Buffer> {
  const { paidAt, paymentId, refundedCents, deliverBy, hasReturningCredit, ...content } = input
  const creditCents = creditOfLines(content.lines)
  const ways = [
    ...(creditCents < content.totalCents ? [CARD_REFUND_TIME] : []),
    ...(creditCents > 0 ? ['The part paid with store credit is returned as store credit.'] : []),
  ]
  const refund = refundedCents > 0 ? [`We are refunding ${formatCents(refundedCents)}. ${ways.join(' ')}`] : []
  const isWholeBack = refundedCents >= content.totalCents && content.totalCents > 0
  const steps = isWholeBack
    ? ['You do not need to do anything else.']
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
