/**
 * Sends events to webhooks. A timer queues a job for each webhook with something due; the job claims the webhook, so no
 * two jobs send to it at once. A job that dies leaves its events waiting: they go out again under the same
 * `webhook-id`, by which the receiver knows them.
 */
import { setTimeout } from 'node:timers/promises'
import { mergedFirstName } from '#contract/delivery/lead-parts.ts'
import type { LeadRecord } from '#contract/delivery/lead-record.ts'
import type { WebhookKind } from '#contract/webhooks/webhooks.ts'
import type { FollowUpBossConfig } from '#server/config/follow-up-boss-config.ts'
import { inWords } from '#server/features/delivery/preset-columns.ts'
import type { Context } from '#server/gateways/context.ts'
import type { WebhookAnswer } from '#server/gateways/webhooks/guarded.ts'
import { addMilliseconds, seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, readConfirmed, type Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { noteAnswer, noteSilence } from '#server/platform/jobs/outages.ts'
import { composeData, type FoundLead, findLead } from './compose-data.ts'
import { queueTurnedOff } from './compose-mails.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/*
 * Sends leads to a buyer's Follow Up Boss: one event of its API for each delivered lead. It finds the person by name
 * and email or phone and makes one only if there is none. It has no key that makes a repeated call one event: a call
 * whose answer got lost is made again and shows twice in that person's timeline. `occurredAt` and the lead's number in
 * the message are the same in both.
 *
 * @see https://docs.followupboss.com/reference/events-post
 * @see https://docs.followupboss.com/reference/identification
 */

/** Leads of this type start the buyer's action plans. The other types that do are inquiries, which these are not. */
const EVENT_TYPE = 'Registration'
/** Its words for kinds of phones, as in its examples of people. */
const PHONE_TYPES = { mobile: 'mobile', landline: 'home', voip: 'other', unknown: 'other' } as const

/** The API key is the user name, and the password is empty. */
const headersOf = ({ system, systemKey }: FollowUpBossConfig, apiKey: string): Record<string, string> => ({
  accept: 'application/json',
  'content-type': 'application/json',
  authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
  'x-system': system,
  'x-system-key': systemKey,
})

/** Returns only what is known, because it would store an empty text. */
const known = (facts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined))

/** Phones that may not be called are only in the message: a CRM dials and texts a person's numbers by itself. */
export function followUpBossEvent(
  lead: LeadRecord,
  facts: { source: string; system: string; leadId: string; reference: string; occurredAt: Date },
): Record<string, unknown> {
  const { owner, property, mailing } = lead
  const phones = lead.phones.filter(({ isDoNotCall }) => !isDoNotCall)
  return {
    source: facts.source,
    system: facts.system,
    type: EVENT_TYPE,
    occurredAt: facts.occurredAt.toISOString(),
    message: `${inWords(lead)} | Lead ${facts.leadId} of order ${facts.reference}`,
    person: known({
      firstName: mergedFirstName(owner),
      lastName: owner.lastName ?? (owner.firstName === null ? owner.company : null),
      emails: lead.emails.map((value) => ({ value })),
      phones: phones.map(({ digits, kind }) => ({ value: digits, type: PHONE_TYPES[kind] })),
      addresses: mailing
        ? [known({ street: mailing.street, city: mailing.city, state: mailing.state, code: mailing.zip })]
        : null,
      tags: [lead.leadType, ...(lead.isDoNotCall ? ['Do not call'] : [])],
    }),
    property: known({
      street: property.street,
      city: property.city,
      state: property.state,
      code: property.zip,
      price: lead.valueCents === null ? null : Math.round(lead.valueCents / 100),
      bedrooms: lead.beds,
    }),
  }
}

/** It answers 204 if the buyer archived the lead flow of this source: the lead was taken and dropped. */
const ARCHIVED = 'Follow Up Boss ignored it: the lead flow of this source is archived there'

async function sendToFollowUpBoss(
  ctx: Context,
  config: FollowUpBossConfig,
  { url, apiKey, event, found }: { url: string; apiKey: string; event: queries.DueEventRow; found: FoundLead },
): Promise<WebhookAnswer> {
  const body = followUpBossEvent(found.lead, {
    source: ctx.config.brand.name,
    system: config.system,
    leadId: event.lead_id ?? '',
    reference: found.order.reference,
    occurredAt: event.occurred_at,
  })
  const answer = await ctx.gateways.webhooks.post(url, headersOf(config, apiKey), JSON.stringify(body))
  return answer.status === 204 ? { ...answer, problem: ARCHIVED } : answer
}

