/** The mails of payment requests: the link, and the reminder before it ends. */
import { formatCents } from '#contract/money.ts'
import type {
  ComposedMail,
  MessageComposer,
  MessageComposers,
} from '#server/features/notifications/message-composer.ts'
import { plainName, withoutLinks } from '#server/features/notifications/plain-words.ts'
import { type Brand, writeLetter } from '#server/features/notifications/write-letter.ts'
import { describeLine } from '#server/features/orders/order-words.ts'
import type { Context } from '#server/gateways/context.ts'
import { inStoreTime } from '#server/platform/store-time.ts'
import { findRequest } from './find-request.ts'
import type { RequestRow } from './request-row.ts'
import { statusAt } from './show-request.ts'

interface Wording {
  subject: string
  opening: string
}

function compose(ctx: Context, row: RequestRow, { subject, opening }: Wording): ComposedMail {
  const { brand, timeZone } = ctx.config
  const lines = row.lines.map(describeLine)
  // Nobody has paid yet: the only link is the store's own.
  const note = row.special_offers ? [`A note from ${senderOf(row, brand)}: ${withoutLinks(row.special_offers)}`] : []
  const mail = writeLetter(
    {
      subject,
      name: row.customer_name,
      paragraphs: [opening, ...note],
      list: {
        heading: 'What you are paying for',
        items: lines.map((line) => ({
          title: line.title,
          notes: [line.place, line.delivery, ...line.offers, line.price],
        })),
        total: `Total: ${formatCents(row.total_cents)}`,
      },
      button: { text: `Pay ${formatCents(row.total_cents)} securely`, url: `${ctx.publicUrl}/payment/${row.token}` },
      small: [
        `The link expires on ${inStoreTime(row.expires_at, timeZone)}, ${lifeInWords(row)} after it was sent. Until then these packages are held for you. You pay by card and need no account.`,
        'If you did not expect this, you need not do anything: nothing is charged unless you pay.',
      ],
      reference: row.reference,
    },
    brand,
  )
  return { to: row.customer_email, ...mail }
}

const senderOf = ({ rep_name }: RequestRow, brand: Brand): string => plainName(rep_name) ?? brand.name

/** How long the link lives, as it was made: the setting may have changed since. */
function lifeInWords({ created_at, expires_at }: RequestRow): string {
  const minutes = Math.round((expires_at.getTime() - created_at.getTime()) / 60_000)
  return minutes % 60 === 0 ? `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}` : `${minutes} minutes`
}

/** Composes from the request as it is when the mail goes out; one that ended meanwhile has nothing to say. */
const composerOf =
  (wordingOf: (ctx: Context, row: RequestRow) => Wording): MessageComposer =>
  async (ctx, message) => {
    const row = await findRequest(ctx, message.subject_id)
    if (!row) return { failed: 'the payment request does not exist' }
    if (statusAt(row, ctx.clock.now()).status !== 'sent') return { failed: 'the payment request had ended' }
    return compose(ctx, row, wordingOf(ctx, row))
  }

export const composers: MessageComposers = {
  payment_request: composerOf((ctx, row) => ({
    subject: `Payment request ${row.reference} for ${formatCents(row.total_cents)}`,
    opening: `${senderOf(row, ctx.config.brand)} has prepared an order for you. You can pay it by the secure link below.`,
  })),
  payment_reminder: composerOf((ctx, row) => ({
    subject: `Reminder: payment request ${row.reference} expires soon`,
    opening: `The payment link for your order expires on ${inStoreTime(row.expires_at, ctx.config.timeZone)}. After that the packages go back on sale.`,
  })),
}
