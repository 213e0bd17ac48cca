import type { Database } from './database.ts'

/**
 * Does work that must be done by one node at a time. The mark is an advisory lock of a connection, so that it cannot outlive a
 * killed process; the work itself uses other connections.
 *
 * @param lock two numbers: what kind of work, and which
 * @returns whether it was done; false: another is at it
 */
export async function workAlone(
  database: Database,
  lock: readonly [number, number],
  work: () => Promise<void>,
): Promise<boolean> {
  const client = await database.pool.connect()
  let broken = true
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [...lock])
    if (!rows[0]?.taken) {
      broken = false
      return false
    }
    try {
      await work()
    } finally {
      await client.query('select pg_advisory_unlock($1, $2)', [...lock])
      broken = false
    }
    return true
  } finally {
    // A connection that may still hold the lock is not given back.
    client.release(broken)
  }
}
