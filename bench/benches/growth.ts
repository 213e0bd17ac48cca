import type pg from 'pg'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { migrate } from '#server/platform/migrate.ts'
import { requireIdentities } from '../lab/identities.ts'
import { type Laboratory, say } from '../lab/laboratory.ts'
import { type LoadResult, median } from '../lab/load.ts'
import type { BenchOptions } from '../lab/options.ts'
import { oneDecimal, type Row, twoDecimals, whole } from '../lab/row.ts'
import { seedOrders } from '../lab/seed-orders.ts'
import { drainBackground } from '../lab/stock.ts'
import type { StoreNode } from '../lab/store-node.ts'

const BAR = 1.3
/** 22 counties: 1,056 packages. */
const SMALL_STATES = ['Connecticut', 'Delaware', 'District of Columbia', 'Hawaii', 'Rhode Island']
const SMALL_ORDERS = 1_000
/** Few enough that a reply waits for its own work rather than for the machine. */
const CLIENTS = 4

interface Store {
  node: StoreNode
  pool: pg.Pool
}

/** A store with a catalogue of these states (all, when absent) and a past. */
async function openStore(lab: Laboratory, name: string, orders: number, states?: readonly string[]): Promise<Store> {
  const { url, pool } = await lab.createDatabase(name)
  await migrate(url)
  const database = openDatabase({ url, poolSize: 2, log: createLog('silent') })
  await loadCatalogue({ database, clock: systemClock }, states ? { states } : {})
  await database.close()
  await seedOrders(pool, orders, (done) => say(`  ${name}: ${whole(done)} of ${whole(orders)} orders seeded`))
  return { node: await lab.startNode({ DATABASE_URL: url }), pool }
}

type Ask = (store: Store, round: number) => Promise<LoadResult>

/** The same questions to both stores: the counties and packages that the small one has too. */
async function makeAsks(lab: Laboratory, small: Store, seconds: number): Promise<Record<string, Ask>> {
  const counties = await small.pool.query<{ state: string; name: string }>('select state, name from counties')
  const paths = counties.rows.map(
    ({ state, name }) => `/api/packages/${encodeURIComponent(state)}/${encodeURIComponent(name)}`,
  )
  const packages = await small.pool.query<{ package_id: string }>('select package_id from packages')
  const packageIds = packages.rows.map((row) => row.package_id)
  const base = { clients: CLIENTS, seconds }
  return {
    'county page': ({ node }) => lab.generator.run({ kind: 'reads', url: node.url, paths, ...base }),
    hold: ({ node }) => lab.generator.run({ kind: 'holds', url: node.url, packageIds, ...base }),
    checkout: async ({ node, pool }, round) => {
      const buyerName = `growth-${round}-${Date.now()}`
      const result = await lab.generator.run({ kind: 'checkouts', url: node.url, packageIds, buyerName, ...base })
      await drainBackground(pool)
      return result
    },
  }
}

/** The same store small and grown, side by side on one PostgreSQL, asked in turns. */
export async function growth(lab: Laboratory, { rounds, seconds, orders }: BenchOptions): Promise<Row[]> {
  await lab.stopNode()
  const small = await openStore(lab, 'growth_small', SMALL_ORDERS, SMALL_STATES)
  const grown = await openStore(lab, 'growth_grown', orders)
  // Enough units for every hold of the loads, on both.
  for (const { pool } of [small, grown]) await addUnits(pool)
  const asks = await makeAsks(lab, small, seconds)

  const found: Row[] = []
  for (const [name, ask] of Object.entries(asks)) {
    const p99 = { small: [] as number[], grown: [] as number[] }
    for (const store of [small, grown]) await ask(store, -1)
    for (let round = 0; round < rounds; round += 1) {
      p99.small.push((await ask(small, round)).latencyMs.p99)
      p99.grown.push((await ask(grown, round)).latencyMs.p99)
    }
    const ratio = median(p99.grown.map((ms, round) => ms / (p99.small[round] ?? Number.NaN)))
    found.push({
      bench: 'growth',
      what: `p99 of a ${name}, 1,056 → 150,816 packages and ${whole(SMALL_ORDERS)} → ${whole(orders)} orders, ${CLIENTS} clients`,
      measured: `${oneDecimal(median(p99.grown))} ms`,
      limit: `${oneDecimal(median(p99.small))} ms small`,
      ratio: `${twoDecimals(ratio)} ×`,
      bar: `≤ ${BAR} ×`,
      isPassed: ratio <= BAR,
    })
  }
  for (const { node, pool } of [small, grown]) {
    await node.stop()
    await requireIdentities(pool)
  }
  return found
}

/** The loads buy in the states that both stores have. */
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
