import type pg from 'pg'
import { Connection } from '../lab/connection.ts'
import { type Laboratory, say } from '../lab/laboratory.ts'
import { type Account, logInAt } from '../lab/log-in.ts'
import { measure } from '../lab/measure.ts'
import type { BenchOptions } from '../lab/options.ts'
import { makeReps } from '../lab/reps.ts'
import { oneDecimal, processorAtMost, type Row, whole } from '../lab/row.ts'
import { seedRequests } from '../lab/seed-requests.ts'
import type { StoreNode } from '../lab/store-node.ts'

const BAR_MS = 50
/** Rows per page when walking to the deep page. */
const PAGE = 200
/** How deep that page is. */
const DEPTH = 0.4

const REQUESTS = '/api/sales/payment-requests'
const CUSTOMERS = '/api/sales/customers'

/** What a rep's dashboard asks, by what a person sees. */
const LISTS: Readonly<Record<string, string>> = {
  'requests, newest first': REQUESTS,
  'requests by customer': `${REQUESTS}?sort=customer`,
  'requests by status': `${REQUESTS}?sort=status`,
  'requests that wait': `${REQUESTS}?status=sent`,
  'requests found by a first name of one in twenty': `${REQUESTS}?search=alma`,
  'requests found by first and last name': `${REQUESTS}?search=alma%20v`,
  'requests that expire within 2 hours': `${REQUESTS}?expiring=soon`,
  'customers by name': CUSTOMERS,
  'customers found by a first name of one in twenty': `${CUSTOMERS}?search=alma`,
  'customers found by first and last name': `${CUSTOMERS}?search=alma%20v`,
  'customers found by the digits of a telephone number': `${CUSTOMERS}?search=555-0184`,
  'customers found by a part of an address': `${CUSTOMERS}?search=er77%40seed`,
  'requests found by a telephone number': `${REQUESTS}?search=(512)%20555-0184`,
  'requests found by a part of an address': `${REQUESTS}?search=er77%40seed`,
  statistics: '/api/sales/statistics',
}

/** A rep who made a tenth of a store's sales. */
export interface Rep extends Account {
  requests: number
  customers: number
}

/** Creates that rep, between `seedOrders` and `recordSeeds`. */
export async function seedRep(databaseUrl: string, pool: pg.Pool, orders: number): Promise<Rep> {
  const [rep] = await makeReps(databaseUrl, 1)
  if (!rep) throw new Error('the rep was just made')
  return { ...rep, ...(await seedRequests(pool, { repId: rep.userId, orders })) }
}

/** Walks down the list of requests by its cursors. @returns the path of the next page */
async function walkDown(url: string, head: string, requests: number): Promise<string> {
  const connection = await Connection.open(url)
  const seen = new Set<string>()
  let cursor = ''
  while (seen.size < requests * DEPTH) {
    const reply = await connection.send('GET', `${REQUESTS}?limit=${PAGE}${cursor && `&cursor=${cursor}`}`, head)
    const rows: { id: string }[] = JSON.parse(reply.body.toString())
    for (const { id } of rows) {
      if (seen.has(id)) throw new Error(`${id} stands on two pages`)
      seen.add(id)
    }
    cursor = /\r\nx-next-cursor: ([^\r]+)/i.exec(reply.head)?.[1] ?? ''
    if (!cursor) throw new Error(`the list ended after ${seen.size} of ${requests} requests`)
  }
  connection.close()
  return `${REQUESTS}?cursor=${cursor}`
}

/** The median and p99 of the list that takes longest, one question at a time, as one person asks. */
export async function findSlowest(
  lab: Laboratory,
  { node, head }: { node: StoreNode; head: string },
  lists: Readonly<Record<string, string>>,
  { rounds, seconds }: BenchOptions,
): Promise<{ name: string; p50: number; p99: number }> {
  const found = []
  for (const [name, path] of Object.entries(lists)) {
    const load = { kind: 'reads' as const, url: node.url, paths: [path], clients: 1, head }
    await lab.generator.run({ ...load, seconds: 0.5 })
    const { p50, p99 } = await measure(lab, { ...load, seconds: (seconds * rounds) / 10 })
    say(`  ${name}: median ${oneDecimal(p50)} ms, p99 ${oneDecimal(p99)} ms`)
    found.push({ name, p50, p99 })
  }
  const [slowest] = found.toSorted((a, b) => b.p50 - a.p50)
  if (!slowest) throw new Error('there are lists')
  return slowest
}

/** Measures the dashboard of a rep with a long past; the slowest list counts. */
export async function measureSalesLists(
  lab: Laboratory,
  node: StoreNode,
  rep: Rep,
  options: BenchOptions,
): Promise<Row> {
  const head = `cookie: ${await logInAt(node.url, rep)}\r\n`
  const deep = await walkDown(node.url, head, rep.requests)
  const lists = { ...LISTS, 'the page behind two fifths of all requests': deep }
  const slowest = await findSlowest(lab, { node, head }, lists, options)
  return {
    what:
      `median of ${slowest.name}, the slowest of ${Object.keys(lists).length} lists of a rep with ${whole(rep.requests)} requests and ` +
      `${whole(rep.customers)} customers, p99 ${oneDecimal(slowest.p99)} ms`,
    measured: `${oneDecimal(slowest.p50)} ms`,
    ...processorAtMost(slowest.p50, BAR_MS, options.speed),
  }
}
