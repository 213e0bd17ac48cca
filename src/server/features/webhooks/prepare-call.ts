import type { WebhookKind } from '#contract/webhooks/webhooks.ts'
import type { Context } from '#server/gateways/context.ts'
import type { WebhookAnswer } from '#server/gateways/webhooks/webhook-gateway.ts'
import { composeData, findLead } from './compose-data.ts'
import type { DueEventRow } from './event-queries.ts'
import { askFollowUpBoss, sendToFollowUpBoss } from './follow-up-boss.ts'
import { signedHeaders, unsealSecret } from './rules.ts'

/** What a job calls. */
export interface Target {
  webhookId: string
  kind: WebhookKind
  url: string
  /** The secrets that sign, or the API key; encrypted. */
  sealed: readonly string[]
}

/** One call, ready to be made. */
export type Call = () => Promise<WebhookAnswer>

/** Reads an event's data and returns its call; null if it may no longer be sent. */
export async function prepareCall(ctx: Context, target: Target, event: DueEventRow): Promise<Call | null> {
  const { webhookId, url, sealed } = target
  if (target.kind === 'follow_up_boss') return prepareFollowUpBoss(ctx, target, event)
  const data = await composeData(ctx, event)
  if (data === null) return null
  const body = JSON.stringify({ type: event.type, timestamp: event.occurred_at.toISOString(), data })
  // It is signed when it is made, because the signature includes the time.
  return () => {
    const message = { eventId: event.event_id, at: ctx.clock.now(), body }
    return ctx.gateways.webhooks.post(url, signedHeaders(ctx.secrets, webhookId, sealed, message), body)
  }
}

const DISCONNECTED: WebhookAnswer = {
  status: null,
  problem: 'this store is no longer connected with Follow Up Boss',
  body: '',
  milliseconds: 0,
  retryAfterMs: null,
}

async function prepareFollowUpBoss(ctx: Context, target: Target, event: DueEventRow): Promise<Call | null> {
  const { webhookId, url, sealed } = target
  const { followUpBoss } = ctx.config
  if (!followUpBoss) return async () => DISCONNECTED
  const apiKey = unsealSecret(ctx.secrets, webhookId, sealed[0] ?? '')
  if (event.type === 'webhook.test') return () => askFollowUpBoss(ctx, followUpBoss, apiKey)
  const found = await findLead(ctx, event)
  return found && (() => sendToFollowUpBoss(ctx, followUpBoss, { url, apiKey, event, found }))
}
