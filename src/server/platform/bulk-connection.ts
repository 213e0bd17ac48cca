/** A connection of its own for work that moves much data, in a thread or a process apart: no pool, no time limits. */
import pg from 'pg'
import { seconds } from './clock.ts'
import { type CopyIn, startCopyIn } from './copy-in.ts'

export interface BulkConnection {
  /** The bytes in the one column of the one row that a query finds; null where it finds none. */
  readBytes(sql: string, values: readonly unknown[]): Promise<Buffer | null>
  /** Runs statements that answer nothing. */
  run(sql: string): Promise<void>
  startCopyIn(sql: string): Promise<CopyIn>
  close(): Promise<void>
}

/** Opens the connection. @throws what the database says when it does not take it */
export async function openBulkConnection(url: string): Promise<BulkConnection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'leadyard bulk',
    connectionTimeoutMillis: seconds(5),
    keepAlive: true,
    keepAliveInitialDelayMillis: seconds(10),
  })
  // One that breaks fails what runs on it, which is where it is handled.
  client.on('error', () => undefined)
  await client.connect()
  return {
    async readBytes(sql, values) {
      const { rows } = await client.query<unknown[]>({ text: sql, values: [...values], rowMode: 'array' })
      const bytes = rows[0]?.[0]
      return Buffer.isBuffer(bytes) ? bytes : null
    },
    async run(sql) {
      await client.query(sql)
    },
    startCopyIn: (sql) => startCopyIn(client, sql),
    close: () => client.end(),
  }
}
