/** What a load costs whatever the machine's speed: processor, commits and waits for the disk, by who spends it. */
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { StoreNode } from './store-node.ts'

/** Since a process began, or of a load. */
export interface Work {
  /** Seconds of processor. */
  store: number
  postgres: number
  commits: number
  /** Times that PostgreSQL waited for its log to be on disk. */
  flushes: number
  insertedRows: number
}

/** Clock ticks a second in `/proc`; fixed by Linux. */
const TICKS = 100

/** Of a process and those of its children that have ended. */
async function cpuSecondsOf(pid: number, isWithChildren: boolean): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, isWithChildren ? 15 : 13).reduce((sum, field) => sum + Number(field), 0)
  return ticks / TICKS
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const children: number[] = []
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent) children.push(pid)
  }
  return children
}

async function postgresSeconds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  const main = Number((await readFile(`${rows[0]?.folder}/postmaster.pid`, 'utf8')).split('\n')[0])
  const children = await childrenOf(main)
  const spent = await Promise.all([cpuSecondsOf(main, true), ...children.map((pid) => cpuSecondsOf(pid, false))])
  return spent.reduce((sum, one) => sum + one, 0)
}

async function readWork(pool: pg.Pool, nodes: readonly StoreNode[]): Promise<Work> {
  // Sessions report what they did at most a second later.
  await pool.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()')
  const { rows } = await pool.query<{ commits: number; flushes: number; inserted: number }>(
    `select d.xact_commit::float8 as commits, d.tup_inserted::float8 as inserted,
       (select coalesce(sum(fsyncs), 0)::float8 from pg_stat_io where object = 'wal') as flushes
     from pg_stat_database d where d.datname = current_database()`,
  )
  const store = await Promise.all(nodes.map(({ child }) => cpuSecondsOf(child.process.pid ?? 0, true)))
  return {
    store: store.reduce((sum, one) => sum + one, 0),
    postgres: await postgresSeconds(pool),
    commits: rows[0]?.commits ?? Number.NaN,
    flushes: rows[0]?.flushes ?? Number.NaN,
    insertedRows: rows[0]?.inserted ?? Number.NaN,
  }
}

/** Starts to count; the answer tells what was spent until it is called. */
export async function meterWork(pool: pg.Pool, nodes: readonly StoreNode[]): Promise<() => Promise<Work>> {
  const before = await readWork(pool, nodes)
  return async () => {
    const after = await readWork(pool, nodes)
    return {
      store: after.store - before.store,
      postgres: after.postgres - before.postgres,
      commits: after.commits - before.commits,
      flushes: after.flushes - before.flushes,
      insertedRows: after.insertedRows - before.insertedRows,
    }
  }
}

/** Of one unit of what was done meanwhile. */
export function perUnit(work: Work, units: number): Work {
  return {
    store: work.store / units,
    postgres: work.postgres / units,
    commits: work.commits / units,
    flushes: work.flushes / units,
    insertedRows: work.insertedRows / units,
  }
}
