import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { WEBHOOKS_MAX } from '#contract/webhooks/webhooks.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { inTransaction, lockName, type Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { queueAdded } from './compose-mails.ts'
import type { WebhookOwner } from './manage-webhooks.ts'
import { countRequest, showWebhook } from './manage-webhooks.ts'
import { findFollowUpBoss, replaceKey, resumeEvents, type WebhookRow, writeWebhook } from './queries.ts'
import { sealSecret, webhooksOf } from './rules.ts'

/** Replaces the key of a connection and makes waiting events due. Null if there is none. */
async function replace(
  ctx: WebContext,
  tx: Transaction,
  { email, userId }: WebhookOwner,
  apiKey: string,
): Promise<WebhookRow | null> {
  const [known] = await tx.run(findFollowUpBoss, { email })
  if (!known) return null
  const { webhook_id: webhookId } = known
  const [row] = await tx.run(replaceKey, { webhookId, email, sealedSecret: sealSecret(ctx.secrets, webhookId, apiKey) })
  await tx.run(resumeEvents, { webhookId, now: ctx.clock.now() })
  // Someone with a moment at an open desk could send all leads to their own account.
  await queueAdded(ctx, tx, { webhookId, userId, isNewKey: true })
  return row ?? null
}

/**
 * Has each lead that is delivered from now on sent to the buyer's Follow Up Boss. Repeating it replaces the key and
 * turns the connection on; what waited is sent.
 *
 * @throws Refusal `follow_up_boss_absent`, `too_many_webhooks`, `webhook_throttled`
 */
export async function connectFollowUpBoss(
  ctx: WebContext,
  owner: WebhookOwner,
  { apiKey }: { apiKey: string },
): Promise<Webhook> {
  const { email } = owner
  const { followUpBoss } = ctx.config
  if (!followUpBoss) throw new Refusal('follow_up_boss_absent')
  await countRequest(ctx, owner)
  const row = await inTransaction(ctx, async (tx) => {
    await lockName(tx, webhooksOf(email))
    const known = await replace(ctx, tx, owner, apiKey)
    if (known) return known
    const webhookId = newId('whk', ctx.clock)
    const [added] = await tx.run(writeWebhook, {
      webhookId,
      email,
      kind: 'follow_up_boss',
      url: `${followUpBoss.apiBase}/v1/events`,
      eventTypes: ['lead.delivered'],
      sealedSecret: sealSecret(ctx.secrets, webhookId, apiKey),
      now: ctx.clock.now(),
      webhooksMax: WEBHOOKS_MAX,
    })
    if (added) await queueAdded(ctx, tx, { webhookId, userId: owner.userId })
    return added
  })
  if (!row) throw new Refusal('too_many_webhooks')
  return showWebhook(ctx, row)
}
