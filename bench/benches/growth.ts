import type pg from 'pg'
import { addMembers } from '#testing/members.ts'
import { requireIdentities } from '../lab/identities.ts'
import { type Laboratory, say } from '../lab/laboratory.ts'
import { logInAt } from '../lab/log-in.ts'
import { type Figures, inTurns, measure, medianOf, ratioOf, workOf } from '../lab/measure.ts'
import { newStore, SMALL_STATES } from '../lab/new-store.ts'
import type { BenchOptions } from '../lab/options.ts'
import { atMost, oneDecimal, processorAtMost, type Row, twoDecimals, whole } from '../lab/row.ts'
import { recordSeeds, seedOrders } from '../lab/seed-orders.ts'
import { listCountyPaths, pickPackages } from '../lab/stock.ts'
import type { StoreNode } from '../lab/store-node.ts'
import { processorMs, type Work } from '../lab/work-meter.ts'
import { findSlowest, measureSalesLists, type Rep, seedRep } from './sales-lists.ts'

const BAR = 1.3
const SMALL_ORDERS = 1_000
const SMALL_PACKAGES = 1_056
/** Few enough that a reply waits for its own work rather than for the machine. */
const CLIENTS = 4
const ADMIN = { email: 'admin@bench.example', password: 'bench-survey-elm-42', username: 'Ada', role: 'admin' } as const

const LIST = '/api/admin/orders'
const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** What an administrator asks, by what a person sees. The small store has a full page of each too. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'the first page of orders': LIST,
  'orders of one state and one way to pay': `${LIST}?status=completed&paymentMethod=stripe`,
  'orders behind a figure of a tier': `${LIST}?dimension=tier&value=vip`,
  'orders behind a figure of a state, half a year': `${LIST}?dimension=state&value=Delaware&from=${dayBefore(182)}&to=${dayBefore(0)}`,
  'GET /api/admin/analytics': '/api/admin/analytics',
}

/**
 * What an administrator types. Searches have a bar of their own instead of a growth: in a thousand orders there is
 * nothing to search.
 */
const SEARCHES: Readonly<Record<string, string>> = {
  'orders found by a name that all have': `${LIST}?search=past`,
  'orders found by a whole address': `${LIST}?search=past777%40seed.example`,
  'orders found by the digits of a telephone number': `${LIST}?search=555-0184`,
  'orders found by a name in any order and a telephone number': `${LIST}?search=buyer%20past%20(512)%20555-0184`,
  'orders found by a part of an address': `${LIST}?search=t777%40seed`,
  'orders found by a name that no one has': `${LIST}?search=garland%20desmond`,
}
const SEARCH_BAR_MS = 100

interface Store {
  node: StoreNode
  pool: pg.Pool
  /** An administrator's cookie. */
  head: string
  rep: Rep
}

/** Opens a store with a catalogue of these states (all, if absent), a past, an administrator and a rep. */
async function openStore(lab: Laboratory, name: string, orders: number, states?: readonly string[]): Promise<Store> {
  const { url, pool } = await newStore(lab, name, states)
  await seedOrders(pool, orders, (done) => say(`  ${name}: ${whole(done)} of ${whole(orders)} orders seeded`))
  const rep = await seedRep(url, pool, orders)
  await recordSeeds(pool, orders)
  await addUnits(pool)
  await addMembers(url, [ADMIN])
  const node = await lab.startNode({ DATABASE_URL: url })
  return { node, pool, rep, head: `cookie: ${await logInAt(node.url, ADMIN)}\r\n` }
}

