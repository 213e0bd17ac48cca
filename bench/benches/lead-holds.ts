import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { migrate } from '#server/platform/migrate.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { type Laboratory, say } from '../lab/laboratory.ts'
import { type Figures, inTurns, measure, medianOf, ratioOf, workOf } from '../lab/measure.ts'
import type { BenchOptions } from '../lab/options.ts'
import { atMost, oneDecimal, type Row, rateAtLeast, twoDecimals, whole } from '../lab/row.ts'
import { seedLeads } from '../lab/seed-leads.ts'
import type { StoreNode } from '../lab/store-node.ts'

const GROWTH_BAR = 1.3
/** For the small store; the grown one may be slower by `GROWTH_BAR`. */
const RATE_BAR = 300
const SMALL_LEADS = 100_000
const GROWN_LEADS = 10_000_000
/** Eight counties: 96 pools, of 1,041 leads in the small store and 104,166 in the grown one. */
const STATES = ['Delaware', 'Hawaii']
/** Few enough that a reply waits for its own work rather than for the machine. */
export const CLIENTS = 4

export interface LeadStore {
  node: StoreNode
  pool: pg.Pool
  packageIds: string[]
}

/** Starts a node on a new store with this many leads. */
export async function openLeadStore(lab: Laboratory, name: string, leads: number): Promise<LeadStore> {
  const { url, pool } = await lab.createDatabase(name)
  await migrate(url)
  const database = openDatabase({ url, poolSize: 2, log: createLog('silent') })
  await loadCatalogue({ database, clock: systemClock }, { states: STATES })
  await database.close()
  await seedLeads(pool, leads, (done) => say(`  ${name}: ${whole(done)} of ${whole(leads)} leads seeded`))
  // Only tiers that may be sold to ten buyers have enough for minutes of holds.
  const { rows } = await pool.query<{ package_id: string }>(
    `select package_id from packages where size = 100 and tier in ('premium', 'standard')`,
  )
  return { node: await lab.startNode({ DATABASE_URL: url }), pool, packageIds: rows.map((row) => row.package_id) }
}

/** Lets every hold run out and waits until its leads are back, so that each round finds the same stock. */
export async function emptyCarts(pool: pg.Pool): Promise<void> {
  await pool.query(`update holds set expires_at = now() where state = 'live'`)
  for (;;) {
    const { rows } = await pool.query<{ rows: number }>('select count(*)::int as rows from hold_leads')
    if (rows[0]?.rows === 0) return
    await setTimeout(200)
  }
}

/** Measures holds of 100 leads each, at a hundred thousand and at ten million leads, in turns. */
export async function leadHolds(
  lab: Laboratory,
  { rounds, seconds, speed }: BenchOptions,
  grownLeads = GROWN_LEADS,
): Promise<Row[]> {
  await lab.stopNode()
  const small = await openLeadStore(lab, 'leads_small', SMALL_LEADS)
  const grown = await openLeadStore(lab, 'leads_grown', grownLeads)
  const hold =
    ({ node, pool, packageIds }: LeadStore) =>
    async (time: number): Promise<Figures> => {
      const load = { kind: 'holds', url: node.url, packageIds, clients: CLIENTS, seconds: time } as const
      const figures = await measure(lab, load, { nodes: [node] })
      await emptyCarts(pool)
      return figures
    }
  const measured = await inTurns({ rounds, seconds }, { small: hold(small), grown: hold(grown) })
  for (const { node, pool } of [small, grown]) {
    await node.stop()
    const faults = await findLeadFaults(pool)
    if (faults.length > 0) throw new Error(`Leads do not add up: ${JSON.stringify(faults.slice(0, 3))}`)
  }
  const rates = { small: medianOf(measured.small, 'rate'), grown: medianOf(measured.grown, 'rate') }
  const ratio = ratioOf(measured.small, measured.grown, 'rate')
  const row = (size: keyof typeof rates, leads: number, least: number): Row => ({
    what:
      `holds of 100 leads and their bonus, ${CLIENTS} clients, ${whole(leads)} leads, ` +
      `p99 ${oneDecimal(medianOf(measured[size], 'p99'))} ms`,
    measured: `${whole(rates[size])} holds/s`,
    ...rateAtLeast(rates[size], least, speed, 'holds/s'),
    work: workOf(measured[size]),
  })
  return [
    row('small', SMALL_LEADS, RATE_BAR),
    row('grown', grownLeads, Math.floor(RATE_BAR / GROWTH_BAR)),
    {
      what: `the same, ${whole(SMALL_LEADS)} → ${whole(grownLeads)} leads`,
      measured: `${whole(rates.grown)} holds/s`,
      limit: `${whole(rates.small)} holds/s small`,
      ratio: `${twoDecimals(ratio)} ×`,
      ...atMost(ratio, GROWTH_BAR, '×'),
    },
  ]
}
