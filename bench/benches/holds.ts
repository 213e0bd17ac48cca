import { perSecond } from '../lab/generator.ts'
import { prepareBareHolds, startHoldProcess } from '../lab/hold-loads.ts'
import { requireIdentities } from '../lab/identities.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import { type LoadResult, median } from '../lab/load.ts'
import type { BenchOptions } from '../lab/options.ts'
import { oneDecimal, processorAtMost, type Row, ratioAtLeast, twoDecimals, whole } from '../lab/row.ts'
import { pickPackages, setStock } from '../lab/stock.ts'
import { meterWork } from '../lab/work-meter.ts'

const CLIENTS = 50
const SPREAD = 10_000
const BARE_DATABASE = 'bare'
const PROCESSOR_MS_BAR = 0.13

/** The result of one round of one load: its rate, and milliseconds of processor time per piece of work. */
interface Round {
  rate: number
  p99: number
  /** The process that places the holds; a bare load has only the client. */
  store: number
  postgres: number
  client: number
}

interface Subject {
  what: string
  packages: number
  units: number
  /** Compared with bare commits of one row each. */
  httpBar: number | null
  operationBar: number | null
  /**
   * Compared with bare transactions that write a hold's three rows; null: there is no such limit, because all wait for
   * one row.
   */
  sameRowsBars: { http: number; operation: number } | null
}

/**
 * Prepares one row's limit: rows of their own database on the same PostgreSQL, one client per connection, one commit
 * per update.
 */
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

/** Starts the loads that are measured in turns, each for the given seconds. */
async function openLoads(lab: Laboratory, { packages, units }: Subject) {
  const bareUrl = await prepareBareRows(lab)
  const node = await lab.node()
  const packageIds = await pickPackages(lab.pool, packages)
  await setStock(lab.pool, packageIds, units)
  await prepareBareHolds(lab.pool, packageIds)
  const direct = startHoldProcess()
  const { databaseUrl } = lab
  const asked = { packageIds, clients: CLIENTS }

  const metered = async (
    isOwn: boolean,
    load: () => Promise<LoadResult>,
    nodes = isOwn ? [] : [node],
  ): Promise<Round> => {
    const work = await meterWork(lab.pool, nodes)
    const result = await load()
    const { store, postgres } = await work()
    const each = (seconds: number) => (seconds / result.done) * 1_000
    const own = each(result.generatorCpu * result.seconds)
    return {
      rate: perSecond(result),
      p99: result.latencyMs.p99,
      store: isOwn ? own : each(store),
      postgres: each(postgres),
      client: isOwn ? 0 : own,
    }
  }
  return {
    http: (seconds: number) =>
      metered(false, () => lab.generator.run({ kind: 'holds', url: node.url, ...asked, seconds })),
    operation: (seconds: number) =>
      metered(true, () => direct.run({ kind: 'operation', databaseUrl, ...asked, seconds })),
    sameRows: (seconds: number) => metered(true, () => direct.run({ kind: 'bare', databaseUrl, ...asked, seconds })),
    oneRow: (seconds: number) =>
      metered(true, () =>
        lab.generator.run({ kind: 'updates', databaseUrl: bareUrl, rows: packages, clients: CLIENTS, seconds }),
      ),
    close: () => direct.close(),
  }
}

async function measureHolds(
  lab: Laboratory,
  { rounds, seconds, speed }: BenchOptions,
  subject: Subject,
): Promise<Row[]> {
  const loads = await openLoads(lab, subject)
  const measured = { http: [] as Round[], operation: [] as Round[], sameRows: [] as Round[], oneRow: [] as Round[] }
  const names = ['http', 'oneRow', 'operation', 'sameRows'] as const
  try {
    for (const name of names) await loads[name](1)
    for (let round = 0; round < rounds; round += 1) {
      for (const name of names) measured[name].push(await loads[name](seconds))
    }
  } finally {
    await loads.close()
  }
  await requireIdentities(lab.pool)

  const { what } = subject
  const middle = (name: keyof typeof measured, figure: keyof Round) => median(measured[name].map((one) => one[figure]))
  const ratioOf = (ours: keyof typeof measured, limit: keyof typeof measured) =>
    median(measured[ours].map(({ rate }, round) => rate / (measured[limit][round]?.rate ?? Number.NaN)))
  const limits = { oneRow: 'bare commits of one row', sameRows: 'bare commits of the same three rows' }
  const compared = (ours: 'http' | 'operation', limit: keyof typeof limits, bar: number | null): Row => {
    const ratio = ratioOf(ours, limit)
    const way = ours === 'http' ? 'over HTTP' : 'at the operation, without HTTP'
    return {
      what: `${what} ${way}, ${CLIENTS} clients, p99 ${oneDecimal(middle(ours, 'p99'))} ms`,
      measured: `${whole(middle(ours, 'rate'))} holds/s`,
      limit: `${whole(middle(limit, 'rate'))} ${limits[limit]}/s`,
      ratio: `${twoDecimals(ratio)} ×`,
      ...(bar === null ? { bar: '', isPassed: null } : ratioAtLeast(ratio, bar, ours === 'http' ? speed : 1)),
    }
  }
  const parts = (name: keyof typeof measured) =>
    `${milliseconds(middle(name, 'store'))} + PostgreSQL ${milliseconds(middle(name, 'postgres'))}`
  const sum = middle('http', 'store') + middle('http', 'postgres')
  const { httpBar, operationBar, sameRowsBars } = subject
  return [
    compared('http', 'oneRow', httpBar),
    compared('operation', 'oneRow', operationBar),
    ...(sameRowsBars
      ? [compared('http', 'sameRows', sameRowsBars.http), compared('operation', 'sameRows', sameRowsBars.operation)]
      : []),
    {
      what:
        `processor of ${what} over HTTP: store ${parts('http')} ms (generator ${milliseconds(middle('http', 'client'))} besides); ` +
        `at the operation: ${parts('operation')} ms; bare, client and PostgreSQL together: one row ` +
        `${milliseconds(middle('oneRow', 'store') + middle('oneRow', 'postgres'))}, the same three rows ` +
        `${milliseconds(middle('sameRows', 'store') + middle('sameRows', 'postgres'))} ms`,
      measured: `${milliseconds(sum)} ms`,
      ...processorAtMost(sum, PROCESSOR_MS_BAR, speed),
    },
  ]
}

const milliseconds = (value: number): string => value.toFixed(3)

/** Measures holds when everyone wants the same package. */
export const hotHolds = (lab: Laboratory, options: BenchOptions): Promise<Row[]> =>
  measureHolds(lab, options, {
    what: 'holds on one package',
    packages: 1,
    units: 900_000,
    httpBar: 4,
    operationBar: 5,
    sameRowsBars: null,
  })

/**
 * Measures holds when the whole country shops. One row's commits are only a figure here, not a bar: see
 * docs/decisions/0004.
 */
export const spreadHolds = (lab: Laboratory, options: BenchOptions): Promise<Row[]> =>
  measureHolds(lab, options, {
    what: `holds spread over ${whole(SPREAD)} packages`,
    packages: SPREAD,
    units: 5_000,
    httpBar: null,
    operationBar: null,
    sameRowsBars: { http: 0.8, operation: 1 },
  })
