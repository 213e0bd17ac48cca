/**
 * Measures loads in turns, so that a machine that slows down slows down all of them and their ratios stay; and what
 * they cost in processor time, commits and rows. A bar compares with a limit that was measured in the same run.
 */
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Laboratory } from './laboratory.ts'
import { type Load, type LoadResult, median } from './load.ts'
import { childrenOf, statOf } from './processes.ts'
import { drainBackground } from './store-data.ts'

export interface Row {
  what: string
  measured: string
  /** The limit measured in the same run, if there is one. */
  limit?: string
  ratio?: string
  bar?: string
  /** Absent: for information only, without a bar. */
  isPassed?: boolean
}

export interface Rounds {
  /** Interleaved; the median counts. */
  rounds: number
  seconds: number
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')

/** Three digits, however large or small. */
export const short = (value: number): string => (value >= 100 ? whole(value) : String(Number(value.toPrecision(3))))

/** The cells of an upper bar on a figure that does not follow the machine's speed. */
export const atMost = (value: number, most: number, unit = ''): Pick<Row, 'measured' | 'bar' | 'isPassed'> => ({
  measured: `${short(value)} ${unit}`.trim(),
  bar: `≤ ${most} ${unit}`.trim(),
  isPassed: value <= most,
})

type RatioCells = Pick<Row, 'ratio' | 'bar' | 'isPassed'>

/** The cells of an upper bar on a ratio. */
export const ratioAtMost = (ratio: number, most: number): RatioCells => ({
  ratio: `${ratio.toFixed(2)} ×`,
  bar: `≤ ${most} ×`,
  isPassed: ratio <= most,
})

const ratioAtLeast = (ratio: number, least: number): RatioCells => ({
  ratio: `${ratio.toFixed(2)} ×`,
  bar: `≥ ${least} ×`,
  isPassed: ratio >= least,
})

export interface Work {
  /** Milliseconds of processor: of the store's or the bare store's process, and of PostgreSQL. */
  storeMs: number
  postgresMs: number
  commits: number
  /** How often PostgreSQL waited for its log to be on disk. */
  flushes: number
  insertedRows: number
}

/** Milliseconds of a clock tick in `/proc`; fixed by Linux. */
const TICK_MS = 10

/** Of processes and those of their children that have ended. */
async function cpuMsOf(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map(statOf))
  return (
    stats.reduce((sum, fields) => sum + fields.slice(11, 15).reduce((all, one) => all + Number(one), 0), 0) * TICK_MS
  )
}

/** The postmaster adds up the sessions that have ended; the living ones are its children. */
async function postgresMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  const main = Number((await readFile(`${rows[0]?.folder}/postmaster.pid`, 'utf8')).split('\n')[0])
  return cpuMsOf([main, ...(await childrenOf(main))])
}

async function readWork(pool: pg.Pool, pids: readonly number[]): Promise<Work> {
  // Sessions report what they did within a second.
  await pool.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()')
  const { rows } = await pool.query<Omit<Work, 'storeMs' | 'postgresMs'>>(
    `select sum(xact_commit)::float8 as commits, sum(tup_inserted)::float8 as "insertedRows",
       (select sum(fsyncs)::float8 from pg_stat_io where object = 'wal') as flushes
     from pg_stat_database`,
  )
  const [counts] = rows
  if (!counts) throw new Error('PostgreSQL counted nothing')
  return { ...counts, storeMs: await cpuMsOf(pids), postgresMs: await postgresMs(pool) }
}

function combine(works: readonly Work[], add: (values: readonly number[]) => number): Work {
  const of = (name: keyof Work) => add(works.map((work) => work[name]))
  return {
    storeMs: of('storeMs'),
    postgresMs: of('postgresMs'),
    commits: of('commits'),
    flushes: of('flushes'),
    insertedRows: of('insertedRows'),
  }
}

