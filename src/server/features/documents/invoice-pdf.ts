import { formatCents } from '#contract/money.ts'
import { inLastingTime } from '#server/platform/store-time.ts'
import type { DocumentContent } from './document.ts'
import { writeDeed } from './write-deed.ts'

/**
 * An invoice that is still to be paid, or was once: what is due, until when and where.
 *
 * @param input.payment null once nobody can pay by its link any more
 */
export async function renderInvoice(
  input: DocumentContent & { payment: { url: string; expiresAt: Date } | null },
): Promise<Uint8Array> {
  const { payment, ...content } = input
  const total = formatCents(content.totalCents)
  const issued = ['Issued', inLastingTime(content.issuedAt, content.timeZone)] as const
  if (!payment) {
    return writeDeed({
      title: 'Invoice',
      content,
      facts: [issued],
      sums: [['Total', total]],
      call: {
        heading: 'The payment link of this invoice has ended',
        words: [
          'If it was paid, the receipt says so. If not, ask your sales representative for a new link; do not send money for this invoice.',
        ],
      },
      createdAt: content.issuedAt,
    })
  }
  const payBy = inLastingTime(payment.expiresAt, content.timeZone)
  return writeDeed({
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
