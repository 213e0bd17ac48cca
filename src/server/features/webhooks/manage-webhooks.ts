/** What an owner does with webhooks, at the desk or on the administrators' page. Another owner's webhook does not exist for it. */
import type { AuditAction, AuditFacts } from '#contract/audit/audit.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/webhooks/webhooks.ts'
import {
  type ChosenEventType,
  SECRET_OVERLAP_HOURS,
  WEBHOOK_EVENTS_SHOWN,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookReplay,
} from '#contract/webhooks/webhooks.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { requireDesk } from '#server/features/buyers/desk-session.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, hours } from '#server/platform/clock.ts'
import { requireMember } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction, lockName, type Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { queueAdded } from './compose-mails.ts'
import { writeTest } from './event-queries.ts'
import {
  changeWebhook,
  findWebhook,
  listEvents,
  listTries,
  listWebhooks,
  lockWebhook,
  pauseEvents,
  removeWebhook,
  replaceSecret,
  replayEvents,
  resumeEvents,
  type WebhookRow,
  writeWebhook,
} from './queries.ts'
import { newWebhookSecret, requestLimits, STORE_OWNER, sealSecret, webhooksOf } from './rules.ts'
import { announceListening } from './write-events.ts'

/* Whose webhooks a call manages: those of the address whose desk is open, or those of the store. */

/** What was done to a webhook, for the audit log. */
interface WebhookAct {
  action: Extract<AuditAction, `webhook_${string}`>
  webhook: { webhook_id: string; url: string }
  before?: AuditFacts
  after?: AuditFacts
}

export interface WebhookOwner {
  /** The key of its webhooks. */
  email: string
  /** The administrator who acts for the store; null at the desk. */
  userId: string | null
  /** Records what was done, if this kind of owner is audited. */
  record(tx: Transaction, act: WebhookAct): Promise<void>
}

/** The buyer at the desk. @throws Refusal `desk_closed` */
export async function deskOwner(ctx: WebContext): Promise<WebhookOwner> {
  const { email } = await requireDesk(ctx)
  return { email, userId: null, record: async () => undefined }
}

/** The store, for a call that only administrators may make. */
export const storeOwner = (ctx: WebContext): WebhookOwner => ({
  email: STORE_OWNER,
  userId: requireMember(ctx).userId,
  record: (tx, { action, webhook, before, after }) =>
    // Only the host, because the path of an automation tool's address is its secret.
    writeAudit(ctx, tx, { action, subject: new URL(webhook.url).host, target: webhook.webhook_id, before, after }),
})

/** A busy buyer's month. */
const REPLAYED_AT_ONCE = 10_000

/** Shows a webhook as its owner sees it: without its secret. */
export function showWebhook(ctx: WebContext, row: WebhookRow): Webhook {
  const isOverlapping = row.previous_until !== null && row.previous_until > ctx.clock.now()
  return {
    id: row.webhook_id as Webhook['id'],
    kind: row.kind,
    url: row.url,
    eventTypes: row.event_types,
    offReason: row.off_reason,
    failingSince: row.failing_since?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    previousSecretUntil: isOverlapping ? (row.previous_until?.toISOString() ?? null) : null,
  } as Webhook
}

/** @throws Refusal `webhook_unknown` */
async function requireWebhook(ctx: WebContext, owner: WebhookOwner, webhookId: string): Promise<WebhookRow> {
  const [row] = await ctx.database.run(findWebhook, { webhookId, email: owner.email })
  if (!row) throw new Refusal('webhook_unknown')
  return row
}

/** @throws Refusal `webhook_throttled` */
export async function countRequest(ctx: WebContext, { email }: WebhookOwner): Promise<void> {
  if (!(await countAttempts(ctx, requestLimits(email)))) throw new Refusal('webhook_throttled')
}

