/** The same store small and grown, next to each other on one PostgreSQL, asked in turns; and lists in the grown one. */
import type pg from 'pg'
import { addMembers } from '#testing/members.ts'
import { startBareStore } from '../bare-store.ts'
import { type Account, logInAt } from '../connection.ts'
import { type Laboratory, say } from '../laboratory.ts'
import {
  describeWork,
  type Figures,
  inTurns,
  measure,
  medianOf,
  type Rounds,
  type Row,
  ratioAtMost,
  ratioOf,
  short,
  whole,
  workOf,
} from '../measure.ts'
import type { StoreNode } from '../processes.ts'
import { recordSeeds, seedOrders, seedRequests } from '../seed.ts'
import { listCountyPaths, makeReps, pickPackages, requireIdentities } from '../store-data.ts'

/** 22 counties: 1,056 packages. */
const SMALL_STATES = ['Connecticut', 'Delaware', 'District of Columbia', 'Hawaii', 'Rhode Island']
const BAR = 1.3
/** Most that a list may take, compared with a bare server that sends the 50 newest orders. */
const LIST_BAR = 25
const SMALL_ORDERS = 1_000
const SMALL_PACKAGES = 1_056
/** Few enough that a reply waits for its own work rather than for the machine. */
const CLIENTS = 4
const ADMIN = { email: 'admin@lab.example', password: 'bench-survey-elm-42', username: 'Ada', role: 'admin' } as const
const LIST = '/api/admin/orders'
const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** What an administrator asks, by what a person sees. The small store has a full page of each too. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'the first page of orders': LIST,
  'orders of one state and one way to pay': `${LIST}?status=completed&paymentMethod=stripe`,
  'orders behind a figure of a tier': `${LIST}?dimension=tier&value=vip`,
  'orders behind a figure of a state, half a year': `${LIST}?dimension=state&value=Delaware&from=${dayBefore(182)}&to=${dayBefore(0)}`,
  analytics: '/api/admin/analytics',
}

/** What an administrator types. In a thousand orders there is nothing to search, so the limit is a bare list. */
const SEARCHES: Readonly<Record<string, string>> = {
  'orders found by a name that all have': `${LIST}?search=past`,
  'orders found by a whole address': `${LIST}?search=past777%40seed.example`,
  'orders found by the digits of a telephone number': `${LIST}?search=555-0184`,
  'orders found by a name in any order and a telephone number': `${LIST}?search=buyer%20past%20(512)%20555-0184`,
  'orders found by a part of an address': `${LIST}?search=t777%40seed`,
  'orders found by a name that no one has': `${LIST}?search=garland%20desmond`,
}

/** What a rep with a tenth of all sales sees. */
const REQUESTS = '/api/sales/payment-requests'
const CUSTOMERS = '/api/sales/customers'
const REP_LISTS: Readonly<Record<string, string>> = {
  'requests, newest first': REQUESTS,
  'requests by customer': `${REQUESTS}?sort=customer`,
  'requests by status': `${REQUESTS}?sort=status`,
  'requests that wait': `${REQUESTS}?status=sent`,
  'requests found by first and last name': `${REQUESTS}?search=alma%20v`,
  'requests found by a telephone number': `${REQUESTS}?search=(512)%20555-0184`,
  'requests found by a part of an address': `${REQUESTS}?search=er77%40seed`,
  'requests that expire within 2 hours': `${REQUESTS}?expiring=soon`,
  'customers by name': CUSTOMERS,
  'customers found by a first name of one in twenty': `${CUSTOMERS}?search=alma`,
  'customers found by the digits of a telephone number': `${CUSTOMERS}?search=555-0184`,
  statistics: '/api/sales/statistics',
}

interface Store {
  node: StoreNode
  url: string
  pool: pg.Pool
  head: string
  rep: Account
}

/** Opens a store with a catalogue of these states (all, if absent), a past, an administrator and a rep. */
async function openStore(lab: Laboratory, name: string, orders: number, states?: readonly string[]): Promise<Store> {
  const { url, pool } = await lab.newStore(name, states)
  await seedOrders(pool, orders, (done) => say(`  ${name}: ${whole(done)} of ${whole(orders)} orders seeded`))
  const [rep] = await makeReps(url, 1)
  if (!rep) throw new Error('the rep was just made')
  await seedRequests(pool, { repId: rep.userId, orders })
  await recordSeeds(pool, orders)
  await addUnits(pool)
  await addMembers(url, [ADMIN])
  const node = await lab.startNode({ DATABASE_URL: url })
  return { node, url, pool, rep, head: cookieHead(await logInAt(node.url, ADMIN)) }
}

const cookieHead = (cookie: string): string => `cookie: ${cookie}\r\n`