interface Target {
  webhookId: string
  kind: WebhookKind
  /** Whose it is. */
  email: string
  url: string
  /** The secrets that sign, or the API key; encrypted. */
  sealed: readonly string[]
}

type Call = () => Promise<WebhookAnswer>

/** Reads an event's data and returns its call; null if it may no longer be sent. */
async function prepareCall(ctx: Context, target: Target, event: queries.DueEventRow): Promise<Call | null> {
  const { webhookId, email, url, sealed } = target
  if (target.kind === 'follow_up_boss') return prepareFollowUpBoss(ctx, target, event)
  const data = await composeData(ctx, event)
  if (data === null) return null
  const body = JSON.stringify({ type: event.type, timestamp: event.occurred_at.toISOString(), data })
  // It is signed when it is made, because the signature includes the time.
  return () => {
    const message = { eventId: event.event_id, at: ctx.clock.now(), body }
    return rules.callerOf(ctx, email).post(url, rules.signedHeaders(ctx.secrets, webhookId, sealed, message), body)
  }
}

const DISCONNECTED: WebhookAnswer = {
  status: null,
  problem: 'this store is no longer connected with Follow Up Boss',
  body: '',
  milliseconds: 0,
  retryAfterMs: null,
}

async function prepareFollowUpBoss(ctx: Context, { webhookId, url, sealed }: Target, event: queries.DueEventRow) {
  const { followUpBoss } = ctx.config
  if (!followUpBoss) return async () => DISCONNECTED
  const apiKey = rules.unsealSecret(ctx.secrets, webhookId, sealed[0] ?? '')
  // Whose key it is, which changes nothing there.
  const identityUrl = `${followUpBoss.apiBase}/v1/identity`
  if (event.type === 'webhook.test')
    return () => ctx.gateways.webhooks.get(identityUrl, headersOf(followUpBoss, apiKey))
  const found = await findLead(ctx, event)
  return found && (() => sendToFollowUpBoss(ctx, followUpBoss, { url, apiKey, event, found }))
}

/** A job waits up to 10 s for its first answer, takes 5 s to start the other calls, and up to 10 s for the last answer. */
const BUSY_MS = seconds(30)
const EVENTS_PER_JOB = 50
/** Each may take 10 s, so a failing webhook gets fewer calls. */
const EVENTS_PER_JOB_FAILING = 10
const WEBHOOKS_AT_ONCE = 20
const FAILING_AT_ONCE = 2

/** Queues jobs for webhooks with something due. @returns how many */
export async function queueWebhookEvents(ctx: PlatformContext): Promise<number> {
  const now = ctx.clock.now()
  const until = addMilliseconds(now, BUSY_MS)
  const limits = { limit: WEBHOOKS_AT_ONCE, failingMax: FAILING_AT_ONCE }
  const [row] = await ctx.database.run(queries.queueWebhooks, { now, until, ...limits })
  return row?.queued ?? 0
}

/** Sends what is due for a webhook, at most ten events a second. Another job for the same webhook does nothing. */
export async function sendWebhookEvents(ctx: Context, webhookId: string): Promise<void> {
  const claim = newId('clm', ctx.clock)
  const now = ctx.clock.now()
  const [row] = await ctx.database.run(queries.claimWebhook, {
    webhookId,
    claim,
    now,
    until: addMilliseconds(now, BUSY_MS),
  })
  if (!row) return
  try {
    const { kind, email, url } = row
    const sealed = [row.sealed_secret, row.sealed_previous].filter((one) => one !== null)
    // It may have been down before this process started.
    if (row.failing_since) noteSilence(ctx, receiverOf(webhookId))
    const limit = row.failing_since ? EVENTS_PER_JOB_FAILING : EVENTS_PER_JOB
    // Send nothing that a crash could still undo.
    const due = await readConfirmed(ctx, (executor) => executor.run(queries.listDue, { webhookId, now, limit }))
    await sendInPace(ctx, { webhookId, kind, email, url, sealed }, due)
  } finally {
    await ctx.database.run(queries.releaseWebhook, { webhookId, claim })
  }
}

