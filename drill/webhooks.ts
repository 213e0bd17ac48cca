/**
 * Webhooks while nodes are killed, and to a receiver that is dead for three days. The receiver runs in its own process
 * and verifies with the specification's library. Afterwards every event has arrived, under one id, in pace.
 */
import { fingerprint, newToken } from '#server/platform/ids.ts'
import { type NodeProcess, startNode } from '#testing/faults/node-process.ts'
import { type Answer, Shopper, until } from '#testing/faults/shopper.ts'
import { openVerifyingReceiver } from '#testing/verifying-receiver/verifying-receiver.ts'
import { type DrillStore, openDrillStore } from './drill-store.ts'
import { pause } from './shop.ts'
import { delaysOf, findReceiverFaults, isAccepted, mostCalls, quantile } from './webhook-calls.ts'

const POOL = '48453-vacant-standard'
const PACKAGE = `${POOL}-20`
const LEADS = 12_000
const BUYERS = 8
/** A purchase has 26 events for its webhook, which takes ten a second. */
const BETWEEN_PURCHASES_MS = { min: 4_000, max: 9_000 }
const CALM_MS = 60_000
const ALIVE_MS = { min: 500, max: 3_000 }
/** A dead job's webhook is free again after 30 s, and may have a few purchases to send. */
const SETTLED_MS_MAX = 240_000
const SOON_MS = 5_000
type Receiver = Awaited<ReturnType<typeof openVerifyingReceiver>>

/** A buyer with an open desk and a webhook at a path of its own. */
interface Hooked {
  email: string
  cookie: string
  webhookId: string
  path: string
}

interface World {
  store: DrillStore
  receiver: Receiver
  nodes: NodeProcess[]
  buyers: Hooked[]
  isClosing: boolean
  told: number
}

const between = ({ min, max }: { min: number; max: number }) => min + Math.random() * (max - min)

/** Repeats a call until a node answers it. */
async function persist(world: World, step: (url: string) => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const { url } = world.nodes[Math.floor(Math.random() * world.nodes.length)] as NodeProcess
    try {
      const answer = await step(url)
      if (answer.status < 500) return answer
    } catch {
      // That node is gone; the other one is up.
    }
    await pause(50)
  }
}

/** @returns whether the buyer was told of an order */
async function buyOne(world: World, email: string): Promise<boolean> {
  const shopper = new Shopper('')
  shopper.contactInfo.email = email
  const at = (step: () => Promise<Answer>) =>
    persist(world, (url) => {
      shopper.url = url
      return step()
    })
  if ((await at(() => shopper.reserve(PACKAGE))).status !== 200) return false
  const opened = await at(() => shopper.openPayment())
  if (opened.status !== 200) return false
  await at(() => shopper.confirm(opened.body))
  return (await at(() => shopper.recordOrder(opened.body.paymentId))).status === 200
}

async function shop(world: World, { email }: Hooked): Promise<void> {
  while (!world.isClosing) {
    if (await buyOne(world, email)) world.told += 1
    await pause(between(BETWEEN_PURCHASES_MS))
  }
}

function callDesk(world: World, cookie: string, method: string, path: string, body: object): Promise<Answer> {
  return persist(world, async (url) => {
    const headers = { 'content-type': 'application/json', cookie }
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  })
}

/** Opens a buyer's desk as a mailed code would, and adds a webhook there. */
async function addBuyer(world: World, number: number, secrets: string[]): Promise<Hooked> {
  const email = `agency${number}@example.com`
  const token = newToken()
  await world.store.pool.query(
    `insert into desk_sessions (session_id, token_fingerprint, customer_key, email, user_agent, opened_at, used_at, expires_at)
     values ($1, $2, $3, $3, '', now(), now(), now() + interval '1 day')`,
    [`dks_drill${number}`, fingerprint(token), email],
  )
  const cookie = `leadyard_desk=${token}`
  const path = `/hook/${number}`
  const { status, body } = await callDesk(world, cookie, 'POST', '/api/desk/webhooks', {
    url: new URL(path, world.receiver.url).href,
    eventTypes: ['delivery.ready', 'lead.delivered'],
  })
  if (status !== 200) throw new Error(`a webhook could not be added: ${JSON.stringify(body)}`)
  secrets.push(body.secret)
  return { email, cookie, webhookId: body.webhook.id, path }
}

