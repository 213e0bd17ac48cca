import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { migrate } from '#server/platform/migrate.ts'
import { Connection } from '../lab/connection.ts'
import { requireIdentities } from '../lab/identities.ts'
import { type Laboratory, say } from '../lab/laboratory.ts'
import { logIn } from '../lab/log-in.ts'
import type { BenchOptions } from '../lab/options.ts'
import { makeReps } from '../lab/reps.ts'
import { oneDecimal, type Row, whole } from '../lab/row.ts'
import { seedRequests } from '../lab/seed-requests.ts'

const BAR_MS = 50
const CUSTOMERS = 50_000
const PAST = { customers: CUSTOMERS, paid: 80_000, expired: 18_000, sent: 2_000 }
const REQUESTS = PAST.paid + PAST.expired + PAST.sent
/** Pages of 200 that are walked through before the deep page is asked. */
const PAGES_DEEP = 200

const REQUESTS_PATH = '/api/sales/payment-requests'
const CUSTOMERS_PATH = '/api/sales/customers'

/** What a rep's dashboard asks, by what a person sees. */
const LISTS: readonly [name: string, path: string][] = [
  ['requests, newest first', REQUESTS_PATH],
  ['requests by customer', `${REQUESTS_PATH}?sort=customer`],
  ['requests by status', `${REQUESTS_PATH}?sort=status`],
  ['requests that wait', `${REQUESTS_PATH}?status=sent`],
  ['requests found by a first name of one in twenty', `${REQUESTS_PATH}?search=alma`],
  ['requests found by first and last name', `${REQUESTS_PATH}?search=alma%20v`],
  ['requests that expire within 2 hours', `${REQUESTS_PATH}?expiring=soon`],
  ['customers by name', CUSTOMERS_PATH],
  ['customers found by a first name of one in twenty', `${CUSTOMERS_PATH}?search=alma`],
  ['customers found by first and last name', `${CUSTOMERS_PATH}?search=alma%20v`],
  ['statistics', '/api/sales/statistics'],
]

async function openStore(lab: Laboratory): Promise<{ url: string; account: { email: string; password: string } }> {
  const { url, pool } = await lab.createDatabase('sales_lists')
  await migrate(url)
  const database = openDatabase({ url, poolSize: 2, log: createLog('silent') })
  await loadCatalogue({ database, clock: systemClock }, { states: ['Delaware', 'Hawaii'] })
  await database.close()
  const [rep] = await makeReps(url, 1)
  if (!rep) throw new Error('the rep was just made')
  say(`  seeding ${whole(REQUESTS)} payment requests of one rep`)
  await seedRequests(pool, { repId: rep.userId, ...PAST })
  await requireIdentities(pool)
  return { url, account: rep }
}

/** Walks down a list by its cursors. @returns the path of the page behind, and how many rows came before it */
async function walkDown(url: string, cookie: string): Promise<{ path: string; rows: number }> {
  const connection = await Connection.open(url)
  const seen = new Set<string>()
  let cursor = ''
  for (let page = 0; page < PAGES_DEEP; page += 1) {
    const path = `${REQUESTS_PATH}?limit=200${cursor && `&cursor=${cursor}`}`
    const reply = await connection.send('GET', path, `cookie: ${cookie}\r\n`)
    const rows: { id: string }[] = JSON.parse(reply.body.toString())
    for (const { id } of rows) {
      if (seen.has(id)) throw new Error(`${id} stands on two pages`)
      seen.add(id)
    }
    cursor = /\r\nx-next-cursor: ([^\r]+)/i.exec(reply.head)?.[1] ?? ''
    if (!cursor) throw new Error(`the list ended after ${seen.size} of ${REQUESTS} requests`)
  }
  connection.close()
  return { path: `${REQUESTS_PATH}?cursor=${cursor}`, rows: seen.size }
}

/** The dashboard of a rep with a long past, one question at a time, as one person asks. */
export async function salesLists(lab: Laboratory, { rounds, seconds }: BenchOptions): Promise<Row[]> {
  await lab.stopNode()
  const { url: databaseUrl, account } = await openStore(lab)
  const node = await lab.startNode({ DATABASE_URL: databaseUrl })
  const connection = await Connection.open(node.url)
  const cookie = await logIn(connection, account)
  connection.close()
  const deep = await walkDown(node.url, cookie)
  const lists = [...LISTS, [`requests, the page behind ${whole(deep.rows)} others`, deep.path] as const]
  const rows: Row[] = []
  for (const [name, path] of lists) {
    const load = { kind: 'reads' as const, url: node.url, paths: [path], clients: 1, head: `cookie: ${cookie}\r\n` }
    await lab.generator.run({ ...load, seconds: 0.5 })
    const { latencyMs, done } = await lab.generator.run({ ...load, seconds: (seconds * rounds) / 10 })
    rows.push({
      bench: 'sales-lists',
      what: `${name}, of ${whole(REQUESTS)} payment requests and ${whole(CUSTOMERS)} customers of one rep, median of ${done}, p99 ${oneDecimal(latencyMs.p99)} ms`,
      measured: `${oneDecimal(latencyMs.p50)} ms`,
      limit: '',
      ratio: '',
      bar: `≤ ${BAR_MS} ms`,
      isPassed: latencyMs.p50 <= BAR_MS,
    })
  }
  await node.stop()
  return rows
}
