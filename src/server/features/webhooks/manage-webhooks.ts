/** What an owner does with webhooks, at the desk or on the administrators' page. Others' webhooks do not exist for it. */
import type { AuditAction, AuditFacts } from '#contract/audit/audit.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/webhooks/webhooks.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { requireDesk } from '#server/features/buyers/desk-session.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, hours } from '#server/platform/clock.ts'
import { requireMember } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction, lockName, type Transaction } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { queueAdded } from './compose-mails.ts'
import * as queries from './queries.ts'
import { callerOf, newWebhookSecret, requestLimits, STORE_OWNER, sealSecret, webhooksOf } from './rules.ts'
import { announceListening } from './write-events.ts'

/** Whose webhooks a call manages: those of the address whose desk is open, or those of the store. */
interface WebhookOwner {
  email: string
  /** The administrator who acts for the store; null at the desk. */
  userId: string | null
  /** Records what was done, if this kind of owner is audited. */
  record(
    tx: Transaction,
    action: Extract<AuditAction, `webhook_${string}`>,
    webhook: { webhook_id: string; url: string },
    facts?: { before?: AuditFacts; after?: AuditFacts },
  ): Promise<void>
}

type Call<Input, Reply> = (ctx: WebContext, owner: WebhookOwner, input: Input) => Promise<Reply>

/** Makes a call for the buyer at the desk. Also @throws Refusal `desk_closed` */
export const atDesk =
  <Input, Reply>(call: Call<Input, Reply>) =>
  async (ctx: WebContext, input: Input): Promise<Reply> => {
    const { email } = await requireDesk(ctx)
    return call(ctx, { email, userId: null, record: async () => undefined }, input)
  }

/** Makes a call for the store, where only administrators may make it. */
export const forStore =
  <Input, Reply>(call: Call<Input, Reply>) =>
  async (ctx: WebContext, input: Input): Promise<Reply> => {
    const { userId } = requireMember(ctx)
    const record: WebhookOwner['record'] = (tx, action, { url, webhook_id: target }, facts) =>
      // Only the host, because the path of an automation tool's address is its secret.
      writeAudit(ctx, tx, { action, subject: new URL(url).host, target, ...facts })
    return call(ctx, { email: STORE_OWNER, userId, record }, input)
  }

type OfWebhook = { params: { webhookId: string } }

/** A busy buyer's month. */
const REPLAYED_AT_ONCE = 10_000

function show(ctx: WebContext, row: queries.WebhookRow): contract.Webhook {
  const until = row.previous_until
  return {
    id: row.webhook_id as contract.Webhook['id'],
    ...shownOf(row, 'kind', 'url', 'event_types', 'off_reason', 'failing_since', 'created_at'),
    previousSecretUntil: until && until > ctx.clock.now() ? until.toISOString() : null,
  } as contract.Webhook
}

/** @throws Refusal `webhook_unknown` */
async function requireWebhook(ctx: WebContext, owner: WebhookOwner, webhookId: string): Promise<queries.WebhookRow> {
  const [row] = await ctx.database.run(queries.findWebhook, { webhookId, email: owner.email })
  if (!row) throw new Refusal('webhook_unknown')
  return row
}

/** @throws Refusal `webhook_throttled` */
async function countRequest(ctx: WebContext, { email }: WebhookOwner): Promise<void> {
  if (!(await countAttempts(ctx, requestLimits(email)))) throw new Refusal('webhook_throttled')
}

function inChange<Result>(ctx: WebContext, { email }: WebhookOwner, work: (tx: Transaction) => Promise<Result>) {
  return inTransaction(ctx, (tx) => {
    if (email === STORE_OWNER) tx.afterCommit(() => announceListening(ctx))
    return work(tx)
  })
}

/** Lists the webhooks of an owner. */
export async function showWebhooks(ctx: WebContext, { email }: WebhookOwner) {
  const rows = await ctx.database.run(queries.listWebhooks, { email })
  return { webhooks: rows.map((row) => show(ctx, row)), hasFollowUpBoss: ctx.config.followUpBoss !== undefined }
}

