import type pg from 'pg'

/** What the types of node-postgres leave out of its connection. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(bytes: Buffer): void
  endCopyFrom(): void
}

/** Sends bytes into a table with a bare `copy … from stdin`; resolves when they are committed. */
export function copyIn(client: pg.PoolClient, sql: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    // A query that speaks the protocol itself.
    const copy = {
      submit: (connection: pg.Connection) => connection.query(sql),
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(bytes)
        connection.endCopyFrom()
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
      handleError: (error: Error) => reject(error),
    } satisfies pg.Submittable & Record<string, unknown>
    client.query(copy)
  })
}
