/**
 * Nothing lost when killed: two nodes and their PostgreSQL are killed in turn while buyers buy, reps send and void
 * payment links, leads are delivered and claimed by more buyers than there are, every delivery goes into the public log
 * and to the buyers' webhooks. Afterward everything that anyone was told is true, and everything happened once.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { auditPublishedLog } from '#proof/audit-published-log.ts'
import { areEqual } from '#proof/bytes.ts'
import { formatVerifierKey } from '#proof/checkpoint.ts'
import { readLeadEntry } from '#proof/entries.ts'
import { formatTilePath, readBundle, widthOfTile } from '#proof/merkle-tree.ts'
import { readPolicy } from '#proof/policy.ts'
import { createLogKeys } from '#server/features/proof/log-keys.ts'
import { policyText } from '#server/features/proof/publish-log.ts'
import { fingerprint, newToken } from '#server/platform/ids.ts'
import { type Shopper, until } from '#testing/faults/shopper.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { randomFrom } from '#testing/random-from.ts'
import { openVerifyingReceiver } from '#testing/verifying-receiver/verifying-receiver.ts'
import { startWitness } from '#testing/witness.ts'
import { say } from '../laboratory.ts'
import { describe, Market, settle } from '../market.ts'
import type { StoreNode } from '../processes.ts'
import { seedPool } from '../seed.ts'
import { askAll, makeReps, type Question } from '../store-data.ts'
import { PACKAGES, restock, type World, withWorld } from '../world.ts'

/** Leads of this pool are sold to ten buyers, so that slots have an order; they run out long before the buyers do. */
const POOL = '48201-vacant-standard'
const LEAD_PACKAGE = `${POOL}-20`
/** The standard promotion: five extra leads with each package. */
const LEADS_PER_PACKAGE = 25
const LEADS_PER_KILL = 12
const AGENCIES = 3
const BUYERS = 6
const REPS = 3
const ALIVE_MS = { min: 300, max: 4_000 }
/** Every third kill is PostgreSQL's. */
const DATABASE_EVERY = 3
/** Jobs of a dead node are free again after 10 s, a witness is asked again after a minute. */
const SETTLED_WITHIN_MS = 300_000
const ORIGIN = 'lab.example/log'

interface Told {
  sent: number
  paid: Set<string>
  voided: Set<string>
}

interface Link {
  id: string
  token: string
  total: string
}

let attempts = 0

/** From the link to the paid request; some browsers close right after paying. */
async function payLink(market: Market, link: Link, told: Told): Promise<void> {
  const customer = market.visitor()
  const opened = await market.persist('open link', customer, () => customer.openLink(link))
  if (opened?.status !== 200) return
  const confirmed = await market.persist('confirm', customer, () => customer.confirm(opened.body))
  if (!confirmed || Math.random() < 0.25) return
  const reported = await market.persist('report', customer, () => customer.reportLink(link, opened.body.paymentId))
  if (reported?.status === 200 && reported.body.status === 'paid') told.paid.add(link.id)
}

async function voidLink(market: Market, rep: Shopper, link: Link, told: Told): Promise<void> {
  const reply = await market.persist('void', rep, () => rep.voidLink(link))
  if (reply?.status === 200 && reply.body.status === 'expired') told.voided.add(link.id)
}

/** A signed-in rep sends one link; then the customer pays, or the rep voids it or sends it again, or both at once. */
async function sellLink(market: Market, rep: Shopper, told: Told): Promise<void> {
  for (const packageId of PACKAGES.filter(() => Math.random() < 0.4))
    await market.persist('reserve', rep, () => rep.reserve(packageId))
  attempts += 1
  const attemptId = `link-attempt-${attempts}`
  const sent = await market.persist('send', rep, () => rep.sendLink(attemptId))
  if (sent?.status !== 200) return
  told.sent += 1
  const link: Link = sent.body
  const fate = Math.random()
  if (fate < 0.45) await payLink(market, link, told)
  else if (fate < 0.6) await voidLink(market, rep, link, told)
  else if (fate < 0.75) await Promise.all([payLink(market, link, told), voidLink(market, rep, link, told)])
  else if (fate < 0.9) {
    const [resent] = await Promise.all([
      market.persist('resend', rep, () => rep.resendLink(link)),
      Math.random() < 0.5 ? payLink(market, link, told) : null,
    ])
    if (resent?.status === 200) await payLink(market, resent.body, told)
  }
}