/** Runs a change of an owner's webhooks, and tells this node. */
async function inChange<Result>(
  ctx: WebContext,
  { email }: WebhookOwner,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(ctx, (tx) => {
    if (email === STORE_OWNER) tx.afterCommit(() => announceListening(ctx))
    return work(tx)
  })
}

const typesText = (types: readonly string[]): string => types.join(', ')

/** Lists the webhooks of an owner. */
export async function showWebhooks(
  ctx: WebContext,
  { email }: WebhookOwner,
): Promise<ReplyOf<typeof endpoints.listWebhooks>> {
  const rows = await ctx.database.run(listWebhooks, { email })
  return { webhooks: rows.map((row) => showWebhook(ctx, row)), hasFollowUpBoss: ctx.config.followUpBoss !== undefined }
}

/**
 * Adds a webhook and returns its secret, which cannot be shown again.
 *
 * @throws Refusal `webhook_address_refused`, `webhook_address_known`, `too_many_webhooks`
 */
export async function addWebhook(
  ctx: WebContext,
  owner: WebhookOwner,
  input: { url: string; eventTypes: readonly ChosenEventType[] },
): Promise<ReplyOf<typeof endpoints.addWebhook>> {
  const { email } = owner
  const url = ctx.gateways.webhooks.readAddress(input.url)
  if (url === null) throw new Refusal('webhook_address_refused')
  const webhookId = newId('whk', ctx.clock)
  const secret = newWebhookSecret()
  const added = await inChange(ctx, owner, async (tx) => {
    await lockName(tx, webhooksOf(email))
    const [row] = await tx.run(writeWebhook, {
      webhookId,
      email,
      kind: 'webhook',
      url,
      eventTypes: [...new Set(input.eventTypes)],
      sealedSecret: sealSecret(ctx.secrets, webhookId, secret),
      now: ctx.clock.now(),
      webhooksMax: WEBHOOKS_MAX,
    })
    if (!row) return row
    await owner.record(tx, {
      action: 'webhook_added',
      webhook: row,
      after: { events: typesText(row.event_types) },
    })
    await queueAdded(ctx, tx, { webhookId, userId: owner.userId })
    return row
  })
  if (added) return { webhook: showWebhook(ctx, added), secret }
  const others = await ctx.database.run(listWebhooks, { email })
  throw new Refusal(others.some((other) => other.url === url) ? 'webhook_address_known' : 'too_many_webhooks')
}

const changedFacts = (row: WebhookRow) => ({ events: typesText(row.event_types), on: row.off_reason === null })

/** Chooses events and turns a webhook on or off. @throws Refusal `webhook_unknown` */
export async function updateWebhook(
  ctx: WebContext,
  owner: WebhookOwner,
  webhookId: string,
  input: { eventTypes: readonly ChosenEventType[]; isOn: boolean },
): Promise<Webhook> {
  const { email } = owner
  const eventTypes = [...new Set(input.eventTypes)]
  return inChange(ctx, owner, async (tx) => {
    await tx.run(lockWebhook, { webhookId })
    const [before] = await tx.run(findWebhook, { webhookId, email })
    const [row] = await tx.run(changeWebhook, { webhookId, email, eventTypes, isOn: input.isOn })
    if (!before || !row) throw new Refusal('webhook_unknown')
    if (input.isOn) await tx.run(resumeEvents, { webhookId, now: ctx.clock.now() })
    else await tx.run(pauseEvents, { webhookId })
    await owner.record(tx, {
      action: 'webhook_changed',
      webhook: row,
      before: changedFacts(before),
      after: changedFacts(row),
    })
    return showWebhook(ctx, row)
  })
}

/** Removes a webhook. @throws Refusal `webhook_unknown` */
export async function endWebhook(
  ctx: WebContext,
  owner: WebhookOwner,
  webhookId: string,
): Promise<{ message: string }> {
  await inChange(ctx, owner, async (tx) => {
    const [row] = await tx.run(removeWebhook, { webhookId, email: owner.email })
    if (!row) throw new Refusal('webhook_unknown')
    await owner.record(tx, { action: 'webhook_removed', webhook: row })
  })
  return { message: 'The webhook was removed.' }
}