/** Writes a webhook with the email about it; undefined if there is one with that address, or too many. */
async function write(
  ctx: WebContext,
  tx: Transaction,
  { email, userId }: WebhookOwner,
  { secret, ...added }: { kind: contract.Webhook['kind']; url: string; eventTypes: readonly string[]; secret: string },
): Promise<queries.WebhookRow | undefined> {
  const webhookId = newId('whk', ctx.clock)
  const [row] = await tx.run(queries.writeWebhook, {
    ...added,
    webhookId,
    email,
    sealedSecret: sealSecret(ctx.secrets, webhookId, secret),
    now: ctx.clock.now(),
    webhooksMax: contract.WEBHOOKS_MAX,
  })
  if (row) await queueAdded(ctx, tx, { webhookId, userId })
  return row
}

/**
 * Adds a webhook and returns its secret, which cannot be shown again.
 * @throws Refusal `webhook_address_refused`, `webhook_address_known`, `too_many_webhooks`
 */
export async function addWebhook(
  ctx: WebContext,
  owner: WebhookOwner,
  { body }: { body: { url: string; eventTypes: readonly contract.ChosenEventType[] } },
): Promise<ReplyOf<typeof contract.addWebhook>> {
  const { email } = owner
  const url = callerOf(ctx, email).readAddress(body.url)
  if (url === null) throw new Refusal('webhook_address_refused')
  const secret = newWebhookSecret()
  const eventTypes = [...new Set(body.eventTypes)]
  const added = await inChange(ctx, owner, async (tx) => {
    await lockName(tx, webhooksOf(email))
    const row = await write(ctx, tx, owner, { kind: 'webhook', url, eventTypes, secret })
    if (row) await owner.record(tx, 'webhook_added', row, { after: { events: row.event_types.join(', ') } })
    return row
  })
  if (added) return { webhook: show(ctx, added), secret }
  const others = await ctx.database.run(queries.listWebhooks, { email })
  throw new Refusal(others.some((other) => other.url === url) ? 'webhook_address_known' : 'too_many_webhooks')
}

/** Replaces the key of a connection and makes waiting events due. Undefined if there is none. */
async function replaceConnection(ctx: WebContext, tx: Transaction, { email, userId }: WebhookOwner, apiKey: string) {
  const [known] = await tx.run(queries.findFollowUpBoss, { email })
  if (!known) return undefined
  const { webhook_id: webhookId } = known
  const [row] = await tx.run(queries.replaceKey, {
    webhookId,
    email,
    sealedSecret: sealSecret(ctx.secrets, webhookId, apiKey),
  })
  await tx.run(queries.resumeEvents, { webhookId, now: ctx.clock.now() })
  // Someone with a moment at an open desk could send all leads to their own account.
  await queueAdded(ctx, tx, { webhookId, userId, isNewKey: true })
  return row
}

/**
 * Has each lead that is delivered from now on sent to the buyer's Follow Up Boss. Repeating it replaces the key and
 * turns the connection on. @throws Refusal `follow_up_boss_absent`, `too_many_webhooks`, `webhook_throttled`
 */
export async function connectFollowUpBoss(
  ctx: WebContext,
  owner: WebhookOwner,
  { body: { apiKey: secret } }: { body: { apiKey: string } },
): Promise<contract.Webhook> {
  const { followUpBoss } = ctx.config
  if (!followUpBoss) throw new Refusal('follow_up_boss_absent')
  await countRequest(ctx, owner)
  const url = `${followUpBoss.apiBase}/v1/events`
  const row = await inTransaction(ctx, async (tx) => {
    await lockName(tx, webhooksOf(owner.email))
    const replaced = await replaceConnection(ctx, tx, owner, secret)
    return replaced ?? write(ctx, tx, owner, { kind: 'follow_up_boss', url, eventTypes: ['lead.delivered'], secret })
  })
  if (!row) throw new Refusal('too_many_webhooks')
  return show(ctx, row)
}

const changedFacts = (row: queries.WebhookRow) => ({ events: row.event_types.join(', '), on: row.off_reason === null })

/** Chooses events and turns a webhook on or off. @throws Refusal `webhook_unknown` */
export async function updateWebhook(
  ctx: WebContext,
  owner: WebhookOwner,
  { params, body }: OfWebhook & { body: { eventTypes: readonly contract.ChosenEventType[]; isOn: boolean } },
): Promise<contract.Webhook> {
  const which = { webhookId: params.webhookId, email: owner.email }
  const eventTypes = [...new Set(body.eventTypes)]
  return inChange(ctx, owner, async (tx) => {
    await tx.run(queries.lockWebhook, which)
    const [before] = await tx.run(queries.findWebhook, which)
    const [row] = await tx.run(queries.changeWebhook, { ...which, eventTypes, isOn: body.isOn })
    if (!before || !row) throw new Refusal('webhook_unknown')
    if (body.isOn) await tx.run(queries.resumeEvents, { ...which, now: ctx.clock.now() })
    else await tx.run(queries.pauseEvents, which)
    await owner.record(tx, 'webhook_changed', row, { before: changedFacts(before), after: changedFacts(row) })
    return show(ctx, row)
  })
}