async function killInTurn(world: World, kills: number, print: (line: string) => void): Promise<void> {
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(between(ALIVE_MS))
    const index = kill % world.nodes.length
    await world.nodes[index]?.kill()
    world.nodes[index] = await startNode(world.store.url, NODE_ENV)
    if (kill % 10 === 0)
      print(`${kill} kills: ${world.told} orders told, ${world.receiver.calls.length} calls received`)
  }
}

const NODE_ENV = { WEBHOOKS_TO_LOOPBACK: '1' }

const QUESTIONS: readonly [wrong: string, sql: string][] = [
  [
    'a delivery has not exactly one event',
    `select h.handover_id from delivery_handovers h join orders o using (order_id)
     left join buyer_events e on e.handover_id = h.handover_id and e.type = 'delivery.ready'
     where o.email like 'agency%' group by 1 having count(e.event_id) <> 1`,
  ],
  [
    'a delivered lead has not exactly one event',
    `select l.order_id, l.lead_id from order_leads l join orders o using (order_id)
     left join buyer_events e on e.order_id = l.order_id and e.lead_id = l.lead_id and e.type = 'lead.delivered'
     where o.email like 'agency%' and l.delivered_at is not null group by 1, 2 having count(e.event_id) <> 1`,
  ],
  ['an event was not sent', `select event_id, state, attempts from buyer_events where state <> 'sent'`],
  [
    'a paid order was not delivered',
    `select order_id, state from orders where email like 'agency%' and state not in ('processed', 'cancelled', 'expired')
       and exists (select from payments p where p.order_id = orders.order_id and p.state = 'succeeded')`,
  ],
]

/** What is wrong in the database, and between what it says and what the receiver accepted. */
async function findFaults({ store, receiver }: World): Promise<string[]> {
  const faults: string[] = []
  for (const [wrong, sql] of QUESTIONS) {
    const { rows } = await store.pool.query(sql)
    faults.push(...rows.map((row) => `${wrong}: ${JSON.stringify(row)}`))
  }
  const accepted = new Set(receiver.calls.filter(isAccepted).map(({ id }) => id))
  const { rows } = await store.pool.query<{ event_id: string }>('select event_id from buyer_events')
  faults.push(...rows.filter((row) => !accepted.has(row.event_id)).map((row) => `an event never came: ${row.event_id}`))
  const known = new Set(rows.map((row) => row.event_id))
  faults.push(...[...accepted].filter((id) => !known.has(id)).map((id) => `an event that does not exist came: ${id}`))
  return faults
}

/** Waits until nothing is wrong, or for as long as that may take. */
async function settle(world: World): Promise<string[]> {
  const isSettled = async () => ((await findFaults(world)).length === 0 ? true : null)
  await until('everything is settled', SETTLED_MS_MAX, isSettled).catch(() => undefined)
  return findFaults(world)
}

/** Buyers come for a while, with or without kills, and what they bought arrives. */
async function trade(world: World, during: () => Promise<unknown>): Promise<string[]> {
  world.isClosing = false
  const shopping = Promise.all(world.buyers.map((buyer) => shop(world, buyer)))
  await during()
  world.isClosing = true
  await shopping
  return settle(world)
}

