import type pg from 'pg'
import { requireIdentitiesAndMails } from '../lab/identities.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import { inTurns, measure, workOf } from '../lab/measure.ts'
import { newStore } from '../lab/new-store.ts'
import type { BenchOptions } from '../lab/options.ts'
import { atMost, type Row, twoDecimals } from '../lab/row.ts'
import { type Server, startServer } from '../lab/start-server.ts'
import { drainBackground, listCountyPaths, pickPackages, setStock } from '../lab/stock.ts'
import type { StoreNode } from '../lab/store-node.ts'
import type { Work } from '../lab/work-meter.ts'

/** Per node. */
const CLIENTS_PER_NODE = 16
const PACKAGES = 10_000
/** Few enough that each node caches their pages, so that the database is not the limit. */
const COUNTIES = 20
/** Two nodes on their own cores do 1.7 times as much as one, as long as a unit costs them at most 2 ÷ 1.7 times as much. */
const COST_BAR = 1.18
const BUYERS = 500

const LOADS = [
  ['a county page', 'reads'],
  ['a hold', 'holds'],
  ['a checkout', 'checkouts'],
] as const

/** Two nodes behind a balancer, and their databases. */
interface Pair {
  pools: readonly pg.Pool[]
  nodes: readonly StoreNode[]
  balancer: Server
}

interface Opened {
  url: string
  pool: pg.Pool
}

async function openPair(lab: Laboratory, stores: readonly Opened[]): Promise<Pair> {
  const urls = stores.map(({ url }) => url)
  const nodes = await Promise.all([urls[0], urls.at(-1)].map((url = '') => lab.startNode({ DATABASE_URL: url })))
  const balancer = await startServer(
    'balancer',
    nodes.map((node) => node.url),
  )
  return { pools: stores.map(({ pool }) => pool), nodes, balancer }
}

async function closePair({ nodes, balancer }: Pair): Promise<void> {
  await balancer.stop()
  await Promise.all(nodes.map((node) => node.stop()))
}

/** In milliseconds, including sandbox and jobs, whichever process runs them. */
const storeMs = ({ seconds: { store = Number.NaN, helper = 0 } }: Work): number => (store + helper) * 1_000

/** For each round, offers one unit of a package to 500 buyers at the same moment: one gets it and pays. */
async function race(lab: Laboratory, { pools: [pool], balancer, nodes }: Pair, races: number): Promise<Row> {
  if (!pool) throw new Error('the pair has a database')
  const packageIds = (await pickPackages(pool, PACKAGES + races)).slice(PACKAGES)
  await setStock(pool, packageIds, 1)
  const result = await lab.generator.run({ kind: 'race', urls: [balancer.url], packageIds, buyers: BUYERS })
  await drainBackground(pool)
  const { rows } = await pool.query<{ orders: number; available: number }>(
    `select p.available,
       (select count(*) from order_lines l join orders o on o.order_id = l.order_id and o.revision = l.revision
        where l.package_id = p.package_id and l.outcome = 'sold' and o.state = 'paid')::int as orders
     from packages p where p.package_id = any($1::text[])`,
    [packageIds],
  )
  await requireIdentitiesAndMails(pool)
  const right = rows.filter(({ orders, available }) => orders === 1 && available === 0).length
  return {
    what: `${BUYERS} buyers, 1 unit, ${nodes.length} nodes`,
    measured: `exactly 1 order in ${right} of ${races} rounds`,
    bar: `all of ${races} rounds`,
    isPassed: right === races && result.ordersPerRound?.every((orders) => orders === 1) === true,
  }
}

/** Runs only the race, for `npm run drill`. */
export async function oversell(lab: Laboratory, { races }: { races: number }): Promise<Row> {
  const pair = await openPair(lab, [await newStore(lab, 'nodes')])
  const row = await race(lab, pair, races)
  await closePair(pair)
  return row
}

/** Makes three copies of one store: the same even in the keys of their sandbox, which a buyer has read from one of two. */
async function makeCopies(lab: Laboratory): Promise<readonly [Opened, Opened, Opened]> {
  const first = await newStore(lab, 'nodes_first')
  const node = await lab.startNode({ DATABASE_URL: first.url })
  await node.stop()
  const copy = (name: string) => lab.createDatabase(name, 'nodes_first')
  return [await copy('nodes_joined'), await copy('nodes_apart'), await copy('nodes_apart_too')]
}

/**
 * Measures two nodes of one store behind a balancer, in turns with two stores of one node each, which do exactly twice
 * as much as one if there are enough cores. On two cores, rates say nothing about that. So what counts is the processor
 * time that a node spends on a unit, compared with a node that is alone with its database. Then runs the race for the
 * last unit.
 */
export async function twoNodes(lab: Laboratory, options: BenchOptions): Promise<Row[]> {
  await lab.stopNode()
  const [one, ...two] = await makeCopies(lab)
  const packageIds = await pickPackages(one.pool, PACKAGES)
  const paths = (await listCountyPaths(one.pool)).slice(0, COUNTIES)
  for (const { pool } of [one, ...two]) await setStock(pool, packageIds, 900)
  const pairs = { joined: await openPair(lab, [one]), apart: await openPair(lab, two) }
  try {
    const rows: Row[] = []
    for (const [what, kind] of LOADS) {
      const ask = ({ pools, nodes, balancer }: Pair) => {
        const load = { kind, url: balancer.url, paths, packageIds, clients: CLIENTS_PER_NODE * nodes.length }
        const others = { balancer: [balancer.pid] }
        const drained = kind === 'checkouts' ? { drained: pools } : {}
        return (seconds: number) =>
          measure(lab, { ...load, seconds, buyerName: `nodes-${Date.now()}` }, { nodes, others, ...drained })
      }
      const rounds = await inTurns(options, { joined: ask(pairs.joined), apart: ask(pairs.apart) })
      const [joined, apart] = [workOf(rounds.joined), workOf(rounds.apart)]
      const ratio = storeMs(joined) / storeMs(apart)
      rows.push({
        what: `${what}: processor of a node beside a second one of its store; on cores of their own the two do ${twoDecimals(2 / ratio)} × one`,
        measured: `${storeMs(joined).toPrecision(2)} ms`,
        limit: `${storeMs(apart).toPrecision(2)} ms alone with its database`,
        ratio: `${twoDecimals(ratio)} ×`,
        ...atMost(ratio, COST_BAR, '×'),
        work: joined,
      })
    }
    rows.push(await race(lab, pairs.joined, options.races))
    for (const { pool } of two) await requireIdentitiesAndMails(pool)
    return rows
  } finally {
    // Otherwise they would run beside the benches that follow.
    await Promise.all(Object.values(pairs).map(closePair))
  }
}
