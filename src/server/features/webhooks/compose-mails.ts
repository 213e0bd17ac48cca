/** The email about a webhook that the store turned off: to its buyer, or to every administrator for one of the store. */
import { findAdministrator, listAdministratorIds } from '#server/features/members/administrators.ts'
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { writeLetter } from '#server/features/messages/write-letter.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { findTurnedOff } from './event-queries.ts'
import { STORE_OWNER } from './rules.ts'

/** Queues it in the transaction that turns the webhook off. @param off.times_off makes each time one email */
export async function queueTurnedOff(
  ctx: PlatformContext,
  tx: Transaction,
  off: { webhookId: string; email: string; times_off: number },
): Promise<void> {
  const { webhookId } = off
  const messageId = `webhook_off.${webhookId}.${off.times_off}`
  if (off.email !== STORE_OWNER) return queueMessage(ctx, tx, { messageId, kind: 'webhook_off', subjectId: webhookId })
  for (const userId of await listAdministratorIds(tx))
    await queueMessage(ctx, tx, {
      messageId: `${messageId}.${userId}`,
      kind: 'webhook_off',
      subjectId: `${webhookId} ${userId}`,
    })
}

const composeTurnedOff: MessageComposer = async (ctx, { subject_id: subject }) => {
  const [webhookId = '', userId] = subject.split(' ')
  const [webhook] = await ctx.database.run(findTurnedOff, { webhookId })
  if (!webhook || webhook.off_reason === null || webhook.off_reason === 'owner')
    return { failed: 'the webhook is on again, or was removed' }
  const member = userId === undefined ? null : await findAdministrator(ctx.database, userId)
  if (userId !== undefined && !member) return { failed: 'the member is no administrator any more' }
  const { host } = new URL(webhook.url)
  const whose = member ? 'The store’s' : 'Your'
  const why =
    webhook.off_reason === 'gone'
      ? `${whose} webhook at ${host} answered that it is gone (410), so we turned it off.`
      : `${whose} webhook at ${host} has not accepted anything for three days, so we turned it off.`
  const letter = writeLetter(
    {
      subject: `${whose} webhook at ${host} is off`,
      name: member?.username ?? null,
      paragraphs: [
        why,
        'Nothing is lost: we keep what it should have received for 30 days and send it once you turn the webhook on again.',
      ],
      button: member
        ? { text: 'Open the webhooks', url: `${ctx.publicUrl}/admin-enhanced/webhooks` }
        : { text: 'Open my orders', url: `${ctx.publicUrl}/desk` },
    },
    ctx.config.brand,
  )
  return { to: member?.email ?? webhook.email, ...letter }
}

/** By message kind; core.ts passes them to `messages`. */
export const composers: MessageComposers = { webhook_off: composeTurnedOff }