/**
 * Replaces the secret and returns the new one, which cannot be shown again. The previous one also signs for a day.
 *
 * @throws Refusal `webhook_unknown`, `webhook_throttled`
 */
export async function rotateWebhookSecret(
  ctx: WebContext,
  owner: WebhookOwner,
  webhookId: string,
): Promise<ReplyOf<typeof endpoints.rotateWebhookSecret>> {
  await requireWebhook(ctx, owner, webhookId)
  await countRequest(ctx, owner)
  const secret = newWebhookSecret()
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.run(replaceSecret, {
      webhookId,
      email: owner.email,
      sealedSecret: sealSecret(ctx.secrets, webhookId, secret),
      previousUntil: addMilliseconds(ctx.clock.now(), hours(SECRET_OVERLAP_HOURS)),
    })
    if (!row) throw new Refusal('webhook_unknown')
    await owner.record(tx, { action: 'webhook_secret_replaced', webhook: row })
    return { webhook: showWebhook(ctx, row), secret }
  })
}

/** @throws Refusal `webhook_unknown`, `webhook_off`, `webhook_throttled` */
async function requireOn(ctx: WebContext, owner: WebhookOwner, webhookId: string): Promise<void> {
  const { off_reason } = await requireWebhook(ctx, owner, webhookId)
  if (off_reason !== null) throw new Refusal('webhook_off')
  await countRequest(ctx, owner)
}

/** Sends a test event. @throws Refusal `webhook_unknown`, `webhook_off`, `webhook_throttled` */
export async function sendWebhookTest(
  ctx: WebContext,
  owner: WebhookOwner,
  webhookId: string,
): Promise<{ message: string }> {
  await requireOn(ctx, owner, webhookId)
  await ctx.database.run(writeTest, { eventId: newId('evt', ctx.clock), webhookId, now: ctx.clock.now() })
  return { message: 'The test event is on its way.' }
}

/** Sends events again. @throws Refusal `webhook_unknown`, `webhook_off`, `webhook_throttled` */
export async function replayWebhookEvents(
  ctx: WebContext,
  owner: WebhookOwner,
  webhookId: string,
  input: WebhookReplay,
): Promise<{ events: number }> {
  await requireOn(ctx, owner, webhookId)
  const which =
    'eventId' in input
      ? { eventId: input.eventId, from: null, to: null }
      : { eventId: null, from: new Date(input.from), to: new Date(input.to) }
  const rows = await ctx.database.run(replayEvents, {
    webhookId,
    ...which,
    now: ctx.clock.now(),
    limit: REPLAYED_AT_ONCE,
  })
  return { events: rows.length }
}

/** Lists what was sent to a webhook or is waiting. @throws Refusal `webhook_unknown` */
export async function showWebhookEvents(
  ctx: WebContext,
  owner: WebhookOwner,
  webhookId: string,
): Promise<ReplyOf<typeof endpoints.listWebhookEvents>> {
  await requireWebhook(ctx, owner, webhookId)
  const events = await ctx.database.run(listEvents, { webhookId, limit: WEBHOOK_EVENTS_SHOWN })
  const tries = await ctx.database.run(listTries, { eventIds: events.map(({ event_id }) => event_id) })
  const byEvent = Map.groupBy(tries, ({ event_id }) => event_id)
  return {
    events: events.map((event) => ({
      id: event.event_id as ReplyOf<typeof endpoints.listWebhookEvents>['events'][number]['id'],
      type: event.type,
      occurredAt: event.occurred_at.toISOString(),
      state: event.state,
      nextTryAt: event.next_try_at?.toISOString() ?? null,
      tries: (byEvent.get(event.event_id) ?? []).map(({ tried_at, status, problem, answer, milliseconds }) => ({
        at: tried_at.toISOString(),
        status,
        problem,
        answer,
        milliseconds,
      })),
    })),
  }
}
