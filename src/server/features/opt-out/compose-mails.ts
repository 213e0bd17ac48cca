/** What owners who asked to be left alone, and buyers who have their property already, are written. */
import type { MessageComposer, MessageComposers } from '#server/features/notifications/message-composer.ts'
import { writeLetter } from '#server/features/notifications/write-letter.ts'
import { nameToGreet } from '#server/features/orders/order-words.ts'
import { inLastingTime } from '#server/platform/store-time.ts'
import { findNotice, findReceipt, noteReceiptSent, noteTold } from './queries.ts'

const noticeIdOf = (messageId: string): string => messageId.split('.')[1] ?? ''

/** To a buyer. The mail names the address, because they have it already and could not find the row otherwise. */
const composeNotice: MessageComposer = async (ctx, { message_id }) => {
  const noticeId = noticeIdOf(message_id)
  const [notice] = await ctx.database.run(findNotice, [noticeId])
  if (!notice?.email) return { failed: 'the order has no address to write to' }
  if (notice.address === null) return { failed: 'the property was told, or is not known any more' }
  const letter = writeLetter(
    {
      subject: 'Please remove a property from your leads',
      name: nameToGreet(notice),
      paragraphs: [
        'The owner of a property that you bought from us asked to be left alone. Please remove it from your lists now, and do not call, text, mail or visit its owner any more.',
      ],
      facts: [
        ['Property', notice.address],
        ['Bought with order', notice.reference],
      ],
      closing: [
        'Please ask everybody you gave it to for the same. We do not sell it any more, and we deleted what we knew of it.',
      ],
      reference: notice.reference,
    },
    ctx.config.brand,
  )
  return { to: notice.email, ...letter, onSent: async (tx) => void (await tx.run(noteTold, [noticeId])) }
}

/**
 * To whoever asked for a receipt, who may not be the owner: so it repeats nothing that was typed but the ZIP, and nobody can let
 * the store write words of theirs to others.
 */
const composeReceipt: MessageComposer = async (ctx, { subject_id }) => {
  const [receipt] = await ctx.database.run(findReceipt, [subject_id])
  if (!receipt?.email) return { failed: 'the receipt was sent, or its address is not known any more' }
  const letter = writeLetter(
    {
      subject: 'We leave your property alone',
      name: null,
      paragraphs: [
        `You asked ${ctx.config.brand.name} to leave a property alone. It is on our list since the moment below, for good: we do not sell its details any more, and whoever bought them from us before is asked to remove them.`,
      ],
      facts: [
        ['Asked for', inLastingTime(receipt.asked_at, ctx.config.timeZone)],
        ['ZIP of the property', receipt.zip],
      ],
      closing: ['We keep no address for this, only a fingerprint that cannot be turned back into one.'],
      small: ['You did not ask for this? Somebody typed your email address; nothing else follows from it.'],
    },
    ctx.config.brand,
  )
  return { to: receipt.email, ...letter, onSent: async (tx) => void (await tx.run(noteReceiptSent, [subject_id])) }
}

/** By message kind, for app.ts to hand to notifications. */
export const composers: MessageComposers = { opt_out_notice: composeNotice, opt_out_receipt: composeReceipt }