const linkQuestions = ({ paid, voided }: Told): readonly Question[] => [
  [
    'a link that ended holds units',
    `select r.payment_request_id, r.close_reason, h.hold_id from payment_requests r join holds h
       on (h.owner_kind, h.owner_key) in (('request', r.payment_request_id), ('order', r.order_id))
     where r.status <> 'sent' and h.state = 'live'`,
  ],
  [
    'a link that waits lost a unit',
    `select r.payment_request_id, h.hold_id, h.state from payment_requests r
     join orders o on o.order_id = r.order_id and o.state = 'awaiting_payment'
     join order_lines l on l.order_id = o.order_id and l.revision = o.revision
     left join holds h on h.hold_id = l.hold_id where r.status = 'sent' and h.state is distinct from 'live'`,
  ],
  [
    'a link waits that nobody can pay',
    `select r.payment_request_id from payment_requests r join orders o using (order_id)
     where r.status = 'sent' and o.state = 'cancelled'`,
  ],
  [
    'one attempt sent two links',
    `select rep_id, attempt_id from payment_requests where attempt_id is not null group by 1, 2 having count(*) > 1`,
  ],
  ...(
    [
      ['a link that its customer was told is paid is not', [...paid], ['paid', 'processed']],
      ['a link that its rep was told is withdrawn is not', [...voided], ['expired']],
    ] as const
  ).map(
    ([wrong, links, states]): Question => [
      wrong,
      'select payment_request_id, status from payment_requests where payment_request_id = any($1) and status <> all($2)',
      [links, states],
    ],
  ),
]

const LEAD_QUESTIONS: readonly Question[] = [
  [
    'an order is processed without all of its leads delivered',
    `select o.order_id, count(l.lead_id) as leads, count(l.delivered_at) as delivered from orders o
     left join order_leads l on l.order_id = o.order_id and l.returned_at is null
     where o.state = 'processed' group by 1
     having count(l.lead_id) <> ${LEADS_PER_PACKAGE} or count(l.delivered_at) <> ${LEADS_PER_PACKAGE}`,
  ],
  [
    'a lead was paid for and not delivered',
    'select order_id, lead_id from order_leads where delivered_at is null and returned_at is null',
  ],
]

const LOG_QUESTIONS: readonly Question[] = [
  [
    'a delivered lead has no entry or no proof',
    `select o.order_id, o.lead_id from order_leads o left join log_leads l using (order_id, lead_id)
     where o.delivered_at is not null and (l.log_index is null or l.proof is null)`,
  ],
  [
    'an entry is of no delivered lead',
    `select order_id, lead_id from log_leads l where not exists (
       select from order_leads o where o.order_id = l.order_id and o.lead_id = l.lead_id and o.delivered_at is not null)`,
  ],
  [
    'two entries have one place, or a place has none',
    `select place, count(e.log_index) as entries from generate_series(0, (select size - 1 from logs)) place
     left join (select log_index from log_leads union all select log_index + 1 from log_leads
       union all select log_index from log_statements) e on e.log_index = place
     group by 1 having count(e.log_index) <> 1`,
  ],
  [
    'slots of a property are out of order',
    `select * from (
       select o.property_key, l.slot, row_number() over (partition by o.property_key, l.generation order by l.log_index) as place
       from log_leads l join order_leads o using (order_id, lead_id)) ranked where slot <> place`,
  ],
  ['the log has a problem', 'select problem from logs where problem is not null or published_size <> size'],
]

const WEBHOOK_QUESTIONS: readonly Question[] = [
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
]

type Receiver = Awaited<ReturnType<typeof openVerifyingReceiver>>