/** Removes a webhook. @throws Refusal `webhook_unknown` */
export async function endWebhook(ctx: WebContext, owner: WebhookOwner, { params }: OfWebhook) {
  await inChange(ctx, owner, async (tx) => {
    const [row] = await tx.run(queries.removeWebhook, { webhookId: params.webhookId, email: owner.email })
    if (!row) throw new Refusal('webhook_unknown')
    await owner.record(tx, 'webhook_removed', row)
  })
  return { message: 'The webhook was removed.' }
}

/** Replaces the secret; the old one signs for one more day. @throws Refusal `webhook_unknown`, `webhook_throttled` */
export async function rotateWebhookSecret(ctx: WebContext, owner: WebhookOwner, { params: { webhookId } }: OfWebhook) {
  await requireWebhook(ctx, owner, webhookId)
  await countRequest(ctx, owner)
  const secret = newWebhookSecret()
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.run(queries.replaceSecret, {
      webhookId,
      email: owner.email,
      sealedSecret: sealSecret(ctx.secrets, webhookId, secret),
      previousUntil: addMilliseconds(ctx.clock.now(), hours(contract.SECRET_OVERLAP_HOURS)),
    })
    if (!row) throw new Refusal('webhook_unknown')
    await owner.record(tx, 'webhook_secret_replaced', row)
    return { webhook: show(ctx, row), secret }
  })
}

/** @throws Refusal `webhook_unknown`, `webhook_off`, `webhook_throttled` */
async function requireOn(ctx: WebContext, owner: WebhookOwner, webhookId: string): Promise<void> {
  const { off_reason } = await requireWebhook(ctx, owner, webhookId)
  if (off_reason !== null) throw new Refusal('webhook_off')
  await countRequest(ctx, owner)
}

/** Sends a test event. @throws Refusal `webhook_unknown`, `webhook_off`, `webhook_throttled` */
export async function sendWebhookTest(ctx: WebContext, owner: WebhookOwner, { params: { webhookId } }: OfWebhook) {
  await requireOn(ctx, owner, webhookId)
  await ctx.database.run(queries.writeTest, { eventId: newId('evt', ctx.clock), webhookId, now: ctx.clock.now() })
  return { message: 'The test event is on its way.' }
}

/** Sends events again. @throws Refusal `webhook_unknown`, `webhook_off`, `webhook_throttled` */
export async function replayWebhookEvents(
  ctx: WebContext,
  owner: WebhookOwner,
  { params: { webhookId }, body }: OfWebhook & { body: contract.WebhookReplay },
): Promise<{ events: number }> {
  await requireOn(ctx, owner, webhookId)
  const which =
    'eventId' in body
      ? { eventId: body.eventId, from: null, to: null }
      : { eventId: null, from: new Date(body.from), to: new Date(body.to) }
  const limits = { now: ctx.clock.now(), limit: REPLAYED_AT_ONCE }
  const rows = await ctx.database.run(queries.replayEvents, { webhookId, ...which, ...limits })
  return { events: rows.length }
}

/** Lists what was sent to a webhook or is waiting. @throws Refusal `webhook_unknown` */
export async function showWebhookEvents(ctx: WebContext, owner: WebhookOwner, { params: { webhookId } }: OfWebhook) {
  await requireWebhook(ctx, owner, webhookId)
  const events = await ctx.database.run(queries.listEvents, { webhookId, limit: contract.WEBHOOK_EVENTS_SHOWN })
  const tries = await ctx.database.run(queries.listTries, { eventIds: events.map(({ event_id }) => event_id) })
  const byEvent = Map.groupBy(tries, ({ event_id }) => event_id)
  return {
    events: events.map((event) => ({
      id: event.event_id as ReplyOf<typeof contract.listWebhookEvents>['events'][number]['id'],
      ...shownOf(event, 'type', 'occurred_at', 'state', 'next_try_at'),
      tries: (byEvent.get(event.event_id) ?? []).map(({ event_id: _, tried_at, ...one }) => ({
        at: tried_at.toISOString(),
        ...one,
      })),
    })),
  }
}
