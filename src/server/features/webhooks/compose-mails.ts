/** The email about a webhook that the store turned off. */
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { writeLetter } from '#server/features/messages/write-letter.ts'
import { findTurnedOff } from './event-queries.ts'

const composeTurnedOff: MessageComposer = async (ctx, { subject_id: webhookId }) => {
  const [webhook] = await ctx.database.run(findTurnedOff, { webhookId })
  if (!webhook || webhook.off_reason === null || webhook.off_reason === 'owner')
    return { failed: 'the webhook is on again, or was removed' }
  const { brand } = ctx.config
  const { host } = new URL(webhook.url)
  const why =
    webhook.off_reason === 'gone'
      ? `Your webhook at ${host} answered that it is gone (410), so we turned it off.`
      : `Your webhook at ${host} has not accepted anything for three days, so we turned it off.`
  const letter = writeLetter(
    {
      subject: `Your webhook at ${host} is off`,
      name: null,
      paragraphs: [
        why,
        'Nothing is lost: we keep what it should have received for 30 days and send it once you turn the webhook on again.',
      ],
      button: { text: 'Open my orders', url: `${ctx.publicUrl}/desk` },
    },
    brand,
  )
  return { to: webhook.email, ...letter }
}

/** By message kind; core.ts passes them to `messages`. */
export const composers: MessageComposers = { webhook_off: composeTurnedOff }