async function findReceiverFaults(pool: pg.Pool, { calls }: Receiver): Promise<string[]> {
  const faults = calls.filter((call) => !call.isVerified).map(({ id }) => `a call did not verify: ${id}`)
  const idOf = new Map<string, string>()
  for (const { id, type, path, data } of calls) {
    const what = `${path} ${type} ${data?.order_id} ${data?.lead_id ?? data?.delivery_id ?? ''}`
    const before = idOf.get(what) ?? id
    if (before !== id) faults.push(`the same came under two ids: ${what}`)
    idOf.set(what, before)
  }
  const accepted = new Set(calls.filter((call) => call.isVerified && call.status < 300).map(({ id }) => id))
  const { rows } = await pool.query<{ event_id: string }>('select event_id from buyer_events')
  const lost = rows.filter((row) => !accepted.has(row.event_id)).map((row) => `an event never came: ${row.event_id}`)
  if (rows.length === 0) faults.push('no event was told, so nothing was proved')
  return [...faults, ...lost]
}

/** Opens a buyer's desk as a mailed code would, and adds a webhook there. @returns its secret */
async function addWebhook(pool: pg.Pool, { url }: StoreNode, receiver: Receiver, email: string): Promise<string> {
  const token = newToken()
  await pool.query(
    `insert into desk_sessions (session_id, token_fingerprint, customer_key, email, user_agent, opened_at, used_at, expires_at)
     values ('dks_' || $1::text, $2, $1::text, $1::text, '', now(), now(), now() + interval '1 day')`,
    [email, fingerprint(token)],
  )
  const response = await fetch(`${url}/api/desk/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `leadyard_desk=${token}` },
    body: JSON.stringify({
      url: new URL(`/hook/${email}`, receiver.url).href,
      eventTypes: ['delivery.ready', 'lead.delivered'],
    }),
  })
  const body: { secret: string } = await response.json()
  if (!response.ok) throw new Error(`a webhook could not be added: ${JSON.stringify(body)}`)
  return body.secret
}

async function findLogFaults(pool: pg.Pool, url: string, policy: string): Promise<string[]> {
  const read = async (path: string) => {
    const reply = await fetch(`${url}/log/${path}`)
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
    return new Uint8Array(await reply.arrayBuffer())
  }
  const { audit, checkpoint } = await auditPublishedLog(read, readPolicy(policy))
  const { size } = checkpoint
  const entries: Uint8Array[] = []
  for (let number = 0; widthOfTile(0, number, size) > 0; number += 1) {
    const bundle = await read(`tile/entries/${formatTilePath(number, widthOfTile(0, number, size))}`)
    entries.push(...(readBundle(bundle) ?? []))
  }
  const { rows } = await pool.query<{ log_index: string; commitment: Buffer }>(
    'select log_index, commitment from log_leads',
  )
  const wrong = rows.flatMap(({ log_index, commitment }) =>
    [Number(log_index), Number(log_index) + 1].filter((place) => {
      const entry = readLeadEntry(entries[place] ?? new Uint8Array())
      return !entry || !areEqual(entry.commitment, commitment)
    }),
  )
  say(`  the log has ${size} entries`)
  if (rows.length === 0) return ['no lead came into the log, so nothing was proved']
  return [...audit.faults, ...wrong.map((place) => `entry ${place} is not what was delivered`)]
}

/** Makes the log's keys and two witnesses, of which one is enough. @returns what a node needs, and what an auditor trusts */
async function openLog(world: World): Promise<{ env: Record<string, string>; policy: string }> {
  const keysPath = join(world.folder, 'log-keys.json')
  const keys = await createLogKeys(keysPath, ORIGIN, new Date().getUTCFullYear())
  const names = ['one', 'two']
  const witnesses = await Promise.all(
    names.map((name) => startWitness(`witness.example/${name}`, () => [keys.verifier])),
  )
  world.onClose(() => Promise.all(witnesses.map((witness) => witness.close())))
  const lines = witnesses.map(({ key, url }, at) => `witness ${names[at]} ${key} ${url}\n`)
  const witnessLines = `${lines.join('')}group enough any ${names.join(' ')}\nquorum enough\n`
  const policyPath = join(world.folder, 'witnesses.txt')
  await writeFile(policyPath, witnessLines)
  return {
    env: { LOG_KEYS_FILE: keysPath, LOG_POLICY_FILE: policyPath },
    policy: policyText([formatVerifierKey(keys.verifier)], witnessLines),
  }
}

/** Kills again and again, at moments that a seed decides. */
async function killOften(
  world: World,
  nodes: StoreNode[],
  { kills, random, start, print }: { kills: number; random(): number; start(): Promise<StoreNode>; print(): string },
): Promise<void> {
  for (let kill = 1; kill <= kills; kill += 1) {
    await wait(ALIVE_MS.min + random() * (ALIVE_MS.max - ALIVE_MS.min))
    if (kill % DATABASE_EVERY === 0) {
      await world.postgres.halt('kill')
      await world.postgres.startAgain()
      world.proxy.retarget(world.postgres.url)
    } else {
      // The one that lived longest: the other one goes on with its jobs.
      const [node] = nodes.splice(0, 1)
      await node?.kill()
      nodes.push(await start())
    }
    await restock(world.pool())
    if (kill % 10 === 0) say(`  ${kill} kills: ${print()}`)
  }
}

export function killEverything(options: { kills: number; seed?: number }): Promise<string[]> {
  const { kills, seed = Math.floor(Math.random() * 1_000_000) } = options
  say(`  seed ${seed}`)
  return withWorld(async (world) => {
    await seedPool(world.pool(), { poolId: POOL, leads: kills * LEADS_PER_KILL })
    const { env, policy } = await openLog(world)
    const receiver = await openVerifyingReceiver()
    world.onClose(() => receiver.close())
    const start = () => world.startNode({ ...env, WEBHOOKS_TO_LOOPBACK: '1' })
    const nodes = [await start(), await start()]
    const [first] = nodes
    if (!first) throw new Error('two nodes were just started')
    const market = new Market(() => nodes.map(({ url }) => url), world.cards)
    const told: Told = { sent: 0, paid: new Set(), voided: new Set() }
    const secrets: string[] = []
    for (let agency = 1; agency <= AGENCIES; agency += 1) {
      const email = `agency${agency}@example.com`
      secrets.push(await addWebhook(world.pool(), first, receiver, email))
      await receiver.set({ secrets })
      market.open(1, { packageId: LEAD_PACKAGE, email })
    }
    // While nothing is killed: someone who is interrupted too often while signing in has to wait.
    for (const account of await makeReps(world.postgres.url, REPS)) {
      const rep = market.visitor()
      if ((await rep.logIn(account)).status !== 200) throw new Error('the rep cannot sign in')
      market.keepAt(() => sellLink(market, rep, told))
    }
    market.open(BUYERS)
    const print = () =>
      `${market.told.size} orders told, ${told.sent} links sent, ${receiver.calls.length} calls received`
    await killOften(world, nodes, { kills, random: randomFrom(seed), start, print })
    await market.close()

    const questions = [...linkQuestions(told), ...LEAD_QUESTIONS, ...LOG_QUESTIONS, ...WEBHOOK_QUESTIONS]
    const ask = async () => [
      ...(await askAll(world.pool(), questions)),
      ...(await findLeadFaults(world.pool())).map((row) => `lead: ${JSON.stringify(row)}`),
      ...(await findReceiverFaults(world.pool(), receiver)),
    ]
    const figures = await settle(world.pool(), { ...world, market }, SETTLED_WITHIN_MS)
    const isSettled = async () => ((await ask()).length === 0 ? true : null)
    await until('everything is settled', SETTLED_WITHIN_MS, isSettled).catch(() => undefined)
    say(`  ${kills} kills: ${print()}, ${told.paid.size} told paid, ${told.voided.size} told withdrawn`)
    say(`  ${describe(figures, market)}`)
    return [
      ...figures.faults,
      ...market.faults(),
      ...(await ask()),
      ...(await findLogFaults(world.pool(), nodes.at(-1)?.url ?? '', policy)),
    ]
  })
}
