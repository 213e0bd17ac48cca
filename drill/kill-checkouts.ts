/**
 * Kills a node with `kill -9` at random moments while buyers check out, reps send, void and resend payment links, and
 * customers pay them. Then it looks for anything that was lost, half done or done twice. The short version with chosen
 * moments is src/testing/faults/faults.kill.test.ts.
 */
import type pg from 'pg'
import { NODE_ADMIN, startNode } from '#testing/faults/node-process.ts'
import { Shopper, setStockAt, until } from '#testing/faults/shopper.ts'
import { findStockFaults } from '#testing/stock-faults.ts'
import { makeReps } from '../bench/lab/reps.ts'
import { openDrillStore } from './drill-store.ts'
import { findLinkFaults } from './link-faults.ts'
import { sellLinks, signIn } from './sell-links.ts'
import { pause, persist, type Shop } from './shop.ts'

export interface KillOptions {
  /** How often the node is killed. */
  kills?: number
  /** The same seed gives the same moments; what runs at them still differs. */
  seed?: number
  /** Buyers at once. */
  shoppers?: number
  /** Reps who send links at once. */
  reps?: number
  print?: (line: string) => void
}

export interface KillSummary {
  kills: number
  seed: number
  /** Checkouts that were started, orders that a buyer was told about, and orders that are paid. */
  begun: number
  acknowledged: number
  paid: number
  /** Payment links that were sent, and those that a customer was told are paid or a rep that they are voided. */
  linksSent: number
  linksToldPaid: number
  linksToldVoided: number
  seconds: number
  /** One sentence for each thing that is wrong; empty means pass. */
  faults: string[]
}

const PACKAGES = ['vip', 'premier', 'premium', 'standard'].map((tier) => `48453-vacant-${tier}-20`)
const STOCK = 999
/** A kill comes at most this long after the node is ready: a checkout takes a fraction of it. */
const ALIVE_MS_MAX = 1_200
/** Lost webhooks are found 20 s after their payment was opened, on a machine that may be busy. */
const SETTLED_MS_MAX = 90_000

/** A small repeatable random number generator (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One buyer after another, until the store closes. */
async function shop(at: Shop, random: () => number): Promise<void> {
  while (!at.isClosing) {
    const shopper = new Shopper(at.node.url)
    at.begun += 1
    const packages = PACKAGES.filter(() => random() < 0.4)
    for (const packageId of packages) await persist(at, shopper, () => shopper.reserve(packageId))
    const opened = await persist(at, shopper, () => shopper.openPayment())
    if (opened?.status !== 200) continue
    const confirmed = await persist(at, shopper, () => shopper.confirm(opened.body))
    // 400: an earlier try, whose reply was lost, had charged the card.
    if (!confirmed || random() < 0.25) continue
    const recorded = await persist(at, shopper, () => shopper.recordOrder(opened.body.paymentId))
    if (recorded?.status === 200) at.acknowledged.set(recorded.body.id, shopper.contactInfo.email)
  }
}

const QUESTIONS: readonly [wrong: string, sql: string][] = [
  [
    'a card was charged without a paid order',
    `select i.id from sandbox_stripe.payment_intents i where i.data->>'status' = 'succeeded' and not exists (
       select from payments p join orders o using (order_id)
       where p.payment_id = i.id and p.state = 'succeeded' and o.state in ('paid', 'refunded'))`,
  ],
  [
    'an order is paid without a charge',
    `select o.order_id from orders o join payments p using (order_id) where o.state = 'paid' and not exists (
       select from sandbox_stripe.charges c where c.payment_intent = p.payment_id
         and c.data->>'status' = 'succeeded' and (c.data->>'amount')::int = o.total_cents)`,
  ],
  [
    'a payment was charged twice',
    `select payment_intent from sandbox_stripe.charges where data->>'status' = 'succeeded' group by 1 having count(*) > 1`,
  ],
  [
    'a paid order has not exactly one mail',
    `select o.order_id from orders o where o.state in ('paid', 'refunded') and 1 <> (
       select count(*) from sandbox_mailbox.messages m
       where m.message_id like '%' || o.order_id || '@%' and m.message_id not like 'buyer_verification.%')`,
  ],
  [
    'a message was not sent',
    // A link that ended before its email went out has nothing to say.
    `select message_id from messages where state <> 'sent' and not (kind = 'payment_request' and state = 'failed')`,
  ],
  [
    'a job is stuck',
    // A scheduled run that was cut off has no other try, and comes again at its next time.
    `select id, task_identifier, attempts, locked_by from graphile_worker.jobs
     where not (max_attempts = 1 and key is not null and last_error is null and locked_by is null)`,
  ],
  ['an event was not handled', 'select event_id from webhook_events where handled_at is null'],
]

