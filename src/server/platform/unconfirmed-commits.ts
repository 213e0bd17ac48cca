/**
 * Commits that a synchronous standby did not confirm. If the wait for the standby is canceled, PostgreSQL only warns
 * and calls the commit done; a standby that is promoted later has never seen it.
 *
 * @see https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION
 */
import type pg from 'pg'

/** The function in PostgreSQL that warns. The text of the warning depends on the server's language. */
const WARNS_ABOUT_STANDBY = 'SyncRepWaitForLSN'

/** Thrown instead of returning success. Whether the commit stays is unknown, as after a COMMIT whose answer was lost. */
export class UnconfirmedCommit extends Error {
  /** "Transaction resolution unknown": the database counts as unavailable, and the caller retries. */
  readonly code = '08007'

  constructor() {
    super('the standby did not confirm a commit')
  }
}

export interface CommitConfirmation {
  /**
   * Call it after a commit.
   *
   * @throws UnconfirmedCommit if the standby did not confirm it, or another that is under way on the same connection
   */
  requireConfirmed(client: pg.PoolClient): void
}

/** Listens to the warnings on a pool's connections. */
export function listenForUnconfirmed(pool: pg.Pool): CommitConfirmation {
  const unconfirmed = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) =>
    client.on('notice', ({ routine }) => {
      if (routine === WARNS_ABOUT_STANDBY) unconfirmed.add(client)
    }),
  )
  // The job queue's library uses the same connections and does not hear warnings; what it did is not the next caller's.
  pool.on('acquire', (client) => unconfirmed.delete(client))
  return {
    requireConfirmed(client) {
      if (unconfirmed.has(client)) throw new UnconfirmedCommit()
    },
  }
}
