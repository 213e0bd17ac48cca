/** Buyers who keep buying through faults, and the verdict: what they were told against what really happened. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type Answer, Shopper } from '#testing/faults/shopper.ts'
import { findStockFaults } from '#testing/stock-faults.ts'
import type { MailServer } from '../e2e/support/mail-server.ts'
import type { CardServer } from './card-server.ts'
import { askAll, type Question } from './store-data.ts'
import { PACKAGES } from './world.ts'

/** A buyer's browser gives up on a call after this. */
const PATIENCE_MS = 60_000
const BETWEEN_TRIES_MS = 100
/** A buyer rests between two orders: if buyers were faster than the emails, this would only show that a queue grows. */
const BETWEEN_ORDERS_MS = 1_000

class CardShopper extends Shopper {
  readonly #cards: CardServer

  constructor(url: string, cards: CardServer) {
    super(url)
    this.#cards = cards
  }

  override async confirm(payment: { paymentId: string; clientSecret: string }): Promise<Answer> {
    const response = await fetch(`${this.#cards.browserUrl}/v1/payment_intents/${payment.paymentId}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#cards.publishableKey}` },
      body: new URLSearchParams({ client_secret: payment.clientSecret, payment_method: 'pm_card_visa' }),
    })
    return { status: response.status, body: await response.json() }
  }
}

interface Order {
  /** Absent: one of the usual packages. */
  packageId?: string
  /** Of a buyer who is known already. */
  email?: string
  /** The browser closes right after paying. */
  closesEarly?: boolean
  /** Goes on when the market closes. */
  isPatient?: boolean
}

export class Market {
  begun = 0
  /** Orders that a buyer was told are paid, with the buyer's address. */
  readonly told = new Map<string, string>()
  /** Whole seconds of the run in which some call was refused or got no answer. */
  readonly refusedSeconds = new Set<number>()
  /** How often each reply came that a buyer should not see, such as `reserve 500`. */
  readonly surprises: Record<string, number> = {}
  isClosing = false
  readonly #urls: () => readonly string[]
  readonly #cards: CardServer
  readonly #buyers: Promise<unknown>[] = []

  /** @param urls where the store is now; each call goes to one of them */
  constructor(urls: () => readonly string[], cards: CardServer) {
    this.#urls = urls
    this.#cards = cards
  }