async function addUnits(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with chosen as materialized (
       select package_id from packages join counties using (fips) where state = any($1::text[]) order by package_id for update of packages
     ), moved as (
       insert into stock_movements (package_id, delta, reason, cause, moved_at)
       select package_id, 100000, 'set', 'lab', now() from chosen
     )
     update packages p set available = available + 100000 from chosen where p.package_id = chosen.package_id`,
    [SMALL_STATES],
  )
}

type Ask = (store: Store, seconds: number) => Promise<Figures>

/** Asks both stores the same: the counties and packages that the small one has too. */
async function makeAsks(lab: Laboratory, small: Store): Promise<Record<string, Ask>> {
  const paths = await listCountyPaths(small.pool)
  const packageIds = await pickPackages(small.pool, SMALL_PACKAGES)
  const shared = { clients: CLIENTS, paths, packageIds }
  const ofBoth =
    (kind: 'reads' | 'holds' | 'checkouts'): Ask =>
    ({ node, pool }, seconds) => {
      const load = { ...shared, kind, url: node.url, seconds, buyerName: `growth-${Date.now()}` }
      return measure(lab, load, { pid: node.child.pid, ...(kind === 'checkouts' && { drained: pool }) })
    }
  return { 'county page': ofBoth('reads'), hold: ofBoth('holds'), checkout: ofBoth('checkouts') }
}

async function grow(
  what: string,
  figure: 'p50' | 'p99',
  stores: { small: Store; grown: Store },
  options: Rounds,
  ask: Ask,
): Promise<Row & { grew: number }> {
  const { small, grown } = await inTurns(options, {
    small: (seconds) => ask(stores.small, seconds),
    grown: (seconds) => ask(stores.grown, seconds),
  })
  const grew = ratioOf(grown, small, figure)
  say(`  ${what}: ${grew.toFixed(2)} ×`)
  return {
    what: `${what}; one costs ${describeWork(workOf(grown))}`,
    measured: `${short(medianOf(grown, figure))} ms`,
    limit: `${short(medianOf(small, figure))} ms small`,
    ...ratioAtMost(grew, BAR),
    grew,
  }
}

/** The list that takes longest, one question at a time, as one person asks, in turns with the bare list. */
async function slowestOf(
  what: string,
  lists: Readonly<Record<string, string>>,
  ask: (path: string) => (seconds: number) => Promise<Figures>,
  bare: (seconds: number) => Promise<Figures>,
  options: Rounds,
): Promise<Row> {
  const asks: Record<string, typeof bare> = { bare }
  for (const [name, path] of Object.entries(lists)) asks[name] = ask(path)
  const measured = await inTurns({ rounds: options.rounds, seconds: options.seconds / 8 }, asks)
  const limit = measured.bare ?? []
  const found = Object.keys(lists).map((name) => ({ name, of: measured[name] ?? [] }))
  for (const { name, of } of found) say(`  ${name}: median ${short(medianOf(of, 'p50'))} ms`)
  const [slowest] = found.toSorted((a, b) => medianOf(b.of, 'p50') - medianOf(a.of, 'p50'))
  if (!slowest) throw new Error('there are lists')
  return {
    what: `median of ${slowest.name}, the slowest of ${found.length} ${what}, p99 ${short(medianOf(slowest.of, 'p99'))} ms`,
    measured: `${short(medianOf(slowest.of, 'p50'))} ms`,
    limit: `${short(medianOf(limit, 'p50'))} ms bare list`,
    ...ratioAtMost(ratioOf(slowest.of, limit, 'p50'), LIST_BAR),
  }
}

/** Pages, holds, checkouts and lists at a thousand orders and at a million. */
export async function growth(lab: Laboratory, options: Rounds & { orders: number }): Promise<Row[]> {
  const { rounds, seconds, orders } = options
  const small = await openStore(lab, 'growth_small', SMALL_ORDERS, SMALL_STATES)
  const grown = await openStore(lab, 'growth_grown', orders)
  const stores = { small, grown }
  say(`  ${whole(SMALL_ORDERS)} → ${whole(orders)} orders, ${whole(SMALL_PACKAGES)} → 150,816 packages`)
  const rows: Row[] = []
  for (const [name, ask] of Object.entries(await makeAsks(lab, small)))
    rows.push(await grow(`p99 of a ${name}, ${CLIENTS} clients`, 'p99', stores, options, ask))

  const readFor =
    ({ node }: Store, head: string, path: string) =>
    (time: number) =>
      measure(
        lab,
        { kind: 'reads', url: node.url, paths: [path], clients: 1, seconds: time, head },
        { pid: node.child.pid },
      )
  const lists: (Row & { grew: number })[] = []
  for (const [name, path] of Object.entries(QUESTIONS)) {
    const ask: Ask = (store, time) => readFor(store, store.head, path)(time)
    lists.push(await grow(`median of ${name}`, 'p50', stores, { rounds, seconds: seconds / 4 }, ask))
  }
  const [worst] = lists.toSorted((a, b) => b.grew - a.grew)
  if (worst)
    rows.push({ ...worst, what: `of ${lists.length} lists of an administrator, the one that grew most: ${worst.what}` })

  const bare = await startBareStore({ url: grown.node.url, databaseUrl: grown.url, pool: grown.pool }, [])
  const bareList = (time: number) =>
    measure(
      lab,
      { kind: 'reads', url: bare.url, paths: ['/newest'], clients: 1, seconds: time },
      { pid: bare.child.pid },
    )
  const repHead = cookieHead(await logInAt(grown.node.url, grown.rep))
  const searching = (path: string) => readFor(grown, grown.head, path)
  const selling = (path: string) => readFor(grown, repHead, path)
  rows.push(await slowestOf(`searches in ${whole(orders)} orders`, SEARCHES, searching, bareList, options))
  rows.push(
    await slowestOf(`lists of a rep with ${whole(orders / 10)} requests`, REP_LISTS, selling, bareList, options),
  )
  for (const { node, pool } of [small, grown]) {
    await node.stop()
    await requireIdentities(pool)
  }
  return rows
}
