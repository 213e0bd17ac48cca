import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { migrate } from '#server/platform/migrate.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { perSecond } from '../lab/generator.ts'
import { type Laboratory, say } from '../lab/laboratory.ts'
import { median } from '../lab/load.ts'
import type { BenchOptions } from '../lab/options.ts'
import { oneDecimal, type Row, twoDecimals, whole } from '../lab/row.ts'
import { seedLeads } from '../lab/seed-leads.ts'
import type { StoreNode } from '../lab/store-node.ts'

const BAR = 1.3
const SMALL_LEADS = 100_000
const GROWN_LEADS = 10_000_000
/** Eight counties: 96 pools, of 1,041 leads in the small store and 104,166 in the grown one. */
const STATES = ['Delaware', 'Hawaii']
/** Few enough that a reply waits for its own work rather than for the machine. */
const CLIENTS = 4

interface Store {
  node: StoreNode
  pool: pg.Pool
  packageIds: string[]
}

async function openStore(lab: Laboratory, name: string, leads: number): Promise<Store> {
  const { url, pool } = await lab.createDatabase(name)
  await migrate(url)
  const database = openDatabase({ url, poolSize: 2, log: createLog('silent') })
  await loadCatalogue({ database, clock: systemClock }, { states: STATES })
  await database.close()
  await seedLeads(pool, leads, (done) => say(`  ${name}: ${whole(done)} of ${whole(leads)} leads seeded`))
  // Only tiers that may be sold to ten have enough for minutes of holds.
  const { rows } = await pool.query<{ package_id: string }>(
    `select package_id from packages where size = 100 and tier in ('premium', 'standard')`,
  )
  return { node: await lab.startNode({ DATABASE_URL: url }), pool, packageIds: rows.map((row) => row.package_id) }
}

/** Lets every hold run out and waits until its leads are back, so that each round finds the same shelves. */
async function emptyCarts(pool: pg.Pool): Promise<void> {
  await pool.query(`update holds set expires_at = now() where state = 'live'`)
  for (;;) {
    const { rows } = await pool.query<{ rows: number }>('select count(*)::int as rows from hold_leads')
    if (rows[0]?.rows === 0) return
    await setTimeout(200)
  }
}

/** Holds of 100 leads each, at a hundred thousand and at ten million leads, side by side, in turns. */
export async function leadHolds(
  lab: Laboratory,
  { rounds, seconds }: BenchOptions,
  grownLeads = GROWN_LEADS,
): Promise<Row[]> {
  await lab.stopNode()
  const small = await openStore(lab, 'leads_small', SMALL_LEADS)
  const grown = await openStore(lab, 'leads_grown', grownLeads)
  const hold = async ({ node, pool, packageIds }: Store, time: number): Promise<{ rate: number; p99: number }> => {
    const result = await lab.generator.run({
      kind: 'holds',
      url: node.url,
      packageIds,
      clients: CLIENTS,
      seconds: time,
    })
    await emptyCarts(pool)
    return { rate: perSecond(result), p99: result.latencyMs.p99 }
  }
  for (const store of [small, grown]) await hold(store, 1)
  const took = { small: [] as number[], grown: [] as number[], p99: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    took.small.push((await hold(small, seconds)).rate)
    const { rate, p99 } = await hold(grown, seconds)
    took.grown.push(rate)
    took.p99.push(p99)
  }
  for (const { node, pool } of [small, grown]) {
    await node.stop()
    const faults = await findLeadFaults(pool)
    if (faults.length > 0) throw new Error(`Leads do not add up: ${JSON.stringify(faults.slice(0, 3))}`)
  }
  const ratio = median(took.small.map((rate, round) => rate / (took.grown[round] ?? Number.NaN)))
  return [
    {
      bench: 'lead-holds',
      what: `holds of 100 leads and their bonus, ${CLIENTS} clients, ${whole(SMALL_LEADS)} → ${whole(grownLeads)} leads, p99 ${oneDecimal(median(took.p99))} ms`,
      measured: `${whole(median(took.grown))} holds/s`,
      limit: `${whole(median(took.small))} holds/s small`,
      ratio: `${twoDecimals(ratio)} ×`,
      bar: `≤ ${BAR} ×`,
      isPassed: ratio <= BAR,
    },
  ]
}
