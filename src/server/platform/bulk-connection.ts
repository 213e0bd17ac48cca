/**
 * A connection of its own for work that moves much data, in a thread or a process apart: no pool, and no time limits while the database
 * is at work.
 */
import pg from 'pg'
import { type CopyIn, startCopyIn } from './copy-in.ts'
import { copyBytesOut } from './copy-out.ts'
import { openWatchedClient } from './watched-client.ts'

export interface BulkConnection {
  /** The bytes in the one column of the one row that a query finds; null where it finds none. */
  readBytes(select: string, values: readonly (string | number)[]): Promise<Buffer | null>
  /** Runs statements that answer nothing. */
  run(sql: string): Promise<void>
  startCopyIn(sql: string): Promise<CopyIn>
  close(): Promise<void>
}

/** COPY takes no parameters. Those of a query, written into it. */
const withLiterals = (sql: string, values: readonly (string | number)[]): string =>
  sql.replaceAll(/\$(\d+)/g, (_, number) => pg.escapeLiteral(String(values[Number(number) - 1])))

/** Opens the connection. @throws what the database says when it does not take it */
export async function openBulkConnection(url: string): Promise<BulkConnection> {
  const { client, close } = await openWatchedClient(url, 'leadyard bulk')
  return {
    readBytes: (select, values) => copyBytesOut(client, withLiterals(select, values)),
    async run(sql) {
      await client.query(sql)
    },
    startCopyIn: (sql) => startCopyIn(client, sql),
    close,
  }
}