/** Adds enough units for every hold of the loads, in the states that both stores have. */
async function addUnits(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with chosen as materialized (
       select package_id from packages join counties using (fips) where state = any($1::text[]) order by package_id for update of packages
     ), moved as (
       insert into stock_movements (package_id, delta, reason, cause, moved_at)
       select package_id, 100000, 'set', 'bench', now() from chosen
     )
     update packages p set available = available + 100000 from chosen where p.package_id = chosen.package_id`,
    [SMALL_STATES],
  )
}

type Ask = (store: Store, seconds: number) => Promise<Figures>

/** Asks both stores the same: the counties and packages that the small one has too. */
async function makeAsks(lab: Laboratory, { pool }: Store): Promise<Record<string, Ask>> {
  const paths = await listCountyPaths(pool)
  const packageIds = await pickPackages(pool, SMALL_PACKAGES)
  const load = ({ node }: Store, seconds: number) => ({ url: node.url, clients: CLIENTS, packageIds, seconds })
  return {
    'county page': (store, seconds) =>
      measure(lab, { kind: 'reads', paths, ...load(store, seconds) }, { nodes: [store.node] }),
    hold: (store, seconds) => measure(lab, { kind: 'holds', ...load(store, seconds) }, { nodes: [store.node] }),
    checkout: (store, seconds) =>
      measure(
        lab,
        { kind: 'checkouts', buyerName: `growth-${Date.now()}`, ...load(store, seconds) },
        { nodes: [store.node], drained: [store.pool] },
      ),
  }
}

interface Growth {
  name: string
  /** Milliseconds. */
  small: number
  grown: number
  ratio: number
  /** What one request costs in the grown store, and by how many times its processor time grew. */
  work: Work
  costRatio: number
}

async function grow(
  name: string,
  figure: 'p50' | 'p99',
  stores: { small: Store; grown: Store },
  options: Pick<BenchOptions, 'rounds' | 'seconds'>,
  ask: Ask,
): Promise<Growth> {
  const { small, grown } = await inTurns(options, {
    small: (seconds) => ask(stores.small, seconds),
    grown: (seconds) => ask(stores.grown, seconds),
  })
  const [before, after, ratio] = [medianOf(small, figure), medianOf(grown, figure), ratioOf(grown, small, figure)]
  const work = workOf(grown)
  const costRatio = processorMs(work) / processorMs(workOf(small))
  say(
    `  ${name}: ${oneDecimal(before)} → ${oneDecimal(after)} ms, ${twoDecimals(ratio)} ×, processor ${twoDecimals(costRatio)} ×`,
  )
  return { name, small: before, grown: after, ratio, work, costRatio }
}

const rowOf = (what: string, { small, grown, ratio, work, costRatio }: Growth): Row => ({
  what,
  measured: `${oneDecimal(grown)} ms`,
  limit: `${oneDecimal(small)} ms small`,
  ratio: `${twoDecimals(ratio)} ×; processor ${twoDecimals(costRatio)} ×`,
  ...atMost(ratio, BAR, '×'),
  work,
})

/**
 * Compares the same store small and grown, next to each other on one PostgreSQL, asked in turns; then asks as a rep
 * with a long past in the grown one.
 */
export async function growth(lab: Laboratory, options: BenchOptions): Promise<Row[]> {
  const { rounds, seconds, orders } = options
  await lab.stopNode()
  const small = await openStore(lab, 'growth_small', SMALL_ORDERS, SMALL_STATES)
  const grown = await openStore(lab, 'growth_grown', orders)
  const stores = { small, grown }
  const sizes = `${whole(SMALL_PACKAGES)} → 150,816 packages, ${whole(SMALL_ORDERS)} → ${whole(orders)} orders`

  const rows: Row[] = []
  for (const [name, ask] of Object.entries(await makeAsks(lab, small))) {
    rows.push(rowOf(`p99 of a ${name}, ${CLIENTS} clients, ${sizes}`, await grow(name, 'p99', stores, options, ask)))
  }
  const lists: Growth[] = []
  for (const [name, path] of Object.entries(QUESTIONS)) {
    const ask: Ask = ({ node, head }, time) =>
      measure(lab, { kind: 'reads', url: node.url, paths: [path], clients: 1, seconds: time, head }, { nodes: [node] })
    lists.push(await grow(name, 'p50', stores, { rounds, seconds: seconds / 4 }, ask))
  }
  const [worst] = lists.toSorted((a, b) => b.ratio - a.ratio)
  if (worst) {
    const what = `median of ${worst.name}, which grew most of ${lists.length} questions of an administrator, ${sizes}`
    rows.push(rowOf(what, worst))
  }
  const slowest = await findSlowest(lab, grown, SEARCHES, options)
  rows.push({
    what: `median of ${slowest.name}, the slowest of ${Object.keys(SEARCHES).length} searches in ${whole(orders)} orders, p99 ${oneDecimal(slowest.p99)} ms`,
    measured: `${oneDecimal(slowest.p50)} ms`,
    ...processorAtMost(slowest.p50, SEARCH_BAR_MS, options.speed),
  })
  rows.push(await measureSalesLists(lab, grown.node, grown.rep, options))
  for (const { node, pool } of [small, grown]) {
    await node.stop()
    await requireIdentities(pool)
  }
  return rows
}
