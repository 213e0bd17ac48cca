/** Watches how long a connection keeps others from reading or writing whole tables. */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const LOOK_EVERY_MS = 20

/** The locks that stop a store: `AccessExclusiveLock` stops reads as well, the others only writes. */
const STOPPING = ['AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock']

const HELD_LOCKS = `
  select relation::regclass::text as table, mode from pg_locks
  where pid = $1 and granted and locktype = 'relation' and mode = any($2) and database = (select oid from pg_database where datname = current_database())`

/** A lock that was held on a table, and for how long. */
export interface HeldLock {
  table: string
  mode: string
  ms: number
}

/**
 * Watches a connection from a second one until told to stop.
 *
 * @param url of the same database
 * @param pid the connection's process id in the server
 * @returns a function that ends it and returns each table's locks, longest first; up to 20 ms too short each
 */
export async function watchLocks(url: string, pid: number): Promise<() => Promise<HeldLock[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const locks = new Map<string, { table: string; mode: string; from: number; to: number }>()
  let isOver = false
  const look = async () => {
    while (!isOver) {
      const { rows } = await client.query<{ table: string; mode: string }>(HELD_LOCKS, [pid, STOPPING])
      const now = performance.now()
      for (const { table, mode } of rows) {
        const key = `${table} ${mode}`
        const known = locks.get(key)
        if (known) known.to = now
        else locks.set(key, { table, mode, from: now, to: now })
      }
      await wait(LOOK_EVERY_MS)
    }
  }
  const looking = look()
  return async () => {
    isOver = true
    await looking.finally(() => client.end())
    const held = [...locks.values()].map(({ table, mode, from, to }) => ({ table, mode, ms: Math.round(to - from) }))
    return held.sort((a, b) => b.ms - a.ms)
  }
}
