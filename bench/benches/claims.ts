import { setTimeout } from 'node:timers/promises'
import { findCreditFaults } from '#testing/credit-faults.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { addMembers } from '#testing/members.ts'
import { Buyer, expectOk, readShop } from '../lab/buyer.ts'
import { Connection } from '../lab/connection.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import { median } from '../lab/load.ts'
import { logIn } from '../lab/log-in.ts'
import type { BenchOptions } from '../lab/options.ts'
import { atMost, type Row, twoDecimals } from '../lab/row.ts'
import { seedPool } from '../lab/seed-leads.ts'

const BAR_SECONDS = 5
const POOL = '48453-vacant-standard'
const PACKAGE = `${POOL}-100`
const CLAIMED = 100
const LOOK_EVERY_MS = 20
const GIVEN_UP_MS = 60_000
const ADMIN = {
  email: 'claims-admin@bench.example',
  password: 'plat-survey-27-parcel-elm',
  username: 'Clara',
  role: 'admin',
} as const

/** All leads of a package: the share is not what is measured. */
const CLAIM_ALL = `update deliveries set claim_terms = jsonb_set(claim_terms, '{shareBps}', '10000') where order_id = $1`

interface Delivered {
  orderId: string
  token: string
  leadIds: string[]
}

/**
 * Measures claims of 100 leads of one package, each replaced and the files made again: answered by the store itself,
 * because the leads have no number, and by an administrator.
 */
export async function claims(lab: Laboratory, { rounds }: BenchOptions): Promise<Row[]> {
  const { url } = await lab.node()
  await seedPool(lab.pool, { poolId: POOL, leads: 10_000 })
  await addMembers(lab.databaseUrl, [ADMIN])
  const connection = await Connection.open(url)
  const cookie = await logIn(connection, ADMIN)
  const post = async (path: string, body: object | undefined, headers: Record<string, string> = {}) => {
    const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
    const reply = await fetch(`${url}${path}`, { method: 'POST', ...json })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${(await reply.text()).slice(0, 160)}`)
    return reply
  }
  const claim = ({ token, leadIds }: Delivered, reason: string) =>
    post(`/api/deliveries/${token}/claims`, { lineNumber: 1, leadIds, reason, note: 'As we found out.' })
  const atOnce: number[] = []
  const decided: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const known = await deliver(lab, url, connection, `claims-known-${round}`)
    atOnce.push(await secondsOf(() => claim(known, 'wrong_number')))
    const open = await deliver(lab, url, connection, `claims-open-${round}`)
    await claim(open, 'not_owner')
    const answer = { orderId: open.orderId, leadIds: open.leadIds, isGranted: true }
    decided.push(await secondsOf(() => post('/api/admin/claims/answer', answer, { cookie })))
    for (const one of [known, open]) await requireReplaced(lab, one)
  }
  connection.close()
  const faults = [...(await findLeadFaults(lab.pool)), ...(await findCreditFaults(lab.pool))]
  if (faults.length > 0) throw new Error(`Leads or credit do not add up: ${JSON.stringify(faults.slice(0, 3))}`)
  const row = (what: string, took: readonly number[]): Row => ({
    what: `a claim of ${CLAIMED} leads ${what}, all replaced and the files made again, ${took.length} times, worst ${twoDecimals(Math.max(...took))} s`,
    measured: `${twoDecimals(median(took))} s`,
    ...atMost(Math.max(...took), BAR_SECONDS, 's'),
  })
  return [row('that the store answers', atOnce), row('answered by an administrator', decided)]
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}

/** Buys a package, waits for its leads and downloads them. */
async function deliver(lab: Laboratory, url: string, connection: Connection, name: string): Promise<Delivered> {
  const { key, priceOf } = await readShop(url)
  const email = `${name}-${Date.now()}@bench.example`
  const buyer = new Buyer(connection)
  expectOk('hold', await buyer.reserve(PACKAGE))
  await buyer.pay({ packageId: PACKAGE, priceOf, email, key })
  const { rows } = await lab.pool.query('select order_id, token from orders where email = $1', [email])
  const [{ order_id: orderId, token: orderToken }] = rows
  const began = performance.now()
  let token: string | null = null
  while (token === null) {
    if (performance.now() - began > GIVEN_UP_MS) throw new Error(`no delivery for ${email}`)
    await setTimeout(LOOK_EVERY_MS)
    const lines = await (await fetch(`${url}/api/order-deliveries/${orderToken}`)).json()
    token = lines[0]?.deliveryToken ?? null
  }
  const file = await fetch(`${url}/api/deliveries/${token}/1/csv`, { method: 'POST' })
  await file.arrayBuffer()
  await lab.pool.query(CLAIM_ALL, [orderId])
  const { packages } = await (await fetch(`${url}/api/deliveries/${token}/claims`)).json()
  const leadIds = packages[0].leads.slice(0, CLAIMED).map((lead: { leadId: string }) => lead.leadId)
  return { orderId, token, leadIds }
}

const REPLACED =
  'select count(*)::int as replaced from order_leads where order_id = $1 and replaces_lead_id is not null'

async function requireReplaced({ pool }: Laboratory, { orderId }: Delivered): Promise<void> {
  const { rows } = await pool.query(REPLACED, [orderId])
  if (rows[0].replaced !== CLAIMED) throw new Error(`${rows[0].replaced} of ${CLAIMED} leads were replaced`)
}
