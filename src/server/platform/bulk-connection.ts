/**
 * A connection for moving a lot of data, used in worker threads and child processes: no pool, and no time limits while
 * the database is working.
 */
import pg from 'pg'
import { type CopyIn, startCopyIn } from './copy-in.ts'
import { copyBytesOut } from './copy-out.ts'
import { openWatchedClient } from './watched-client.ts'

export interface BulkConnection {
  /** Reads the bytes in the only column of the only row of a query; null if there is no row. */
  readBytes(select: string, values: readonly (string | number)[]): Promise<Buffer | null>
  /** Runs statements that return no rows. */
  run(sql: string): Promise<void>
  startCopyIn(sql: string): Promise<CopyIn>
  close(): Promise<void>
}

/** Writes parameters into the SQL as literals, because COPY takes none. */
const withLiterals = (sql: string, values: readonly (string | number)[]): string =>
  sql.replaceAll(/\$(\d+)/g, (_, number) => pg.escapeLiteral(String(values[Number(number) - 1])))

/** Opens the connection. @throws the database's error if it refuses */
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
