import type pg from 'pg'

/** Stripe keeps replies to idempotency keys for at least 24 hours. */
const KEYS_KEPT = '25 hours'
const DELIVERIES_KEPT = '7 days'

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

/** Deletes what no one needs anymore. */
export async function clearAway(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from sandbox_stripe.idempotency_keys where created_at < now() - interval '${KEYS_KEPT}'`)
  await pool.query(
    `delete from sandbox_stripe.webhook_deliveries where ended_at < now() - interval '${DELIVERIES_KEPT}'`,
  )
}
