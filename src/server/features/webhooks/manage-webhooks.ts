/** What a buyer does with webhooks at the desk. Another address's webhook does not exist for it. */
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/webhooks/webhooks.ts'
import { SECRET_OVERLAP_HOURS, WEBHOOK_EVENTS_SHOWN, WEBHOOKS_MAX, type Webhook } from '#contract/webhooks/webhooks.ts'
import { requireDesk } from '#server/features/buyers/desk-session.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, hours } from '#server/platform/clock.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { writeTest } from './event-queries.ts'
import {
  changeWebhook,
  findWebhook,
  listEvents,
  listTries,
  listWebhooks,
  pauseEvents,
  removeWebhook,
  replaceSecret,
  replayEvents,
  resumeEvents,
  type WebhookRow,
  writeWebhook,
} from './queries.ts'
import { newWebhookSecret, requestLimits, sealSecret } from './rules.ts'

/** A month of a busy buyer. */
const REPLAYED_AT_ONCE = 10_000

function showWebhook(ctx: WebContext, row: WebhookRow): Webhook {
  const isOverlapping = row.previous_until !== null && row.previous_until > ctx.clock.now()
  return {
    id: row.webhook_id as Webhook['id'],
    url: row.url,
    eventTypes: row.event_types,
    offReason: row.off_reason,
    failingSince: row.failing_since?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    previousSecretUntil: isOverlapping ? (row.previous_until?.toISOString() ?? null) : null,
  } as Webhook
}

/** @throws Refusal `desk_closed`, `webhook_unknown` */
async function requireWebhook(ctx: WebContext, webhookId: string): Promise<WebhookRow> {
  const { email } = await requireDesk(ctx)
  const [row] = await ctx.database.run(findWebhook, { webhookId, email })
  if (!row) throw new Refusal('webhook_unknown')
  return row
}

/** @throws Refusal `webhook_throttled` */
async function countRequest(ctx: WebContext, email: string): Promise<void> {
  if (!(await countAttempts(ctx, requestLimits(email)))) throw new Refusal('webhook_throttled')
}

/** Lists the webhooks of the address. @throws Refusal `desk_closed` */
export async function showWebhooks(ctx: WebContext): Promise<ReplyOf<typeof endpoints.listWebhooks>> {
  const { email } = await requireDesk(ctx)
  const rows = await ctx.database.run(listWebhooks, { email })
  return { webhooks: rows.map((row) => showWebhook(ctx, row)) }
}

/**
 * Adds a webhook and returns its secret, which cannot be shown again.
 *
 * @throws Refusal `desk_closed`, `webhook_address_refused`, `webhook_address_known`, `too_many_webhooks`
 */
export async function addWebhook(
  ctx: WebContext,
  input: BodyOf<typeof endpoints.addWebhook>,
): Promise<ReplyOf<typeof endpoints.addWebhook>> {
  const { email } = await requireDesk(ctx)
  const url = ctx.gateways.webhooks.readAddress(input.url)
  if (url === null) throw new Refusal('webhook_address_refused')
  const webhookId = newId('whk', ctx.clock)
  const secret = newWebhookSecret()
  const [row] = await ctx.database.run(writeWebhook, {
    webhookId,
    email,
    url,
    eventTypes: [...new Set(input.eventTypes)],
    sealedSecret: sealSecret(ctx.secrets, webhookId, secret),
    now: ctx.clock.now(),
    webhooksMax: WEBHOOKS_MAX,
  })
  if (row) return { webhook: showWebhook(ctx, row), secret }
  const others = await ctx.database.run(listWebhooks, { email })
  throw new Refusal(others.some((other) => other.url === url) ? 'webhook_address_known' : 'too_many_webhooks')
}

/** Chooses events and turns a webhook on or off. @throws Refusal `desk_closed`, `webhook_unknown` */
export async function updateWebhook(
  ctx: WebContext,
  webhookId: string,
  input: BodyOf<typeof endpoints.updateWebhook>,
): Promise<Webhook> {
  const { email } = await requireDesk(ctx)
  const eventTypes = [...new Set(input.eventTypes)]
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.run(changeWebhook, { webhookId, email, eventTypes, isOn: input.isOn })
    if (!row) throw new Refusal('webhook_unknown')
    if (input.isOn) await tx.run(resumeEvents, { webhookId, now: ctx.clock.now() })
    else await tx.run(pauseEvents, { webhookId })
    return showWebhook(ctx, row)
  })
}

/** Removes a webhook. @throws Refusal `desk_closed`, `webhook_unknown` */
export async function endWebhook(ctx: WebContext, webhookId: string): Promise<{ message: string }> {
  const { email } = await requireDesk(ctx)
  const [row] = await ctx.database.run(removeWebhook, { webhookId, email })
  if (!row) throw new Refusal('webhook_unknown')
  return { message: 'The webhook was removed.' }
}

/**
 * Replaces the secret and returns the new one, which cannot be shown again. The previous one also signs for a day.
 *
 * @throws Refusal `desk_closed`, `webhook_unknown`, `webhook_throttled`
 */
export async function rotateWebhookSecret(
  ctx: WebContext,
  webhookId: string,
): Promise<ReplyOf<typeof endpoints.rotateWebhookSecret>> {
  const { email } = await requireWebhook(ctx, webhookId)
  await countRequest(ctx, email)
  const secret = newWebhookSecret()
  const [row] = await ctx.database.run(replaceSecret, {
    webhookId,
    email,
    sealedSecret: sealSecret(ctx.secrets, webhookId, secret),
    previousUntil: addMilliseconds(ctx.clock.now(), hours(SECRET_OVERLAP_HOURS)),
  })
  if (!row) throw new Refusal('webhook_unknown')
  return { webhook: showWebhook(ctx, row), secret }
}

/** @throws Refusal `desk_closed`, `webhook_unknown`, `webhook_off`, `webhook_throttled` */
async function requireOn(ctx: WebContext, webhookId: string): Promise<void> {
  const { email, off_reason } = await requireWebhook(ctx, webhookId)
  if (off_reason !== null) throw new Refusal('webhook_off')
  await countRequest(ctx, email)
}

/** Sends a test event. @throws Refusal `desk_closed`, `webhook_unknown`, `webhook_off`, `webhook_throttled` */
export async function sendWebhookTest(ctx: WebContext, webhookId: string): Promise<{ message: string }> {
  await requireOn(ctx, webhookId)
  await ctx.database.run(writeTest, { eventId: newId('evt', ctx.clock), webhookId, now: ctx.clock.now() })
  return { message: 'The test event is on its way.' }
}

/** Sends events again. @throws Refusal `desk_closed`, `webhook_unknown`, `webhook_off`, `webhook_throttled` */
export async function replayWebhookEvents(
  ctx: WebContext,
  webhookId: string,
  input: BodyOf<typeof endpoints.replayWebhookEvents>,
): Promise<{ events: number }> {
  await requireOn(ctx, webhookId)
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

/** Lists what was sent to a webhook, or waits. @throws Refusal `desk_closed`, `webhook_unknown` */
export async function showWebhookEvents(
  ctx: WebContext,
  webhookId: string,
): Promise<ReplyOf<typeof endpoints.listWebhookEvents>> {
  await requireWebhook(ctx, webhookId)
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
