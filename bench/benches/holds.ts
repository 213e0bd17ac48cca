import { perSecond } from '../lab/generator.ts'
import { requireIdentities } from '../lab/identities.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import { median } from '../lab/load.ts'
import type { BenchOptions } from '../lab/options.ts'
import { oneDecimal, percent, type Row, twoDecimals, whole } from '../lab/row.ts'
import { pickPackages, setStock } from '../lab/stock.ts'

const CLIENTS = 50
const SPREAD = 10_000
const BARE_DATABASE = 'bare'

/** The limit: rows of their own database on the same PostgreSQL, one client per connection, a commit per update. */
async function prepareBareRows(lab: Laboratory): Promise<string> {
  const known = await lab.pool.query('select from pg_database where datname = $1', [BARE_DATABASE])
  const url = new URL(lab.databaseUrl)
  url.pathname = `/${BARE_DATABASE}`
  if (known.rowCount === 1) return url.href
  const { pool } = await lab.createDatabase(BARE_DATABASE)
  await pool.query('create table bare_rows (id integer primary key, count integer not null)')
  await pool.query('insert into bare_rows select i, 0 from generate_series(1, $1) i', [SPREAD])
  await pool.query('vacuum (analyze)')
  return url.href
}

async function measureHolds(
  lab: Laboratory,
  { rounds, seconds }: BenchOptions,
  options: { bench: string; what: string; packages: number; units: number; bareRows: number; bar: number },
): Promise<Row[]> {
  const databaseUrl = await prepareBareRows(lab)
  const { url } = await lab.node()
  const packageIds = await pickPackages(lab.pool, options.packages)
  await setStock(lab.pool, packageIds, options.units)
  const hold = (time: number) => lab.generator.run({ kind: 'holds', url, packageIds, clients: CLIENTS, seconds: time })
  const update = (time: number) =>
    lab.generator.run({ kind: 'updates', databaseUrl, rows: options.bareRows, clients: CLIENTS, seconds: time })
  await hold(2)
  await update(1)

  const ratios: number[] = []
  const store: number[] = []
  const limit: number[] = []
  const p99: number[] = []
  let generatorCpu = 0
  for (let round = 0; round < rounds; round += 1) {
    const ours = await hold(seconds)
    const bare = await update(seconds)
    store.push(perSecond(ours))
    limit.push(perSecond(bare))
    ratios.push(perSecond(ours) / perSecond(bare))
    p99.push(ours.latencyMs.p99)
    generatorCpu = Math.max(generatorCpu, ours.generatorCpu)
  }
  await requireIdentities(lab.pool)

  const ratio = median(ratios)
  return [
    {
      bench: options.bench,
      what: `${options.what}, ${CLIENTS} clients, p99 ${oneDecimal(median(p99))} ms (generator at most ${percent(generatorCpu)} of a core)`,
      measured: `${whole(median(store))} holds/s`,
      limit: `${whole(median(limit))} bare commits/s`,
      ratio: `${twoDecimals(ratio)} ×`,
      bar: `≥ ${options.bar} ×`,
      isPassed: ratio >= options.bar,
    },
  ]
}

/** Everybody wants the same package. */
export const hotHolds = (lab: Laboratory, options: BenchOptions): Promise<Row[]> =>
  measureHolds(lab, options, {
    bench: 'hot-holds',
    what: 'holds on one package over HTTP',
    packages: 1,
    units: 900_000,
    bareRows: 1,
    bar: 5,
  })

/** The whole country shops. */
export const spreadHolds = (lab: Laboratory, options: BenchOptions): Promise<Row[]> =>
  measureHolds(lab, options, {
    bench: 'spread-holds',
    what: `holds spread over ${whole(SPREAD)} packages over HTTP`,
    packages: SPREAD,
    units: 5_000,
    bareRows: SPREAD,
    bar: 1,
  })
