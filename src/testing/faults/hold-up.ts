/** Stops a node exactly where it needs certain rows, so it can be killed there. */
import type pg from 'pg'
import { expect } from 'vitest'
import type { TestDatabase } from '../test-database.ts'
import { until } from './shopper.ts'

const MOMENT_MS_MAX = 5_000

/** Locks rows or a table so the node stops exactly where it needs them; `release` undoes that, `commit` keeps it. */
export async function holdUp({ pool }: TestDatabase, lock: string, values: unknown[] = []) {
  const client: pg.PoolClient = await pool.connect()
  await client.query('begin')
  await client.query(lock, values)
  const end = async (how: 'rollback' | 'commit') => {
    await client.query(how)
    client.release()
  }
  return { release: () => end('rollback'), commit: () => end('commit') }
}

/** Resolves when the node waits for the lock, with this many connections. @throws Error if it never gets there */
export const untilNodeWaits = ({ pool }: TestDatabase, connections = 1): Promise<true> =>
  until('the node waits for what is held', MOMENT_MS_MAX, async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return (rowCount ?? 0) >= connections
  })

/** A call whose answer nobody will hear, because the node is killed before it answers. */
export const unanswered = (call: Promise<unknown>): Promise<void> =>
  call.then(
    () => expect.unreachable('the node was killed before it answered'),
    () => undefined,
  )
