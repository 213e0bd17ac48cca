/**
 * Sends events to webhooks. A timer queues a job for each webhook with something due; the job takes the webhook for
 * itself, so no two send to one at once. A job that dies leaves its events waiting: they go out again under the same
 * `webhook-id`, by which the receiver knows them.
 */
import { setTimeout } from 'node:timers/promises'
import type { Context } from '#server/gateways/context.ts'
import type { WebhookAnswer } from '#server/gateways/webhooks/webhook-gateway.ts'
import { addMilliseconds, seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { readConfirmed } from '#server/platform/read-confirmed.ts'
import { composeData } from './compose-data.ts'
import { queueTurnedOff } from './compose-mails.ts'
import {
  claimWebhook,
  type DueEventRow,
  dropEvent,
  listDue,
  queueWebhooks,
  recordFailure,
  recordSuccess,
  recordTry,
  releaseWebhook,
  turnOff,
} from './event-queries.ts'
import { lockWebhook, pauseEvents } from './queries.ts'
import { DEAD_AFTER_MS, nextTryAt, PACE_MS, signedHeaders } from './rules.ts'

/** How often each node looks for due events: none waits longer than this for its job. */
export const QUEUE_WEBHOOKS_EVERY_MS = 250

/** A job takes 5 s to start its calls and up to 10 s for the last answer. */
const BUSY_MS = seconds(30)
const EVENTS_PER_JOB = 50
/** Each may take 10 s, so a failing webhook gets fewer. */
const EVENTS_PER_JOB_FAILING = 10
const WEBHOOKS_AT_ONCE = 20
const FAILING_AT_ONCE = 2

/** Queues jobs for webhooks with something due. @returns how many */
export async function queueWebhookEvents(ctx: PlatformContext): Promise<number> {
  const now = ctx.clock.now()
  const [row] = await ctx.database.run(queueWebhooks, {
    now,
    until: addMilliseconds(now, BUSY_MS),
    limit: WEBHOOKS_AT_ONCE,
    failingMax: FAILING_AT_ONCE,
  })
  return row?.queued ?? 0
}

interface Target {
  webhookId: string
  url: string
  /** The secrets that sign, encrypted. */
  sealed: readonly string[]
}

/** Sends what is due for a webhook, at most ten events a second. Another job for the same webhook does nothing. */
export async function sendWebhookEvents(ctx: Context, webhookId: string): Promise<void> {
  const claim = newId('clm', ctx.clock)
  const now = ctx.clock.now()
  const until = addMilliseconds(now, BUSY_MS)
  const [row] = await ctx.database.run(claimWebhook, { webhookId, claim, now, until })
  if (!row) return
  try {
    const sealed = [row.sealed_secret, ...(row.sealed_previous === null ? [] : [row.sealed_previous])]
    const limit = row.failing_since ? EVENTS_PER_JOB_FAILING : EVENTS_PER_JOB
    // Nothing is sent that a crash could still undo.
    const due = await readConfirmed(ctx, (executor) => executor.run(listDue, { webhookId, now, limit }))
    await sendInPace(ctx, { webhookId, url: row.url, sealed }, due)
  } finally {
    await ctx.database.run(releaseWebhook, { webhookId, claim })
  }
}

/** Starts the calls one after the other in pace, and waits for all of them. */
async function sendInPace(ctx: Context, target: Target, due: readonly DueEventRow[]): Promise<void> {
  const faults: unknown[] = []
  let isOff = false
  const sending: Promise<void>[] = []
  for (const event of due) {
    if (isOff) break
    // Read before its turn, so that the calls themselves keep the pace.
    const data = await composeData(ctx, event)
    if (data === null) {
      await ctx.database.run(dropEvent, { eventId: event.event_id })
      continue
    }
    const body = JSON.stringify({ type: event.type, timestamp: event.occurred_at.toISOString(), data })
    const sent = sendEvent(ctx, target, event, body).then(
      (hasTurnedOff) => {
        isOff ||= hasTurnedOff
      },
      (fault) => void faults.push(fault),
    )
    sending.push(sent)
    // Also after the last, so that the next job keeps the pace too.
    await setTimeout(PACE_MS)
  }
  await Promise.all(sending)
  if (faults.length > 0) throw faults[0]
}

/** Calls a webhook once. @returns whether this turned it off */
async function sendEvent(ctx: Context, target: Target, event: DueEventRow, body: string): Promise<boolean> {
  const { webhookId, url, sealed } = target
  const message = { eventId: event.event_id, at: ctx.clock.now(), body }
  const answer = await ctx.gateways.webhooks.post(url, signedHeaders(ctx.secrets, webhookId, sealed, message), body)
  return inTransaction(ctx, (tx) => recordAnswer(ctx, tx, { webhookId, event, answer }))
}

const isAccepted = ({ status }: WebhookAnswer): boolean => status !== null && status >= 200 && status < 300

/** Records a try with what follows from it. @returns whether it turned the webhook off */
async function recordAnswer(
  ctx: PlatformContext,
  tx: Transaction,
  tried: { webhookId: string; event: DueEventRow; answer: WebhookAnswer },
): Promise<boolean> {
  const { webhookId, event, answer } = tried
  const now = ctx.clock.now()
  const isDone = isAccepted(answer)
  const next = isDone ? null : nextTryAt(now, event.attempts + 1, Math.random())
  await tx.run(lockWebhook, { webhookId })
  const [row] = await tx.run(recordTry, {
    eventId: event.event_id,
    now,
    status: answer.status,
    problem: answer.problem,
    answer: isDone && event.type === 'lead.delivered' ? null : answer.body,
    milliseconds: answer.milliseconds,
    state: isDone ? 'sent' : next ? 'waiting' : 'failed',
    nextTryAt: next,
  })
  if (!row) return false
  if (isDone) {
    await tx.run(recordSuccess, { webhookId })
    return false
  }
  const [failure] = await tx.run(recordFailure, { webhookId, now })
  const isDead = failure !== undefined && now.getTime() - failure.failing_since.getTime() >= DEAD_AFTER_MS
  if (answer.status !== 410 && !isDead) return false
  const [off] = await tx.run(turnOff, { webhookId, offReason: answer.status === 410 ? 'gone' : 'failing' })
  if (!off) return true
  await tx.run(pauseEvents, { webhookId })
  await queueTurnedOff(ctx, tx, { webhookId, ...off })
  return true
}
