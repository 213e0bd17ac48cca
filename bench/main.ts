/**
 * `npm run bench [names …] [--rounds n] [--seconds n] [--orders n] [--races n]`: measures the store against the limits of
 * the same machine in the same run, and writes docs/generated/bench.md. Each bench checks the identities of stock, orders
 * and mails after its load; a figure of a store that lost count is not printed.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { adminLists } from './benches/admin-lists.ts'
import { checkouts } from './benches/checkouts.ts'
import { countyRead } from './benches/county-read.ts'
import { delivery } from './benches/delivery.ts'
import { growth } from './benches/growth.ts'
import { hotHolds, spreadHolds } from './benches/holds.ts'
import { leadHolds } from './benches/lead-holds.ts'
import { leadImport } from './benches/lead-import.ts'
import { lighthouseScores } from './benches/lighthouse.ts'
import { oversell } from './benches/oversell.ts'
import { paymentLinks } from './benches/payment-links.ts'
import { salesLists } from './benches/sales-lists.ts'
import { size } from './benches/size.ts'
import { memory, startUp } from './benches/start-up.ts'
import { statements } from './benches/statements.ts'
import { stockImport } from './benches/stock-import.ts'
import { type Laboratory, say, withLaboratory } from './lab/laboratory.ts'
import type { BenchOptions } from './lab/options.ts'
import { printTable, writeReport } from './lab/report.ts'
import type { Row } from './lab/row.ts'

type Bench = (lab: Laboratory, options: BenchOptions) => Promise<Row[]>

/** In the order of a full run: memory is read after the loads, and the start comes last because it ends PostgreSQL. */
const BENCHES: Readonly<Record<string, Bench>> = {
  'county-read': countyRead,
  'hot-holds': hotHolds,
  'spread-holds': spreadHolds,
  checkouts,
  'payment-links': paymentLinks,
  memory,
  statements,
  oversell,
  growth,
  'sales-lists': salesLists,
  'admin-lists': adminLists,
  'stock-import': stockImport,
  'lead-import': leadImport,
  'lead-holds': leadHolds,
  delivery,
  size,
  lighthouse: lighthouseScores,
  'start-up': startUp,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    orders: { type: 'string', default: '200000' },
    races: { type: 'string', default: '20' },
  },
})
const options: BenchOptions = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  orders: Number(values.orders),
  races: Number(values.races),
}
const names = Object.keys(BENCHES).filter((name) => positionals.length === 0 || positionals.includes(name))
const unknown = positionals.filter((name) => !(name in BENCHES))
if (unknown.length > 0 || Object.values(options).some((value) => !(value > 0))) {
  say(
    `Usage: npm run bench [${Object.keys(BENCHES).join(' | ')} …] [--rounds 5] [--seconds 4] [--orders 200000] [--races 20]`,
  )
  process.exit(2)
}

/** The rest (stacks, the child's output) is for the terminal: it names folders of this machine. */
const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

/** A bench that cannot finish, or whose store broke an identity, is a line of the table that did not pass. */
const failed = (bench: string, error: unknown): Row => ({
  bench,
  what: 'did not finish',
  measured: firstLine(error),
  limit: '',
  ratio: '',
  bar: '',
  isPassed: false,
})

const loadBefore = loadavg()[0] ?? 0
const { rows, postgresVersion } = await withLaboratory(async (lab) => {
  const version = await lab.pool.query<{ server_version: string }>('show server_version')
  const found: Row[] = []
  for (const name of names) {
    const bench = BENCHES[name]
    if (!bench) continue
    say(`Measuring ${name} …`)
    const measured = await bench(lab, options).catch((error) => {
      say(error instanceof Error ? (error.stack ?? error.message) : String(error))
      return [failed(name, error)]
    })
    for (const row of measured) say(`  ${row.what}: ${row.measured}${row.ratio ? ` (${row.ratio})` : ''}`)
    found.push(...measured)
  }
  return { rows: found, postgresVersion: version.rows[0]?.server_version ?? '' }
})
printTable(rows)
await writeReport(rows, { order: Object.keys(BENCHES), postgresVersion, loadBefore })
process.exit(rows.some((row) => row.isPassed === false) ? 1 : 0)
