/**
 * `npm run bench [names …] [--rounds n] [--seconds n] [--orders n] [--leads n] [--races n]`: measures the store against
 * the limits of the same machine in the same run, and writes docs/generated/bench.md. Each bench checks the identities
 * of stock, orders and emails after its load; a figure from a store that lost count is not printed.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { checkouts } from './benches/checkouts.ts'
import { claims } from './benches/claims.ts'
import { delivery } from './benches/delivery.ts'
import { growth } from './benches/growth.ts'
import { hotHolds, spreadHolds } from './benches/holds.ts'
import { leadHolds } from './benches/lead-holds.ts'
import { leadImport } from './benches/lead-import.ts'
import { lighthouseScores } from './benches/lighthouse.ts'
import { publicLog } from './benches/log.ts'
import { ownLists } from './benches/own-lists.ts'
import { countyReads } from './benches/reads.ts'
import { searchKeys } from './benches/search.ts'
import { size } from './benches/size.ts'
import { memory, startUp } from './benches/start-up.ts'
import { statements } from './benches/statements.ts'
import { stockImport } from './benches/stock-import.ts'
import { twoNodes } from './benches/two-nodes.ts'
import { type Laboratory, say, withLaboratory } from './lab/laboratory.ts'
import { measureMachineSpeed } from './lab/machine-speed.ts'
import { withWork } from './lab/measure.ts'
import type { BenchOptions } from './lab/options.ts'
import { type MeasuredRow, printTable, writeReport } from './lab/report.ts'
import type { Row } from './lab/row.ts'

type Bench = (lab: Laboratory, options: BenchOptions) => Promise<Row[]>

/**
 * In the order of a full run. Memory is read after the loads on the shared node, before others stop it. A stock file is
 * refused once packages have leads, which deliveries need. Start-up comes last because it ends PostgreSQL.
 */
const BENCHES: readonly (readonly [name: string, bench: Bench])[] = [
  ['reads', countyReads],
  ['holds', withWork('holds', hotHolds)],
  ['holds', withWork('holds', spreadHolds)],
  ['sales', checkouts],
  ['node', memory],
  ['imports', stockImport],
  ['sales', delivery],
  ['claims', claims],
  ['sales', statements],
  ['two-nodes', twoNodes],
  ['growth', growth],
  ['growth', (lab, options) => leadHolds(lab, options, options.leads)],
  ['log', publicLog],
  ['own-lists', ownLists],
  ['imports', leadImport],
  ['pages', size],
  ['search', searchKeys],
  ['pages', lighthouseScores],
  ['node', startUp],
]
/** Measured before every run. */
const MACHINE = 'machine'
/** In the order of the table. */
const NAMES = [...new Set(BENCHES.map(([name]) => name))]

const DEFAULTS = { rounds: '5', seconds: '4', orders: '1000000', leads: '10000000', races: '200' }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: DEFAULTS.rounds },
    seconds: { type: 'string', default: DEFAULTS.seconds },
    orders: { type: 'string', default: DEFAULTS.orders },
    leads: { type: 'string', default: DEFAULTS.leads },
    races: { type: 'string', default: DEFAULTS.races },
  },
})
const wanted: Omit<BenchOptions, 'speed'> = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  orders: Number(values.orders),
  leads: Number(values.leads),
  races: Number(values.races),
}
if (positionals.some((name) => !NAMES.includes(name)) || Object.values(wanted).some((value) => !(value > 0))) {
  const usual = Object.entries(DEFAULTS).map(([option, value]) => `[--${option} ${value}]`)
  say(`Usage: npm run bench [${NAMES.join(' | ')} …] ${usual.join(' ')}`)
  process.exit(2)
}

/** The rest (stacks, the child's output) is for the terminal, because it contains folders of this machine. */
const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 160) ?? ''

/** A bench that cannot finish, or whose store broke an identity, is a row of the table that did not pass. */
function failed(error: unknown): Row[] {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return [{ what: 'did not finish', measured: firstLine(error), isPassed: false }]
}

const loadBefore = loadavg()[0] ?? 0
const { rows, postgresVersion } = await withLaboratory(async (lab) => {
  const version = await lab.pool.query<{ server_version: string }>('show server_version')
  const machine = await measureMachineSpeed(lab)
  say(`${machine.row.what}: ${machine.row.measured} (${machine.row.ratio})`)
  const options: BenchOptions = { ...wanted, speed: machine.speed }
  const found: MeasuredRow[] = [{ ...machine.row, bench: MACHINE }]
  for (const [name, bench] of BENCHES) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    say(`Measuring ${name} …`)
    const began = performance.now()
    const measured = await bench(lab, options).catch(failed)
    for (const row of measured) say(`  ${row.what}: ${row.measured}${row.ratio ? ` (${row.ratio})` : ''}`)
    say(`  took ${Math.round((performance.now() - began) / 1_000)} s`)
    found.push(...measured.map((row) => ({ ...row, bench: name })))
  }
  const rows = found.toSorted((a, b) => NAMES.indexOf(a.bench) - NAMES.indexOf(b.bench))
  return { rows, postgresVersion: version.rows[0]?.server_version ?? '' }
})
printTable(rows)
await writeReport(rows, { order: [MACHINE, ...NAMES], postgresVersion, loadBefore })
process.exit(rows.some((row) => row.isPassed === false) ? 1 : 0)
