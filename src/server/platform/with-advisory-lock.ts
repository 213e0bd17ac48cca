import type { Database } from './database.ts'

/**
 * Runs work while holding an advisory lock, unless another node holds it. The lock belongs to a connection, so it
 * cannot outlive a killed process; the work itself uses other connections.
 *
 * @param lock two numbers: the kind of work, and which piece of it
 * @returns whether the work was done; false: another node holds the lock
 */
export async function withAdvisoryLock(
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
    // A connection that may still hold the lock must not go back to the pool.
    client.release(broken)
  }
}
