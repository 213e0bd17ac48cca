import { formatCents, toCents } from '#contract/money.ts'
import { formatDocumentTime } from '#server/platform/store-time.ts'
import type { DocumentContent } from './document.ts'
import { layOutDocument } from './document-layout.ts'

/**
 * An invoice: what is due, until when and where; that it is paid; or that nobody can pay it any more.
 *
 * @param input.payment null once nobody can pay by its link any more
 * @param input.paidAt null while it is not paid
 */
export async function renderInvoice(
  input: DocumentContent & { payment: { url: string; expiresAt: Date } | null; paidAt: Date | null },
): Promise<Uint8Array> {
  const { payment, paidAt, ...content } = input
  const total = formatCents(content.totalCents)
  const issued = ['Issued', formatDocumentTime(content.issuedAt, content.timeZone)] as const
  if (paidAt) {
    const paidOn = formatDocumentTime(paidAt, content.timeZone)
    return layOutDocument({
      title: 'Invoice',
      content,
      facts: [issued, ['Paid on', paidOn]],
      sums: [
        ['Total', total],
        ['Paid', total],
        ['Amount due', formatCents(toCents(0))],
      ],
      call: {
        heading: `This invoice was paid on ${paidOn}`,
        words: ['Nothing is due. The receipt says how it was paid, and what of it went back.'],
      },
      createdAt: content.issuedAt,
    })
  }
  if (!payment) {
    return layOutDocument({
      title: 'Invoice',
      content,
      facts: [issued],
      sums: [['Total', total]],
      call: {
        heading: 'The payment link of this invoice has ended',
        words: [
          'It can no longer be paid. Ask your sales representative for a new link; do not send money for this invoice.',
        ],
      },
      createdAt: content.issuedAt,
    })
  }
  const payBy = formatDocumentTime(payment.expiresAt, content.timeZone)
  return layOutDocument({
    title: 'Invoice',
    content,
    facts: [issued, ['Pay by', payBy]],
    sums: [['Amount due', total]],
    call: {
      heading: `Pay ${total} online by ${payBy}`,
      words: ['Your packages are held for you until then. Open this link to pay by card:'],
      link: payment.url,
    },
    steps: {
      heading: 'What happens next',
      words: [
        'Once you have paid, you get a receipt by email, and your order is processed within 24 hours.',
        'Your leads come by email or SMS, as named for each package.',
      ],
    },
    createdAt: content.issuedAt,
  })
}
