import { findAdministrator } from '#server/features/members/administrators.ts'
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { nameToGreet } from '#server/features/orders/order-words.ts'
import { countAsked } from '#server/features/stock/suppressions.ts'
import { addMilliseconds, formatDocumentTime } from '#server/platform/clock.ts'
import * as optOut from './opt-out.ts'

/** To a buyer. The email names the address, because the buyer already has it and could not find the row otherwise. */
const composeNotice: MessageComposer = async (ctx, { detail_id }) => {
  const noticeId = detail_id ?? ''
  const [notice] = await ctx.database.run(optOut.findNotice, { noticeId })
  if (!notice?.email) return { failed: 'the order has no address to write to' }
  if (notice.address === null) return { failed: 'the property was told, or is not known anymore' }
  return {
    to: notice.email,
    subject: 'Please remove a property from your leads',
    name: nameToGreet(notice),
    paragraphs: [
      'The owner of a property you bought from us has asked not to be contacted. Please remove it from your lists now, and stop calling, texting, mailing or visiting the owner.',
    ],
    facts: [
      ['Property', notice.address],
      ['From order', notice.reference],
    ],
    closing: [
      'Please ask anyone you shared it with to do the same. We no longer sell this property, and we have deleted its details.',
    ],
    reference: notice.reference,
    onSent: async (tx) => void (await tx.run(optOut.recordTold, { noticeId })),
  }
}

/** To someone who may not be the owner: it repeats only the ZIP of what was typed, so it carries no one's own words. */
const composeReceipt: MessageComposer = async (ctx, { subject_id: requestId }) => {
  const [receipt] = await ctx.database.run(optOut.findReceipt, { requestId })
  if (!receipt?.email) return { failed: 'the receipt was sent, or its address is not known anymore' }
  return {
    to: receipt.email,
    subject: 'Your property is off our lists',
    name: null,
    paragraphs: [
      `You asked ${ctx.config.brand.name} to remove a property. It went on our opt-out list at the time below: we no longer sell its details, we delete what we have within a day, and we ask everyone who bought them from us to remove them.`,
    ],
    facts: [
      ['Requested', formatDocumentTime(receipt.asked_at, ctx.config.timeZone)],
      ['Property ZIP', receipt.zip],
    ],
    closing: ['After that we do not keep the address, only a fingerprint that cannot be turned back into it.'],
    small: ['Not you? Someone entered your email address. Nothing else will come of it.'],
    onSent: async (tx) => void (await tx.run(optOut.recordReceiptSent, { requestId })),
  }
}

/** Like the receipt, it repeats nothing that was typed except the ZIP. Its link opens a page; only its button confirms. */
const composeConfirmation: MessageComposer = async (ctx, { subject_id: confirmationId }) => {
  const since = addMilliseconds(ctx.clock.now(), -optOut.CONFIRMATION_MS)
  const [asked] = await ctx.database.run(optOut.findConfirmation, { confirmationId, since })
  if (!asked) return { failed: 'it was confirmed, or its time is over' }
  const { brand, timeZone } = ctx.config
  const url = `${ctx.publicUrl}/opt-out#confirm=${optOut.confirmationTokenOf(ctx, confirmationId)}`
  return {
    to: asked.email,
    subject: 'Confirm the removal of a property',
    name: null,
    paragraphs: [
      `Someone used this email address to ask ${brand.name} to remove a property. Several were requested today, so please confirm that it was you. Nothing changes until you do.`,
    ],
    facts: [
      ['Requested', formatDocumentTime(asked.asked_at, timeZone)],
      ['Property ZIP', asked.zip],
    ],
    button: { text: 'Confirm this request', url },
    small: [
      'The link works once and expires in 24 hours. If this was not you, ignore this email and nothing will happen.',
    ],
  }
}

/** To an administrator, while requests can still be revoked with nothing lost. */
const composeAlarm: MessageComposer = async (ctx, { subject_id }) => {
  const member = await findAdministrator(ctx.database, subject_id)
  if (!member) return { failed: 'the member is no longer an administrator' }
  const asked = await countAsked(ctx, addMilliseconds(ctx.clock.now(), -optOut.ALARM_WITHIN_MS))
  return {
    to: member.email,
    subject: `${asked} properties were opted out in one day`,
    name: member.username,
    paragraphs: [
      `${asked} properties were opted out in the last 24 hours. Owners do not have to prove that a property is theirs, so please check whether this looks right.`,
      'Their leads leave stock 8 to 24 hours after each request. Until then you can undo a request under Leads, by its address, and its leads go back on sale. After that, undoing it only takes the property off the list, and the next lead file may bring it back.',
    ],
    button: { text: 'Open Leads', url: `${ctx.publicUrl}/admin-enhanced/leads` },
  }
}

/** By message kind; core.ts passes them to `messages`. */
export const composers: MessageComposers = {
  opt_out_notice: composeNotice,
  opt_out_receipt: composeReceipt,
  opt_out_confirmation: composeConfirmation,
  opt_out_alarm: composeAlarm,
}