/** Starts the calls one after the other, at a steady pace, and waits for all of them. */
async function sendInPace(ctx: Context, target: Target, due: readonly queries.DueEventRow[]): Promise<void> {
  const faults: unknown[] = []
  const sending: Promise<void>[] = []
  let mustStop = false
  let turn = performance.now()
  for (const event of due) {
    // Read ahead during the previous turn, so that reading does not slow the pace.
    const call = await prepareCall(ctx, target, event)
    if (call === null) {
      await ctx.database.run(queries.dropEvent, { eventId: event.event_id })
      continue
    }
    await setTimeout(Math.max(0, turn - performance.now()))
    if (mustStop) break
    turn = performance.now() + rules.PACE_MS
    const sent = sendEvent(ctx, target, event, call).then(
      (isLast) => {
        mustStop ||= isLast
      },
      (fault) => void faults.push(fault),
    )
    sending.push(sent)
    // The first answer shows whether the webhook takes any.
    if (sending.length === 1) await sent
  }
  // This applies after the last one too, so that the next job keeps the pace.
  await Promise.all([...sending, setTimeout(Math.max(0, turn - performance.now()))])
  if (faults.length > 0) throw faults[0]
}

async function sendEvent(ctx: Context, target: Target, event: queries.DueEventRow, call: Call): Promise<boolean> {
  const answer = await call()
  const isLast = await inTransaction(ctx, (tx) => recordAnswer(ctx, tx, { target, event, answer }))
  const { webhookId } = target
  if (answer.status === null || rules.AWAY_STATUSES.includes(answer.status)) noteSilence(ctx, receiverOf(webhookId))
  else if (isAccepted(answer))
    await noteAnswer(ctx, receiverOf(webhookId), async (limit) => {
      const values = { webhookId, now: ctx.clock.now(), limit, awayStatuses: rules.AWAY_STATUSES }
      const [row] = await ctx.database.run(queries.hurryEvents, values)
      return row?.hurried
    })
  return isLast
}

/** The name of whoever takes a webhook's events, see `noteSilence`. */
const receiverOf = (webhookId: string): string => `the receiver of ${webhookId}`

const isAccepted = ({ status }: WebhookAnswer): boolean => status !== null && status >= 200 && status < 300

type Tried = { target: Target; event: queries.DueEventRow; answer: WebhookAnswer }

function outcomeOf(now: Date, { target, event, answer }: Tried) {
  if (isAccepted(answer)) return { state: 'sent', nextTryAt: null, counted: true, pausedUntil: null }
  const { status, retryAfterMs } = answer
  const retryAt = rules.nextTryAt(now, event.attempts + 1, Math.random())
  const pausedUntil = status === 429 && retryAfterMs !== null ? rules.leaveAloneUntil(now, retryAfterMs) : null
  // Its documentation says that such a call was not processed. Three days of them still turn the connection off.
  if (pausedUntil && target.kind === 'follow_up_boss')
    return { state: 'waiting', nextTryAt: pausedUntil, counted: false, pausedUntil }
  const later = retryAt && pausedUntil && pausedUntil > retryAt ? pausedUntil : retryAt
  return { state: later ? 'waiting' : 'failed', nextTryAt: later, counted: true, pausedUntil }
}

/** Why a failure turns a webhook off; null if it does not. */
function offReasonOf({ target, answer }: Tried, isDead: boolean): 'gone' | 'key_refused' | 'failing' | null {
  if (answer.status === 410 && target.kind === 'webhook') return 'gone'
  if (answer.status === 401 && target.kind === 'follow_up_boss') return 'key_refused'
  return isDead ? 'failing' : null
}

/** Records a try with what follows from it. @returns whether nothing more may be sent to the webhook now */
async function recordAnswer(ctx: PlatformContext, tx: Transaction, tried: Tried): Promise<boolean> {
  const { target, event, answer } = tried
  const { webhookId } = target
  const { status, problem, milliseconds } = answer
  const now = ctx.clock.now()
  const { pausedUntil, ...outcome } = outcomeOf(now, tried)
  await tx.run(queries.lockWebhook, { webhookId })
  const body = isAccepted(answer) && event.type === 'lead.delivered' ? null : answer.body
  const facts = { now, status, problem, answer: body, milliseconds, ...outcome }
  const [row] = await tx.run(queries.recordTry, { eventId: event.event_id, ...facts })
  if (!row) return false
  if (isAccepted(answer)) {
    await tx.run(queries.recordSuccess, { webhookId })
    return false
  }
  const [failure] = await tx.run(queries.recordFailure, { webhookId, now })
  const isDead = failure !== undefined && now.getTime() - failure.failing_since.getTime() >= rules.DEAD_AFTER_MS
  const offReason = offReasonOf(tried, isDead)
  if (offReason === null) {
    if (pausedUntil) await tx.run(queries.postponeEvents, { webhookId, until: pausedUntil })
    return pausedUntil !== null
  }
  const [off] = await tx.run(queries.turnOff, { webhookId, offReason })
  if (!off) return true
  await tx.run(queries.pauseEvents, { webhookId })
  await queueTurnedOff(ctx, tx, { webhookId, ...off })
  return true
}
