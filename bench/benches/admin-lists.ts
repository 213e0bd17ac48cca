import type pg from 'pg'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { migrate } from '#server/platform/migrate.ts'
import { addMembers } from '#testing/members.ts'
import { Connection } from '../lab/connection.ts'
import { requireIdentities } from '../lab/identities.ts'
import { type Laboratory, say } from '../lab/laboratory.ts'
import { median } from '../lab/load.ts'
import { logIn } from '../lab/log-in.ts'
import type { BenchOptions } from '../lab/options.ts'
import { oneDecimal, type Row, twoDecimals, whole } from '../lab/row.ts'
import { seedOrders } from '../lab/seed-orders.ts'
import type { StoreNode } from '../lab/store-node.ts'

const BAR = 1.3
const ADMIN = { email: 'admin@bench.example', password: 'bench-survey-elm-42', username: 'Ada', role: 'admin' } as const
const SMALL_ORDERS = 1_000
const GROWN_ORDERS = 1_000_000
/** Both stores sell in these, so that both have full pages of whatever is asked for. */
const STATES = ['Delaware', 'Hawaii']

const LIST = '/api/admin/orders'
/** Long enough for a full page also in the small store. */
const halfYear = `from=${dayBefore(182)}&to=${dayBefore(0)}`

/** What an administrator asks, by what a person sees. Seeded orders lie evenly in the last year, on 384 packages. */
const QUESTIONS: readonly [name: string, path: string][] = [
  ['orders, the first page', LIST],
  ['orders found by a name that all have', `${LIST}?search=past`],
  ['orders found by a whole address', `${LIST}?search=past777%40seed.example`],
  ['orders of one state and one way to pay', `${LIST}?status=completed&paymentMethod=stripe`],
  ['orders behind a figure of a tier', `${LIST}?dimension=tier&value=vip`],
  ['orders behind a figure of a county, half a year', `${LIST}?dimension=county&value=10001&${halfYear}`],
  ['GET /api/admin/analytics', '/api/admin/analytics'],
]

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

interface Store {
  node: StoreNode
  pool: pg.Pool
  cookie: string
}

async function openStore(lab: Laboratory, name: string, orders: number): Promise<Store> {
  const { url, pool } = await lab.createDatabase(name)
  await migrate(url)
  const database = openDatabase({ url, poolSize: 2, log: createLog('silent') })
  await loadCatalogue({ database, clock: systemClock }, { states: STATES })
  await database.close()
  await seedOrders(pool, orders, (done) => say(`  ${name}: ${whole(done)} of ${whole(orders)} orders seeded`))
  await addMembers(url, [ADMIN])
  const node = await lab.startNode({ DATABASE_URL: url })
  const connection = await Connection.open(node.url)
  const cookie = await logIn(connection, ADMIN)
  connection.close()
  return { node, pool, cookie }
}

/** The administrators' lists at a thousand and at a million orders, side by side, asked in turns by one person. */
export async function adminLists(
  lab: Laboratory,
  { rounds, seconds }: BenchOptions,
  grownOrders = GROWN_ORDERS,
): Promise<Row[]> {
  await lab.stopNode()
  const small = await openStore(lab, 'admin_small', SMALL_ORDERS)
  const grown = await openStore(lab, 'admin_grown', grownOrders)
  const ask = async ({ node, cookie }: Store, path: string): Promise<number> => {
    const load = { kind: 'reads' as const, url: node.url, paths: [path], clients: 1, head: `cookie: ${cookie}\r\n` }
    return (await lab.generator.run({ ...load, seconds: seconds / 4 })).latencyMs.p50
  }
  const rows: Row[] = []
  for (const [name, path] of QUESTIONS) {
    const took = { small: [] as number[], grown: [] as number[] }
    for (const store of [small, grown]) await ask(store, path)
    for (let round = 0; round < rounds; round += 1) {
      took.small.push(await ask(small, path))
      took.grown.push(await ask(grown, path))
    }
    const ratio = median(took.grown.map((ms, round) => ms / (took.small[round] ?? Number.NaN)))
    rows.push({
      bench: 'admin-lists',
      what: `${name}, median, ${whole(SMALL_ORDERS)} → ${whole(grownOrders)} orders`,
      measured: `${oneDecimal(median(took.grown))} ms`,
      limit: `${oneDecimal(median(took.small))} ms small`,
      ratio: `${twoDecimals(ratio)} ×`,
      bar: `≤ ${BAR} ×`,
      isPassed: ratio <= BAR,
    })
  }
  for (const { node, pool } of [small, grown]) {
    await node.stop()
    await requireIdentities(pool)
  }
  return rows
}
