/**
 * Measures what a load costs, whatever the machine's speed: processor time, commits and waits for the disk, by who
 * spends it.
 */
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { StoreNode } from './store-node.ts'

/** Process ids by their name in the table. */
export type Parts = Readonly<Record<string, readonly number[]>>

/** Of a load, or of one unit of it. */
export interface Work {
  /** Seconds of processor time by part; PostgreSQL is one of them. */
  seconds: Readonly<Record<string, number>>
  commits: number
  /** How often PostgreSQL waited for its log to be on disk. */
  flushes: number
  insertedRows: number
}

/** Clock ticks per second in `/proc`; fixed by Linux. */
const TICKS = 100

async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The program's name comes first and may contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Of a process and those of its children that have ended. */
async function cpuSecondsOf(pid: number): Promise<number> {
  const fields = await statOf(pid)
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS
}

const cpuSecondsOfAll = async (pids: readonly number[]): Promise<number> =>
  (await Promise.all(pids.map(cpuSecondsOf))).reduce((sum, one) => sum + one, 0)

/** Returns the living children of a process. */
export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(async (pid) => Number((await statOf(pid))[1])))
  return pids.filter((_pid, at) => parents[at] === parent)
}

/** The postmaster adds up the sessions that have ended; the living ones are its children. */
async function postgresSeconds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  const main = Number((await readFile(`${rows[0]?.folder}/postmaster.pid`, 'utf8')).split('\n')[0])
  return cpuSecondsOfAll([main, ...(await childrenOf(main))])
}

async function readWork(pool: pg.Pool, parts: Parts): Promise<Work> {
  // Sessions report what they did within a second.
  await pool.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()')
  const { rows } = await pool.query<Omit<Work, 'seconds'>>(
    `select sum(xact_commit)::float8 as commits, sum(tup_inserted)::float8 as "insertedRows",
       (select sum(fsyncs)::float8 from pg_stat_io where object = 'wal') as flushes
     from pg_stat_database`,
  )
  const [counts] = rows
  if (!counts) throw new Error('PostgreSQL counted nothing')
  const seconds: Record<string, number> = {}
  for (const [name, pids] of Object.entries(parts)) seconds[name] = await cpuSecondsOfAll(pids)
  return { ...counts, seconds: { ...seconds, PostgreSQL: await postgresSeconds(pool) } }
}

function combine(works: readonly Work[], add: (values: readonly number[]) => number): Work {
  const names = Object.keys(works[0]?.seconds ?? {})
  return {
    seconds: Object.fromEntries(names.map((name) => [name, add(works.map(({ seconds }) => seconds[name] ?? 0))])),
    commits: add(works.map(({ commits }) => commits)),
    flushes: add(works.map(({ flushes }) => flushes)),
    insertedRows: add(works.map(({ insertedRows }) => insertedRows)),
  }
}

/** Starts counting. The returned function tells what all of PostgreSQL and the named processes have spent when it is called. */
export async function meterParts(pool: pg.Pool, parts: Parts): Promise<() => Promise<Work>> {
  const before = await readWork(pool, parts)
  return async () => combine([await readWork(pool, parts), before], ([after = 0, start = 0]) => after - start)
}

/** Counts nodes and PostgreSQL alone, in seconds of processor time, for benches that describe it in their own words. */
export async function meterWork(
  pool: pg.Pool,
  nodes: readonly StoreNode[],
): Promise<() => Promise<{ store: number; postgres: number }>> {
  const spent = await meterParts(pool, { store: nodes.map(({ child }) => child.pid) })
  return async () => {
    const { seconds } = await spent()
    return { store: seconds.store ?? Number.NaN, postgres: seconds.PostgreSQL ?? Number.NaN }
  }
}

/** What one unit cost, of several loads that did this many together. */
export function perUnit(works: readonly Work[], units: number): Work {
  return combine(works, (values) => values.reduce((sum, value) => sum + value, 0) / units)
}

/** Milliseconds of processor time of all parts together. */
export const processorMs = ({ seconds }: Work): number =>
  Object.values(seconds).reduce((sum, value) => sum + value, 0) * 1_000

/** In the order in which a request passes through them. */
const ORDER = ['store', 'helper', 'PostgreSQL', 'balancer', 'generator']

const short = (value: number): string =>
  value >= 10 ? value.toFixed(0) : value < 0.0005 ? '0' : String(Number(value.toPrecision(2)))

/** For the table: `store 4.2, PostgreSQL 4.7, generator 0.31 ms; 16 commits, 3.9 waits`. */
export function describeWork({ seconds, commits, flushes }: Work): string {
  const names = Object.keys(seconds).toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
  const parts = names.map((name) => `${name} ${short((seconds[name] ?? 0) * 1_000)}`)
  return `${parts.join(', ')} ms; ${short(commits)} commits, ${short(flushes)} waits`
}
