import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { COMMIT_SOON } from '#sandbox/stripe/storage.ts'
import type { StripeEvent } from './objects.ts'
import { CLAIM_LEASE_MS, type ClaimedDelivery } from './storage.ts'

/** Queues another delivery of an event. False if there is no such event. */
export async function resendEvent(pool: pg.Pool, eventId: string): Promise<boolean> {
  const result = await pool.query(
    `insert into sandbox_stripe.webhook_deliveries (event_id, due_at)
     select id, now() from sandbox_stripe.events where id = $1`,
    [eventId],
  )
  return result.rowCount === 1
}

/** Counts deliveries that wait (in progress, or for a retry), are held back, or have ended. */
export async function countDeliveries(pool: pg.Pool): Promise<{ waiting: number; held: number; ended: number }> {
  const result = await pool.query<{ waiting: number; held: number; ended: number }>(
    `select count(*) filter (where ended_at is null and due_at < 'infinity')::integer as waiting,
       count(*) filter (where ended_at is null and due_at = 'infinity')::integer as held,
       count(*) filter (where ended_at is not null)::integer as ended
     from sandbox_stripe.webhook_deliveries`,
  )
  return result.rows[0] ?? { waiting: 0, held: 0, ended: 0 }
}

/** A reply must come within this time; shorter than the claim, so another node does not resend a slow one. */
const ANSWER_TIMEOUT_MS = 5_000
/** How often to look for other nodes' unfinished claims, retries and delayed deliveries. */
const SWEEP_MS = 400
const BACKLOG_SWEEP_MS = 20
const SENDERS_MAX = 12
const CLAIM_BATCH = 60
const BACKOFF_FIRST_MS = 500
const BACKOFF_MAX_MS = 60_000
/** Stripe gives up after three days; with the back-off above this is about the same. */
const ATTEMPTS_MAX = 4_000
const CLOSING_MS = 1_000
/** About once an hour. */
const CLEAN_EVERY_SWEEPS = 9_000

interface Job {
  id: string
  attempts: number
  body: string
  /** After this (process time) the claim may have expired; another node may have the delivery. */
  sendUntil: number
}

interface DeliveryOptions {
  pool: pg.Pool
  secret: string
  webhookUrl: () => string | null
  now: () => Date
  log: { info(obj: object, msg: string): void; error(obj: object, msg: string): void }
  onSweep: () => Promise<void>
}

/** Signs a webhook as Stripe does. @see https://docs.stripe.com/webhooks#verify-manually */
function signatureHeader(body: string, secret: string, unixTime: number): string {
  return `t=${unixTime},v1=${createHmac('sha256', secret).update(`${unixTime}.${body}`).digest('hex')}`
}

