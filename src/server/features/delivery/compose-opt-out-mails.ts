/** Emails to owners who opt out, and to buyers who already have their property. */

import { findAdministrator } from '#server/features/members/administrators.ts'
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { writeLetter } from '#server/features/messages/write-letter.ts'
import { nameToGreet } from '#server/features/orders/order-words.ts'
import { countAsked } from '#server/features/stock/suppressions.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import { formatDocumentTime } from '#server/platform/store-time.ts'
import { ALARM_WITHIN_MS, CONFIRMATION_MS, confirmationTokenOf } from './opt-out.ts'
import { findConfirmation, findNotice, findReceipt, recordReceiptSent, recordTold } from './opt-out-queries.ts'

/** To a buyer. The email names the address, because the buyer already has it and could not find the row otherwise. */
const composeNotice: MessageComposer = async (ctx, { detail_id }) => {
  const noticeId = detail_id ?? ''
  const [notice] = await ctx.database.run(findNotice, { noticeId })
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
  return { to: notice.email, ...letter, onSent: async (tx) => void (await tx.run(recordTold, { noticeId })) }
}

/**
 * To a person who asked for a receipt and who may not be the owner. It repeats nothing that was typed except the ZIP,
 * so no one can make the store send their words to others.
 */
const composeReceipt: MessageComposer = async (ctx, { subject_id }) => {
  const [receipt] = await ctx.database.run(findReceipt, { requestId: subject_id })
  if (!receipt?.email) return { failed: 'the receipt was sent, or its address is not known any more' }
  const letter = writeLetter(
    {
      subject: 'We leave your property alone',
      name: null,
      paragraphs: [
        `You asked ${ctx.config.brand.name} to leave a property alone. It is on our list since the moment below: we do not sell its details any more, we delete what we know of it within a day, and whoever bought them from us before is asked to remove them.`,
      ],
      facts: [
        ['Asked for', formatDocumentTime(receipt.asked_at, ctx.config.timeZone)],
        ['ZIP of the property', receipt.zip],
      ],
      closing: ['After that we keep no address for this, only a fingerprint that cannot be turned back into one.'],
      small: ['You did not ask for this? Somebody typed your email address; nothing else follows from it.'],
    },
    ctx.config.brand,
  )
  return {
    to: receipt.email,
    ...letter,
    onSent: async (tx) => void (await tx.run(recordReceiptSent, { requestId: subject_id })),
  }
}

/** Like the receipt, it repeats nothing that was typed except the ZIP. Its link opens a page; only its button confirms. */
const composeConfirmation: MessageComposer = async (ctx, { subject_id }) => {
  const since = addMilliseconds(ctx.clock.now(), -CONFIRMATION_MS)
  const [asked] = await ctx.database.run(findConfirmation, { confirmationId: subject_id, since })
  if (!asked) return { failed: 'it was confirmed, or its time is over' }
  const { brand, timeZone } = ctx.config
  const letter = writeLetter(
    {
      subject: 'Confirm that we leave a property alone',
      name: null,
      paragraphs: [
        `Somebody asked ${brand.name} with this email address to leave a property alone. Several were named today, so please confirm that it was you. Until then nothing changes.`,
      ],
      facts: [
        ['Asked for', formatDocumentTime(asked.asked_at, timeZone)],
        ['ZIP of the property', asked.zip],
      ],
      button: {
        text: 'Confirm this request',
        url: `${ctx.publicUrl}/opt-out#confirm=${confirmationTokenOf(ctx, subject_id)}`,
      },
      small: ['The link works once, for 24 hours. If it was not you, ignore this mail: nothing happens then.'],
    },
    brand,
  )
  return { to: asked.email, ...letter }
}

/** To an administrator, while requests can still be revoked with nothing lost. */
const composeAlarm: MessageComposer = async (ctx, { subject_id }) => {
  const member = await findAdministrator(ctx.database, subject_id)
  if (!member) return { failed: 'the member is no administrator any more' }
  const asked = await countAsked(ctx, addMilliseconds(ctx.clock.now(), -ALARM_WITHIN_MS))
  const letter = writeLetter(
    {
      subject: `${asked} properties were opted out within a day`,
      name: member.username,
      paragraphs: [
        `Owners had ${asked} properties left alone within the last 24 hours. Nobody had to prove that a property is theirs, so please look whether this can be right.`,
        'Their leads leave stock between 8 and 24 hours after each request. Until then you can take a request back under Leads, by its address, and its leads are for sale again. Later that only takes it off the list, and the next lead file may bring it back.',
      ],
      button: { text: 'Open Leads', url: `${ctx.publicUrl}/admin-enhanced/leads` },
    },
    ctx.config.brand,
  )
  return { to: member.email, ...letter }
}

/** By message kind; app.ts passes them to `messages`. */
export const composers: MessageComposers = {
  opt_out_notice: composeNotice,
  opt_out_receipt: composeReceipt,
  opt_out_confirmation: composeConfirmation,
  opt_out_alarm: composeAlarm,
}
