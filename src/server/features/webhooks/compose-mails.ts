/** Emails about a webhook that was added or turned off: to its buyer, or for one of the store to administrators. */
import { findAdministrator, listAdministratorIds } from '#server/features/members/administrators.ts'
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import { formatMailTime } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { deviceOf } from '#server/platform/text/device-in-words.ts'
import { findAdded, findTurnedOff } from './queries.ts'
import { STORE_OWNER } from './rules.ts'

/** Queues it in the transaction that turns the webhook off. @param off.times_off makes it one email per time */
export async function queueTurnedOff(
  ctx: PlatformContext,
  tx: Transaction,
  { webhookId, email, times_off }: { webhookId: string; email: string; times_off: number },
): Promise<void> {
  const messageId = `webhook_off.${webhookId}.${times_off}`
  const kind = 'webhook_off'
  if (email !== STORE_OWNER) return queueMessage(ctx, tx, { messageId, kind, subjectId: webhookId })
  for (const userId of await listAdministratorIds(tx))
    await queueMessage(ctx, tx, { messageId: `${messageId}.${userId}`, kind, subjectId: `${webhookId} ${userId}` })
}

/** Queues the email that a webhook was added: to the desk's address, or to the administrator who did it. */
export function queueAdded(
  ctx: WebContext,
  tx: Transaction,
  { webhookId, userId, isNewKey }: { webhookId: string; userId: string | null; isNewKey?: boolean },
): Promise<void> {
  const id = `webhook_added.${webhookId}`
  const messageId = isNewKey ? `${id}.${ctx.clock.now().getTime()}` : id
  const subjectId = `${webhookId} ${userId ?? '-'} ${deviceOf(ctx)}`
  return queueMessage(ctx, tx, { messageId, kind: 'webhook_added', subjectId })
}

const buttonFor = ({ publicUrl }: Context, isForMember: boolean) =>
  isForMember
    ? { text: 'Open the webhooks', url: `${publicUrl}/admin-enhanced/webhooks` }
    : { text: 'Open my orders', url: `${publicUrl}/desk` }

const composeAdded: MessageComposer = async (ctx, { message_id: messageId, subject_id: subject, created_at: at }) => {
  const [webhookId = '', userId = '', ...device] = subject.split(' ')
  const [webhook] = await ctx.database.run(findAdded, { webhookId })
  if (!webhook) return { failed: 'the webhook was removed' }
  const member = userId === '-' ? null : await findAdministrator(ctx.database, userId)
  if (userId !== '-' && !member) return { failed: 'the member is no longer an administrator' }
  const { brand, timeZone } = ctx.config
  const isHook = webhook.kind === 'webhook'
  const what = isHook ? 'A webhook' : 'A connection to Follow Up Boss'
  const isNewKey = messageId.split('.').length > 2
  const gets = isHook ? `It sends news to ${new URL(webhook.url).host}` : 'It sends your leads there'
  return {
    to: member?.email ?? webhook.email,
    subject: isNewKey
      ? `Your connection to Follow Up Boss has another key at ${brand.name}`
      : member
        ? `A webhook of ${brand.name} was added`
        : `${what} was added to your orders at ${brand.name}`,
    name: member?.username ?? null,
    paragraphs: [
      `${isNewKey ? 'The key of your connection to Follow Up Boss was replaced' : `${what} was added`} on ${formatMailTime(at, timeZone)}, with ${device.join(' ')}${member ? ', in your name' : ''}. ${gets} until someone removes it, also after ${member ? 'you log out' : 'your orders are closed in that browser'}.`,
      'If it was you, you are all set.',
      member
        ? `If it was not you, remove it right away, change your password, and email ${brand.supportEmail}.`
        : `If it was not you: open your orders, remove it under Webhooks, close the other browsers there, and email ${brand.supportEmail}.`,
    ],
    button: buttonFor(ctx, Boolean(member)),
  }
}

const WHY = {
  gone: 'answered that it is gone (410)',
  failing: 'has not accepted anything for three days',
  key_refused: 'refused the API key (401)',
} as const

const composeTurnedOff: MessageComposer = async (ctx, { subject_id: subject }) => {
  const [webhookId = '', userId] = subject.split(' ')
  const [webhook] = await ctx.database.run(findTurnedOff, { webhookId })
  if (!webhook || webhook.off_reason === null || webhook.off_reason === 'owner')
    return { failed: 'the webhook is on again, or was removed' }
  const member = userId === undefined ? null : await findAdministrator(ctx.database, userId)
  if (userId !== undefined && !member) return { failed: 'the member is no longer an administrator' }
  const whose = member ? 'The store’s' : 'Your'
  const what =
    webhook.kind === 'webhook'
      ? `${whose} webhook at ${new URL(webhook.url).host}`
      : `${whose} connection to Follow Up Boss`
  return {
    to: member?.email ?? webhook.email,
    subject: `${what} is off`,
    name: member?.username ?? null,
    paragraphs: [
      `${what} ${WHY[webhook.off_reason]}, so we turned it off.`,
      `Nothing is lost: we keep what it should have received for 30 days and send it once you ${webhook.off_reason === 'key_refused' ? 'enter a key that works' : 'turn it on again'}.`,
    ],
    button: buttonFor(ctx, Boolean(member)),
  }
}

/** By message kind; core.ts passes them to `messages`. */
export const composers: MessageComposers = { webhook_added: composeAdded, webhook_off: composeTurnedOff }