async function findFaults(pool: pg.Pool, { acknowledged, ...at }: Shop): Promise<string[]> {
  const faults = (await findStockFaults(pool)).map((row) => `stock or order: ${JSON.stringify(row)}`)
  for (const [wrong, sql] of QUESTIONS) {
    const { rows } = await pool.query(sql)
    faults.push(...rows.map((row) => `${wrong}: ${JSON.stringify(row)}`))
  }
  const { rows } = await pool.query(
    `select id from unnest($1::text[]) as id where not exists (
       select from orders where order_id = id and state in ('paid', 'refunded'))`,
    [[...acknowledged.keys()]],
  )
  faults.push(...rows.map(({ id }) => `an order that a buyer was told about is lost: ${id}`))
  return [...faults, ...(await findLinkFaults(pool, at))]
}

/**
 * Runs the drill on its own PostgreSQL (or that of TEST_DATABASE_URL).
 *
 * @returns what happened; `faults` is empty if nothing was lost, half done, done twice or left over
 */
export async function run(options: KillOptions = {}): Promise<KillSummary> {
  const { kills = 100, shoppers = 6, reps = 3, print = console.log } = options
  const { seed = Math.floor(Math.random() * 2 ** 31) } = options
  const started = performance.now()
  const random = randomFrom(seed)
  print(`Killing a node ${kills} times while ${shoppers} buyers check out and ${reps} reps send links (seed ${seed}).`)
  const store = await openDrillStore()
  const { pool } = store
  const accounts = await makeReps(store.url, reps)
  const at: Shop = {
    node: await startNode(store.url),
    isClosing: false,
    begun: 0,
    acknowledged: new Map(),
    linksToldPaid: new Set(),
    linksToldVoided: new Set(),
    linksSent: 0,
  }
  try {
    for (const packageId of PACKAGES) await setStockAt(at.node.url, NODE_ADMIN, packageId, STOCK)
    const signedIn = await Promise.all(accounts.map((account) => signIn(at, account)))
    const buying = Promise.all([
      ...Array.from({ length: shoppers }, () => shop(at, random)),
      ...signedIn.map((rep) => sellLinks(at, rep, { random, packageIds: PACKAGES })),
    ])
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(random() * ALIVE_MS_MAX)
      await at.node.kill()
      at.node = await startNode(store.url)
      if (kill % 10 === 0)
        print(
          `  ${kill} kills: ${at.begun} checkouts begun, ${at.acknowledged.size} orders told, ${at.linksSent} links sent`,
        )
    }
    at.isClosing = true
    await buying
    const ask = () => findFaults(pool, at)
    const isSettled = async () => ((await ask()).length === 0 ? true : null)
    await until('everything is settled', SETTLED_MS_MAX, isSettled).catch(() => undefined)
    const faults = await ask()
    const { rows } = await pool.query(`select count(*)::int as paid from orders where state = 'paid'`)
    const seconds = Math.round((performance.now() - started) / 1_000)
    const { begun, linksSent, linksToldPaid, linksToldVoided } = at
    const links = { linksSent, linksToldPaid: linksToldPaid.size, linksToldVoided: linksToldVoided.size }
    const acknowledged = at.acknowledged.size
    const summary = { kills, seed, begun, acknowledged, paid: rows[0].paid, ...links, seconds, faults }
    print(
      `${kills} kills in ${seconds} s: ${begun} checkouts begun, ${summary.paid} orders paid, ` +
        `${acknowledged} of them told to their buyers, ${linksSent} links sent, ${links.linksToldPaid} told paid, ` +
        `${links.linksToldVoided} told withdrawn, ${faults.length} faults.`,
    )
    for (const fault of faults) print(`  FAULT ${fault}`)
    return summary
  } finally {
    at.isClosing = true
    await at.node.kill()
    await store.close()
  }
}