/** The receiver refuses everything for three days, which the database is told have passed. */
async function beDead(world: World, print: (line: string) => void): Promise<string[]> {
  const { store, receiver, buyers } = world
  await receiver.set({ status: 503 })
  await Promise.all(buyers.map(({ email }) => buyOne(world, email)))
  const failing = `select 1 from webhooks having count(*) = count(failing_since)`
  const off = `select 1 from webhooks having bool_and(off_reason = 'failing')`
  const see = (sql: string) =>
    until(sql, SETTLED_MS_MAX, async () => ((await store.pool.query(sql)).rowCount ? true : null))
  await see(failing)
  // In one message, so it is one transaction; webhooks first, as in the job that records an answer.
  await store.pool.query(`
    select from webhooks order by webhook_id for update;
    update webhooks set failing_since = failing_since - interval '3 days';
    update buyer_events set next_try_at = now() where state = 'waiting' and next_try_at < 'infinity'`)
  await see(off)
  await Promise.all(buyers.map(({ email }) => buyOne(world, email)))
  await world.nodes[0]?.kill()
  world.nodes[0] = await startNode(store.url, NODE_ENV)
  const { rows } = await store.pool.query(
    `select count(*)::int as mails from sandbox_mailbox.messages where subject like '%is off%'`,
  )
  const faults = rows[0].mails === buyers.length ? [] : [`${rows[0].mails} emails said that a webhook is off`]
  const waiting = await store.pool.query(`select count(*)::int as events from buyer_events where state = 'waiting'`)
  await receiver.set({ status: 204 })
  for (const { cookie, webhookId } of buyers) {
    const body = { eventTypes: ['delivery.ready', 'lead.delivered'], isOn: true }
    const { status } = await callDesk(world, cookie, 'PATCH', `/api/desk/webhooks/${webhookId}`, body)
    if (status !== 200) faults.push(`a webhook could not be turned on: ${status}`)
  }
  print(`Dead for three days: ${buyers.length} webhooks turned off, ${waiting.rows[0].events} events waited for them.`)
  return [...faults, ...(await settle(world))]
}

/**
 * Runs the drill on its own PostgreSQL.
 *
 * @returns what was wrong; empty if every event came, under one id, verified and in pace
 */
export async function drillWebhooks(options: { kills: number; print: (line: string) => void }): Promise<string[]> {
  const { kills, print } = options
  const store = await openDrillStore({ poolId: POOL, leads: LEADS })
  const receiver = await openVerifyingReceiver()
  const world: World = { store, receiver, nodes: [], buyers: [], isClosing: false, told: 0 }
  try {
    world.nodes = await Promise.all([startNode(store.url, NODE_ENV), startNode(store.url, NODE_ENV)])
    const secrets: string[] = []
    for (let number = 1; number <= BUYERS; number += 1) world.buyers.push(await addBuyer(world, number, secrets))
    await receiver.set({ secrets })

    const faults = await trade(world, () => pause(CALM_MS))
    for (const type of ['delivery.ready', 'lead.delivered']) {
      const delays = await delaysOf(store.pool, receiver.calls, type)
      const late = quantile(delays, 0.95)
      print(`Without kills, ${delays.length} ${type}: half within ${quantile(delays, 0.5)} ms, 95 % within ${late} ms.`)
      if (delays.length === 0 || late > SOON_MS) faults.push(`95 % of ${type} came within ${late} ms of ${SOON_MS}`)
    }
    faults.push(...(await trade(world, () => killInTurn(world, kills, print))))
    print(`${kills} kills, and everything has settled: ${faults.length} faults so far.`)
    faults.push(...(await beDead(world, print)))
    faults.push(...findReceiverFaults(receiver.calls))

    const ids = new Set(receiver.calls.map(({ id }) => id)).size
    const repeated =
      receiver.calls.filter(isAccepted).length - new Set(receiver.calls.filter(isAccepted).map(({ id }) => id)).size
    print(
      `${world.told} orders told, ${kills} kills: ${ids} events in ${receiver.calls.length} calls, ${repeated} accepted again ` +
        `under the same id; at most ${mostCalls(receiver.calls, 1_000)} calls to one webhook within a second.`,
    )
    return faults
  } finally {
    world.isClosing = true
    await Promise.all(world.nodes.map((node) => node.kill()))
    await receiver.close()
    await store.close()
  }
}
