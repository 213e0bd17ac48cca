/**
 * Far more buyers than a pool of leads can supply, on two nodes that are killed in turn at random moments. Everyone who
 * pays gets leads or a refund, and no one gets a lead over its cap, twice, or without paying.
 */
import type pg from 'pg'
import { type NodeProcess, startNode } from '#testing/faults/node-process.ts'
import { type Answer, Shopper, until } from '#testing/faults/shopper.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { findStockFaults } from '#testing/stock-faults.ts'
import { openDrillStore } from './drill-store.ts'
import { pause } from './shop.ts'

export interface DeliverOptions {
  /** Buyers who each try to buy one package. */
  buyers: number
  /** Packages that the leads can fill. */
  units: number
  /** Buyers at once. */
  shoppers?: number
  print?: (line: string) => void
}

/** The standard promotion: five extra leads with each package. */
const LEADS_PER_PACKAGE = 25
const CAP = 10
const POOL = '48453-vacant-standard'
const PACKAGE = `${POOL}-20`
const ALIVE_MS = { min: 3_000, max: 9_000 }
const SETTLED_MS_MAX = 240_000

interface Market {
  nodes: NodeProcess[]
  isClosing: boolean
  begun: number
  soldOut: number
  told: Set<string>
  kills: number
}

/** Repeats a step until a node answers. */
async function persist(market: Market, shopper: Shopper, step: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    shopper.url = market.nodes[Math.floor(Math.random() * market.nodes.length)]?.url ?? shopper.url
    try {
      const answer = await step()
      if (answer.status < 500) return answer
    } catch {
      // That node is gone; the other one is up.
    }
    await pause(50)
  }
}

async function buyOne(market: Market): Promise<void> {
  const shopper = new Shopper('')
  const reserved = await persist(market, shopper, () => shopper.reserve(PACKAGE))
  if (reserved.status !== 200) {
    market.soldOut += 1
    return
  }
  const opened = await persist(market, shopper, () => shopper.openPayment())
  if (opened.status !== 200) return
  await persist(market, shopper, () => shopper.confirm(opened.body))
  // Some close their browser immediately.
  if (Math.random() < 0.2) return
  const order = await persist(market, shopper, () => shopper.recordOrder(opened.body.paymentId))
  if (order.status === 200) market.told.add(order.body.id)
}

async function killInTurn(market: Market, url: string): Promise<void> {
  for (let index = 0; !market.isClosing; index = 1 - index) {
    await pause(ALIVE_MS.min + Math.random() * (ALIVE_MS.max - ALIVE_MS.min))
    const node = market.nodes[index]
    if (!node || market.isClosing) continue
    await node.kill()
    market.kills += 1
    market.nodes[index] = await startNode(url)
  }
}

const QUESTIONS: readonly [wrong: string, sql: string][] = [
  [
    'a card was charged, and neither leads nor money came',
    `select i.id from sandbox_stripe.payment_intents i where i.data->>'status' = 'succeeded' and not exists (
       select from payments p join orders o using (order_id)
       where p.payment_id = i.id and p.state = 'succeeded' and o.state in ('processed', 'refunded'))`,
  ],
  [
    'an order is processed without all of its leads delivered',
    `select o.order_id, count(l.lead_id) as leads, count(l.delivered_at) as delivered from orders o
     left join order_leads l on l.order_id = o.order_id and l.returned_at is null
     where o.state = 'processed' group by 1
     having count(l.lead_id) <> ${LEADS_PER_PACKAGE} or count(l.delivered_at) <> ${LEADS_PER_PACKAGE}`,
  ],
  [
    'a delivery was mailed twice, or not at all',
    `select o.order_id, count(m.id) as mails from orders o
     left join sandbox_mailbox.messages m on m.recipients @> array[o.email] and m.message_id like '%leads_delivered%'
     where o.state = 'processed' group by 1 having count(m.id) <> 1`,
  ],
  ['a job is stuck', 'select id, task_identifier, attempts, last_error from graphile_worker.jobs where attempts > 0'],
]

async function findFaults(pool: pg.Pool, market: Market): Promise<string[]> {
  const faults = [...(await findStockFaults(pool)), ...(await findLeadFaults(pool))].map((row) => JSON.stringify(row))
  for (const [wrong, sql] of QUESTIONS) {
    const { rows } = await pool.query(sql)
    faults.push(...rows.map((row) => `${wrong}: ${JSON.stringify(row)}`))
  }
  const { rows } = await pool.query(
    `select id from unnest($1::text[]) as id where not exists (
       select from orders where order_id = id and state in ('processed', 'refunded'))`,
    [[...market.told]],
  )
  return [...faults, ...rows.map(({ id }) => `an order that a buyer was told about is lost: ${id}`)]
}

/**
 * Runs the drill on its own PostgreSQL.
 *
 * @returns what was wrong; empty if every paid order was delivered or refunded and everything adds up
 */
export async function deliverLeads(options: DeliverOptions): Promise<string[]> {
  const { buyers, units, shoppers = 12, print = console.log } = options
  const { url, pool, close } = await openDrillStore({
    poolId: POOL,
    leads: Math.ceil((units * LEADS_PER_PACKAGE) / CAP),
  })
  const nodes = await Promise.all([startNode(url), startNode(url)])
  const market: Market = { nodes, isClosing: false, begun: 0, soldOut: 0, told: new Set(), kills: 0 }
  const killing = killInTurn(market, url)
  try {
    const shop = async () => {
      while (market.begun < buyers) {
        market.begun += 1
        if (market.begun % 500 === 0)
          print(`${market.begun} buyers came, ${market.told.size} told, ${market.kills} kills`)
        await buyOne(market)
      }
    }
    await Promise.all(Array.from({ length: shoppers }, shop))
    market.isClosing = true
    await killing
    const isSettled = async () => ((await findFaults(pool, market)).length === 0 ? true : null)
    await until('everything is settled', SETTLED_MS_MAX, isSettled).catch(() => undefined)
    const { rows } = await pool.query('select state, count(*)::int as orders from orders group by 1 order by 1')
    print(
      `${buyers} buyers for ${units} units, ${market.kills} kills: ${market.soldOut} found it sold out; orders: ${JSON.stringify(rows)}`,
    )
    return await findFaults(pool, market)
  } finally {
    market.isClosing = true
    await killing.catch(() => undefined)
    await Promise.all(market.nodes.map((node) => node.kill()))
    await close()
  }
}