/** A node sends what it wrote itself at once. The rest goes to whichever node claims it first (`skip locked`). */
export function createDeliveries({ pool, secret, webhookUrl, now, log, onSweep }: DeliveryOptions) {
  /** Ends the sweep and further sending; `cut` ends requests in progress. */
  const stop = new AbortController()
  const cut = new AbortController()
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }
  const queue: Job[] = []
  const delivered = new Map<string, number>()
  let senders = 0
  let flushing: Promise<void> | null = null
  const running = new Set<Promise<void>>()

  function send(claimed: readonly ClaimedDelivery[], events: readonly StripeEvent[]): void {
    const sendUntil = performance.now() + CLAIM_LEASE_MS - ANSWER_TIMEOUT_MS
    for (const { id, eventId } of claimed) {
      const event = events.find((candidate) => candidate.id === eventId)
      if (event) queue.push({ id, attempts: 1, body: JSON.stringify(event), sendUntil })
    }
    pump()
  }

  function pump(): void {
    while (senders < SENDERS_MAX && queue.length > 0 && !stop.signal.aborted) {
      const job = queue.shift()
      if (job === undefined) return
      // If a claim expired while waiting here, the delivery belongs to the sweep again.
      if (performance.now() > job.sendUntil) continue
      senders += 1
      const work = deliver(job)
        .catch((error: unknown) =>
          log.error({ err: error, deliveryId: job.id }, 'webhook delivery could not be recorded'),
        )
        .finally(() => {
          senders -= 1
          running.delete(work)
          pump()
        })
      running.add(work)
    }
  }

  async function deliver(job: Job): Promise<void> {
    const url = webhookUrl()
    const answer = url === null ? 'no endpoint' : await post(url, job.body)
    if (typeof answer === 'number' && answer >= 200 && answer < 300) {
      delivered.set(job.id, answer)
      flushing ??= flush()
      return
    }
    if (cut.signal.aborted) {
      queue.push(job)
      return
    }
    const backoffMs = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** Math.min(job.attempts - 1, 20))
    log.info({ deliveryId: job.id, attempts: job.attempts, answer, backoffMs }, 'webhook not accepted, trying again')
    await pool.query(
      `update sandbox_stripe.webhook_deliveries
       set due_at = now() + $2 * interval '1 ms', last_answer = $3, ended_at = case when attempts >= $4 then now() end
       where id = $1 and ended_at is null`,
      [job.id, backoffMs, String(answer), ATTEMPTS_MAX],
    )
  }

  /** Ends many deliveries in one statement: those that finish while one is being written wait for the next. */
  async function flush(): Promise<void> {
    try {
      while (delivered.size > 0) {
        const batch = [...delivered.keys()]
        delivered.clear()
        await pool.query({
          name: 'sandbox_stripe_end_deliveries',
          text: `with ${COMMIT_SOON}
            update sandbox_stripe.webhook_deliveries set ended_at = now(), last_answer = '2xx'
            from soon where id = any($1::bigint[]) and ended_at is null`,
          values: [batch],
        })
      }
    } catch (error) {
      // They will be sent again when their claim expires: at least once, never lost.
      log.error({ err: error }, 'delivered webhooks could not be recorded')
    } finally {
      flushing = null
    }
  }

  function post(url: string, body: string): Promise<number | string> {
    return new Promise((resolve) => {
      const isTls = url.startsWith('https:')
      const request = (isTls ? https : http).request(url, {
        method: 'POST',
        agent: isTls ? agents.https : agents.http,
        signal: AbortSignal.any([cut.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureHeader(body, secret, Math.floor(now().getTime() / 1000)),
        },
      })
      request.on('response', (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', (error) => resolve(error.message))
      })
      request.on('error', (error) => resolve(error.message))
      request.end(body)
    })
  }

  /** Claims and sends what is due. True if there may be more. */
  async function claim(): Promise<boolean> {
    const free = CLAIM_BATCH - queue.length
    if (free <= 0 || webhookUrl() === null) return false
    const sendUntil = performance.now() + CLAIM_LEASE_MS - ANSWER_TIMEOUT_MS
    const result = await pool.query<{ id: string; attempts: number; event: StripeEvent }>(
      `with due as (
         select id from sandbox_stripe.webhook_deliveries
         where ended_at is null and due_at <= now() order by due_at limit $1 for update skip locked
       ), claimed as (
         update sandbox_stripe.webhook_deliveries d
         set due_at = now() + $2 * interval '1 ms', attempts = d.attempts + 1
         from due where d.id = due.id returning d.id, d.event_id, d.attempts
       )
       select claimed.id::text, claimed.attempts, e.data as event
       from claimed join sandbox_stripe.events e on e.id = claimed.event_id`,
      [free, CLAIM_LEASE_MS],
    )
    for (const row of result.rows)
      queue.push({ id: row.id, attempts: row.attempts, body: JSON.stringify(row.event), sendUntil })
    pump()
    return result.rows.length === free
  }

  async function sweep(): Promise<void> {
    let hasFailed = false
    for (let round = 1; !stop.signal.aborted; round += 1) {
      let hasMore = false
      try {
        await onSweep()
        hasMore = await claim()
        // Stripe keeps replies to idempotency keys for at least 24 hours.
        if (round % CLEAN_EVERY_SWEEPS === 0) {
          await pool.query("delete from sandbox_stripe.idempotency_keys where created_at < now() - interval '25 hours'")
          await pool.query("delete from sandbox_stripe.webhook_deliveries where ended_at < now() - interval '7 days'")
        }
        if (hasFailed) log.info({}, 'webhook sweep works again')
        hasFailed = false
      } catch (error) {
        // The database may be unreachable for a moment. Log an outage once, not twice a second.
        if (!hasFailed) log.error({ err: error }, 'webhook sweep failed')
        hasFailed = true
      }
      await wait(hasMore ? BACKLOG_SWEEP_MS : SWEEP_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }

  const sweeping = sweep()

  /** Requests in progress get a moment to finish; unsent deliveries are released to another node or the next start. */
  async function close(): Promise<void> {
    stop.abort()
    await sweeping
    const timer = setTimeout(() => cut.abort(), CLOSING_MS)
    await Promise.all(running)
    clearTimeout(timer)
    await flushing
    const unsent = queue.splice(0).map((job) => job.id)
    if (unsent.length > 0)
      await pool.query(
        'update sandbox_stripe.webhook_deliveries set due_at = now() where id = any($1::bigint[]) and ended_at is null',
        [unsent],
      )
    agents.http.destroy()
    agents.https.destroy()
  }

  /** False without an endpoint, or if more is waiting here than can be sent before its claims expire. */
  const canSendNow = () => webhookUrl() !== null && queue.length < CLAIM_BATCH

  return { send, claim, close, canSendNow }
}

export type Deliveries = ReturnType<typeof createDeliveries>