  visitor(): CardShopper {
    return new CardShopper(this.#draw(), this.#cards)
  }

  /** Starts this many buyers, each with one order after another. */
  open(buyers: number, order: Order = {}): void {
    for (let buyer = 0; buyer < buyers; buyer += 1)
      this.keepAt(() => this.buy({ closesEarly: Math.random() < 0.2, ...order }))
  }

  /** Repeats something until the market closes, which waits for its end. */
  keepAt(work: () => Promise<unknown>): void {
    const repeat = async () => {
      while (!this.isClosing) {
        await work()
        await wait(BETWEEN_ORDERS_MS)
      }
    }
    this.#buyers.push(repeat())
  }

  async close(): Promise<void> {
    this.isClosing = true
    await Promise.all(this.#buyers)
  }

  /** One order from hold to receipt. @returns its id, once its buyer was told; null if nothing came of it */
  async buy({ packageId, email, closesEarly = false, isPatient = false }: Order = {}): Promise<string | null> {
    const shopper = this.visitor()
    if (email !== undefined) shopper.contactInfo.email = email
    this.begun += 1
    const wanted = packageId ?? (PACKAGES[this.begun % PACKAGES.length] as string)
    const persist = (step: string, call: () => Promise<Answer>) => this.persist(step, shopper, call, isPatient)
    if ((await persist('reserve', () => shopper.reserve(wanted)))?.status !== 200) return null
    const opened = await persist('open', () => shopper.openPayment())
    if (opened?.status !== 200) return null
    const confirmed = await persist('confirm', () => shopper.confirm(opened.body))
    if (!confirmed || closesEarly) return null
    const order = await persist('record', () => shopper.recordOrder(opened.body.paymentId))
    if (order?.status !== 200 || order.body.status !== 'completed') return null
    this.told.set(order.body.id, shopper.contactInfo.email)
    return order.body.id
  }

  faults(): string[] {
    return Object.entries(this.surprises).map(([what, times]) => `${times} × a buyer saw ${what}`)
  }

  #draw(): string {
    const urls = this.#urls()
    return urls[Math.floor(Math.random() * urls.length)] ?? 'http://127.0.0.1:1'
  }

  /** Repeats a step, at any node, until it works or the market closes. */
  async persist(
    step: string,
    shopper: Shopper,
    call: () => Promise<Answer>,
    isPatient = false,
  ): Promise<Answer | null> {
    while (!this.isClosing || isPatient) {
      shopper.url = this.#draw()
      const outcome = await Promise.race([call().catch(() => null), wait(PATIENCE_MS, null, { ref: false })])
      if (outcome && outcome.status < 500) return outcome
      this.refusedSeconds.add(Math.floor(performance.now() / 1_000))
      if (outcome && outcome.status !== 503) {
        const key = `${step} ${outcome.status} ${outcome.body?.code ?? ''}`
        this.surprises[key] = (this.surprises[key] ?? 0) + 1
      }
      await wait(BETWEEN_TRIES_MS)
    }
    return null
  }
}

export interface Figures {
  acknowledged: number
  paid: number
  /** Acknowledged orders that the store does not have as paid. */
  lost: number
  /** Orders that were charged or emailed twice. */
  doubled: number
  faults: string[]
}

/** A scheduled job that failed once runs again at its next time. */
const WAITING: readonly Question[] = [
  [
    'a job waits that should have run',
    `select task_identifier, attempts, locked_by, run_at, last_error from graphile_worker.jobs
     where run_at < now() - interval '30 seconds' and (locked_at is null or locked_at < now() - interval '30 seconds')
       and (attempts < max_attempts or max_attempts > 1 or key is null)`,
  ],
  [
    'a message was not sent',
    // A link that ended before its email went out has nothing to say.
    `select message_id, state from messages where state <> 'sent' and not (kind = 'payment_request' and state = 'failed')`,
  ],
  ['an event was not handled', 'select event_id from webhook_events where handled_at is null'],
  [
    'a hold that ran out is still held',
    `select hold_id from holds where state = 'live' and expires_at < now() - interval '30 seconds'`,
  ],
]

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

export function describe(figures: Figures, market: Market): string {
  return (
    `${market.begun} checkouts begun, ${figures.acknowledged} orders acknowledged, ${figures.paid} paid, ${figures.lost} lost, ` +
    `${figures.doubled} doubled; ${market.refusedSeconds.size} s refused; ` +
    `answers that are none: ${JSON.stringify(market.surprises)}`
  )
}

async function judge(
  pool: pg.Pool,
  { cards, mails, told }: { cards: CardServer; mails: MailServer; told: ReadonlyMap<string, string> },
): Promise<Figures> {
  const faults: string[] = []
  const say = (what: string, rows: readonly unknown[]) =>
    faults.push(...rows.map((row) => `${what}: ${JSON.stringify(row)}`))
  say('stock, order or money', await findStockFaults(pool))
  faults.push(...(await askAll(pool, WAITING)))

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
  say('an order that its buyer was told about is lost', lost)

  const twice = [...kept].filter(([, times]) => times > 1).map(([order]) => order)
  say('an order was charged twice', twice)
  // The worst that SMTP allows is a second copy under the same Message-ID, which servers and mail programs drop.
  const { rows: withLeads } = await pool.query<{ message_id: string; order_id: string }>(
    'select message_id, order_id from delivery_handovers where confirms_order',
  )
  const orderByMail = new Map(withLeads.map(({ message_id, order_id }) => [message_id, order_id]))
  const confirmations = new Map<string, number>()
  for (const id of mails.taken.keys()) {
    const order = orderByMail.get(id.split('@')[0] ?? '') ?? /^order_confirmation\.(ord_\w+)/.exec(id)?.[1]
    if (order) confirmations.set(order, (confirmations.get(order) ?? 0) + 1)
  }
  const mailedTwice = [...confirmations].filter(([, ids]) => ids > 1).map(([order]) => order)
  say('an order was mailed twice', mailedTwice)
  say(
    'a paid order was not mailed',
    orders.rows.filter(({ order_id: id }) => !confirmations.has(id)),
  )
  return {
    acknowledged: told.size,
    paid: paid.size,
    lost: lost.length,
    doubled: new Set([...twice, ...mailedTwice]).size,
    faults,
  }
}