/** Starts counting. The returned function tells what PostgreSQL and these processes have spent when it is called. */
async function meterWork(pool: pg.Pool, pids: readonly number[]): Promise<() => Promise<Work>> {
  const before = await readWork(pool, pids)
  return async () => combine([await readWork(pool, pids), before], ([after = 0, start = 0]) => after - start)
}

const processorMs = ({ storeMs, postgresMs }: Work): number => storeMs + postgresMs

/** For people: `store 4.2 + PostgreSQL 4.7 ms; 16 commits, 3.9 waits for the disk`. */
export const describeWork = ({ storeMs, postgresMs, commits, flushes }: Work): string =>
  `store ${short(storeMs)} + PostgreSQL ${short(postgresMs)} ms; ${short(commits)} commits, ${short(flushes)} waits for the disk`

export interface Figures {
  done: number
  /** Per second, until the background work that it caused is done too. */
  rate: number
  p50: number
  p99: number
  result: LoadResult
  /** Of everything that was done, including background work. */
  work: Work
}

/**
 * Runs a load and counts what it costs.
 * @param options.pid of the process that serves it
 * @param options.drained the database whose jobs, webhooks and emails it waits for, as part of the load
 */
export async function measure(lab: Laboratory, load: Load, { pid, drained }: { pid: number; drained?: pg.Pool }) {
  const spent = await meterWork(lab.pool, [pid])
  const result = await lab.generator.run(load)
  const drainSeconds = drained ? await drainBackground(drained) : 0
  return {
    done: result.done,
    rate: result.done / (result.seconds + drainSeconds),
    ...result.latencyMs,
    result,
    work: await spent(),
  }
}

/** Runs each in turn, round after round. A first round of a second each warms up and does not count. */
export async function inTurns<Name extends string>(
  { rounds, seconds }: Rounds,
  asks: Readonly<Record<Name, (seconds: number) => Promise<Figures>>>,
): Promise<Record<Name, readonly Figures[]>> {
  const names = Object.keys(asks) as Name[]
  const found = Object.fromEntries(names.map((name) => [name, [] as Figures[]])) as Record<Name, Figures[]>
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const figures = await asks[name](round < 0 ? 1 : seconds)
      if (round >= 0) found[name].push(figures)
    }
  }
  return found
}

type Figure = 'rate' | 'p50' | 'p99'

export const medianOf = (rounds: readonly Figures[], figure: Figure): number => median(rounds.map((one) => one[figure]))

/** The median of the ratios of each round. */
export const ratioOf = (ours: readonly Figures[], theirs: readonly Figures[], figure: Figure): number =>
  median(ours.map((one, round) => one[figure] / (theirs[round]?.[figure] ?? Number.NaN)))

/** What one unit cost in all rounds together. Sessions report late, which only averages out over several rounds. */
export function workOf(rounds: readonly Figures[]): Work {
  const units = rounds.reduce((sum, { done }) => sum + done, 0)
  const works = rounds.map(({ work }) => work)
  return combine(works, (values) => values.reduce((sum, value) => sum + value, 0) / units)
}

/** How much is done per second, compared with the bare limit of the same rounds. */
export const rateRow = (what: string, ours: readonly Figures[], bare: readonly Figures[], least: number): Row => ({
  what: `${what}, p99 ${short(medianOf(ours, 'p99'))} ms`,
  measured: `${short(medianOf(ours, 'rate'))}/s`,
  limit: `${short(medianOf(bare, 'rate'))}/s bare`,
  ...ratioAtLeast(ratioOf(ours, bare, 'rate'), least),
})

/** Processor time of one unit, compared with what the same costs bare: whatever else the machine does counts least in it. */
export function costRow(what: string, ours: readonly Figures[], bare: readonly Figures[], most: number): Row {
  const [cost, limit] = [processorMs(workOf(ours)), processorMs(workOf(bare))]
  return {
    what: `processor of ${what}: ${describeWork(workOf(ours))}, ${short(medianOf(ours, 'rate'))}/s`,
    measured: `${short(cost)} ms`,
    limit: `${short(limit)} ms bare`,
    ...ratioAtMost(cost / limit, most),
  }
}
