import type pg from 'pg'

/** A connection of the pool while statements are under way on it. */
interface Shared {
  client: Promise<pg.PoolClient>
  underWay: number
  failure?: Error
}

/**
 * Returns a function that runs statements on one connection of the pool, which PostgreSQL executes in the order of the
 * calls. The connection goes back when nothing is under way on it. After an error, later calls get another one; calls
 * under way still get their own answers.
 */
export function shareConnection(
  pool: pg.Pool,
): <Result>(run: (client: pg.PoolClient) => Promise<Result>) => Promise<Result> {
  let current: Shared | undefined
  return async (run) => {
    current ??= { client: pool.connect(), underWay: 0 }
    const shared = current
    shared.underWay += 1
    try {
      return await run(await shared.client)
    } catch (error) {
      shared.failure = error instanceof Error ? error : new Error(String(error))
      if (current === shared) current = undefined
      throw error
    } finally {
      shared.underWay -= 1
      if (shared.underWay === 0) {
        if (current === shared) current = undefined
        const client = await shared.client.catch(() => null)
        client?.release(shared.failure)
      }
    }
  }
}
