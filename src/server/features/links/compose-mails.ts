import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import { formatCents } from '#contract/plain-values.ts'
import type { ComposedMail, MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { type Brand, plainName, withoutLinks } from '#server/features/messages/write-letter.ts'
import { describeLine } from '#server/features/orders/order-words.ts'
import type { Context } from '#server/gateways/context.ts'
import { formatMailTime } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { findRepOf, type RequestRow, takeDueReminders } from './queries.ts'
import { reminderMessageId } from './rules.ts'
import { findRequest, statusAt } from './show-request.ts'

const REMINDERS_AT_ONCE = 100

/** Reminds customers whose unpaid link ends soon, each once, on one node. @returns how many reminders it queued */
export async function remindCustomers(ctx: PlatformContext): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const due = await tx.run(takeDueReminders, { now: ctx.clock.now(), limit: REMINDERS_AT_ONCE })
    for (const { payment_request_id: id } of due)
      await queueMessage(ctx, tx, { messageId: reminderMessageId(id), kind: 'payment_reminder', subjectId: id })
    return due.length
  })
}

interface Wording {
  subject: string
  opening: string
}

function compose(ctx: Context, row: RequestRow, { subject, opening }: Wording): ComposedMail {
  const { brand, supportPhone, claimDays, claimShareBps } = ctx.config
  const total = formatCents(row.total_cents)
  const phone = row.rep_phone || supportPhone
  const isGuaranteed = claimDays > 0 && claimShareBps > 0
  // No one has paid yet: the only link is the store's own.
  const note = row.special_offers ? [`A note from ${senderOf(row, brand)}: ${withoutLinks(row.special_offers)}`] : []
  return {
    to: row.customer_email,
    subject,
    name: row.customer_name,
    paragraphs: [opening, ...note],
    list: {
      heading: 'Your order',
      items: row.lines
        .map(describeLine)
        .map(({ name, facts, offers, price }) => ({ title: name, amount: price, notes: [facts, ...offers] })),
      total: `Total: ${total}`,
    },
    button: { text: `Pay ${total} securely`, url: `${ctx.publicUrl}/payment/${row.token}` },
    promise: `Your leads come within ${DELIVERY_HOURS.promised} hours of your payment.${isGuaranteed ? ` Bad leads are replaced or credited within ${claimDays} days.` : ''}`,
    ...(phone ? { call: { words: `Questions? Call ${senderOf(row, brand)},`, phone } } : {}),
    small: ['You don’t need an account. Not expecting this? You can ignore it. Nothing is charged unless you pay.'],
    reference: row.reference,
  }
}

const senderOf = ({ rep_name }: RequestRow, brand: Brand): string => plainName(rep_name) ?? brand.name

/** Composes from the request's state when the email goes out. A request that has ended by then has nothing to say. */
const composerOf =
  (wordingOf: (ctx: Context, row: RequestRow) => Wording): MessageComposer =>
  async (ctx, message) => {
    const row = await findRequest(ctx, message.subject_id)
    if (!row) return { failed: 'the payment request does not exist' }
    if (statusAt(row, ctx.clock.now()).status !== 'sent') return { failed: 'the payment request had ended' }
    return compose(ctx, row, wordingOf(ctx, row))
  }

const composeNewLinkAsked: MessageComposer = async (ctx, { subject_id }) => {
  const [[rep], row] = await Promise.all([
    ctx.database.run(findRepOf, { paymentRequestId: subject_id }),
    findRequest(ctx, subject_id),
  ])
  if (!rep || !row) return { failed: 'the payment request or its representative does not exist' }
  const { timeZone } = ctx.config
  return {
    to: rep.email,
    subject: `New payment link requested for ${row.reference}`,
    name: rep.username,
    paragraphs: [
      `The customer opened the link for payment request ${row.reference} after it expired and is asking you for a new one.`,
    ],
    facts: [
      ['Customer', row.customer_name],
      ['Total', formatCents(row.total_cents)],
      ['Sent', formatMailTime(row.created_at, timeZone)],
    ],
    closing: ['Nothing has changed. To sell these packages, resend the request from its page.'],
    button: { text: 'Open the request', url: `${ctx.publicUrl}/invoice/${row.token}` },
    reference: row.reference,
  }
}

export const composers: MessageComposers = {
  new_link_asked: composeNewLinkAsked,
  payment_request: composerOf((ctx, row) => ({
    subject: `Payment request ${row.reference} for ${formatCents(row.total_cents)}`,
    opening: `${senderOf(row, ctx.config.brand)} put together an order for you. It is reserved for you until ${formatMailTime(row.expires_at, ctx.config.timeZone)}. Pay by then with the secure link below.`,
  })),
  payment_reminder: composerOf((ctx, row) => ({
    subject: `Reminder: payment request ${row.reference} expires soon`,
    opening: `Your payment link expires ${formatMailTime(row.expires_at, ctx.config.timeZone)}. After that, your packages go back on sale.`,
  })),
}
