/** The result of a run with faults: figures, and one sentence for each thing that is wrong. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { findStockFaults } from '#testing/stock-faults.ts'
import type { CardServer } from './card-server.ts'
import type { MailServer } from './mail-server.ts'
import type { Market } from './market.ts'

export interface Figures {
  /** Orders that their buyers were told are paid. */
  acknowledged: number
  paid: number
  /** Acknowledged orders that the store does not have as paid. */
  lost: number
  /** Orders that were charged or emailed twice. */
  doubled: number
  /** Packages that were oversold. */
  oversold: number
  faults: string[]
}

/** A scheduled job that failed once runs again at its next time. */
const WAITING: readonly [wrong: string, sql: string][] = [
  [
    'a job waits that should have run',
    `select task_identifier, attempts, locked_by, run_at, last_error from graphile_worker.jobs
     where run_at < now() - interval '30 seconds' and (locked_at is null or locked_at < now() - interval '30 seconds')
       and (attempts < max_attempts or max_attempts > 1 or key is null)`,
  ],
  ['a message was not sent', `select message_id, state from messages where state <> 'sent'`],
  ['an event was not handled', 'select event_id from webhook_events where handled_at is null'],
  [
    'a hold that ran out is still held',
    `select hold_id from holds where state = 'live' and expires_at < now() - interval '30 seconds'`,
  ],
]

/** Part of `findStockFaults`, counted separately. */
const OVERSOLD = `
  select package_id from packages p
  left join (select package_id, sum(delta) as placed from stock_movements where reason in ('set', 'refund') group by 1) m using (package_id)
  left join (select package_id, count(*) as taken from holds where took_unit and state in ('live', 'sold') group by 1) h using (package_id)
  where p.available < 0 or coalesce(h.taken, 0) > coalesce(m.placed, 0)`

const LOOK_EVERY_MS = 2_000
const SETTLED_WITHIN_MS = 90_000

/** Judges a store once all buyers have left and everything that was running has finished. */
export async function settle(
  pool: pg.Pool,
  { cards, mails, market }: { cards: CardServer; mails: MailServer; market: Market },
  withinMs = SETTLED_WITHIN_MS,
): Promise<Figures & { settledMs: number }> {
  const start = performance.now()
  for (;;) {
    const figures = await judge(pool, { cards, mails, told: market.told })
    const settledMs = Math.round(performance.now() - start)
    if (figures.faults.length === 0 || settledMs > withinMs) return { ...figures, settledMs }
    await wait(LOOK_EVERY_MS)
  }
}

/** The figures at the end of every drill with buyers. */
export function describe(figures: Figures, market: Market): string {
  return (
    `${market.begun} checkouts begun, ${figures.acknowledged} orders acknowledged, ${figures.paid} paid, ${figures.lost} lost, ` +
    `${figures.doubled} doubled, ${figures.oversold} packages oversold; ${market.refusedSeconds.size} s refused; ` +
    `answers that are none: ${JSON.stringify(market.surprises)}`
  )
}

/** Compares what buyers were told, what the store has, what the provider charged and what was emailed. */
async function judge(
  pool: pg.Pool,
  { cards, mails, told }: { cards: CardServer; mails: MailServer; told: ReadonlyMap<string, string> },
): Promise<Figures> {
  const faults: string[] = []
  const say = (what: string, rows: readonly object[]) =>
    faults.push(...rows.map((row) => `${what}: ${JSON.stringify(row)}`))
  say('stock, order or money', await findStockFaults(pool))
  for (const [wrong, sql] of WAITING) say(wrong, (await pool.query<object>(sql)).rows)

  const charges = await cards.pool.query<{
    payment: string
    order: string
    charged: number
    back: number
    times: number
  }>(
    `select c.payment_intent as payment, i.data->'metadata'->>'order_id' as "order", count(*)::int as times,
       sum((c.data->>'amount')::int)::int as charged, sum((c.data->>'amount_refunded')::int)::int as back
     from sandbox_stripe.charges c join sandbox_stripe.payment_intents i on i.id = c.payment_intent
     where c.data->>'status' = 'succeeded' group by 1, 2`,
  )
  const orders = await pool.query<{ order_id: string; state: string; payment: string | null; owed: number }>(
    `select o.order_id, o.state, p.payment_id as payment,
       coalesce((select sum(amount_cents) from refunds f where f.order_id = o.order_id), 0)::int as owed
     from orders o left join payments p using (order_id) where o.state in ('paid', 'processed', 'refunded')`,
  )
  const paid = new Map(orders.rows.map((row) => [row.order_id, row]))
  const kept = new Map<string, number>()
  for (const charge of charges.rows) {
    const isBack = charge.back === charge.charged
    const order = paid.get(charge.order)
    if (!isBack) kept.set(charge.order, (kept.get(charge.order) ?? 0) + charge.times)
    if (!isBack && order?.payment !== charge.payment) say('a card was charged without a paid order', [charge])
    if (order?.payment === charge.payment && order.owed !== charge.back)
      say('what went back is not what was owed', [{ ...charge, owed: order.owed }])
  }
  const charged = new Set(charges.rows.map(({ payment }) => payment))
  say(
    'an order is paid without a charge',
    orders.rows.filter(({ payment }) => !payment || !charged.has(payment)),
  )
  const lost = [...told.keys()].filter((orderId) => !paid.has(orderId))
  say(
    'an order that its buyer was told about is lost',
    lost.map((order) => ({ order })),
  )

  const twice = [...kept].filter(([, times]) => times > 1).map(([order]) => order)
  say(
    'an order was charged twice',
    twice.map((order) => ({ order })),
  )
  const mailedOf = new Map<string, number>()
  for (const [id, times] of mails.taken) if (times > 1) mailedOf.set(id, times)
  // The worst that SMTP allows is a second copy under the same Message-ID, which servers and mail programs drop.
  const confirmations = new Map<string, number>()
  for (const id of mails.taken.keys()) {
    const order = /(ord_\w+)/.exec(id)?.[1]
    if (order && id.startsWith('order_confirmation')) confirmations.set(order, (confirmations.get(order) ?? 0) + 1)
  }
  const mailedTwice = [...confirmations].filter(([, ids]) => ids > 1).map(([order]) => order)
  say(
    'an order was mailed twice',
    mailedTwice.map((order) => ({ order })),
  )
  say(
    'a paid order was not mailed',
    orders.rows.filter(({ order_id: id }) => !confirmations.has(id)),
  )
  const oversold = await pool.query(OVERSOLD)
  return {
    acknowledged: told.size,
    paid: paid.size,
    lost: lost.length,
    doubled: new Set([...twice, ...mailedTwice]).size,
    oversold: oversold.rows.length,
    faults,
  }
}
