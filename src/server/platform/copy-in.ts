/**
 * Writes rows into a table with PostgreSQL's COPY, as they are made. It keeps nothing but what the connection has not
 * sent yet.
 *
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY
 */
import { once } from 'node:events'
import type pg from 'pg'

/** What the types of node-postgres leave out of its connection. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(bytes: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** A COPY in progress on a connection, which can do nothing else until it ends. */
export interface CopyIn {
  /** Sends lines; waits if the other side does not keep up. @throws PostgreSQL's error if it refused earlier lines */
  write(lines: Buffer): Promise<void>
  /** Resolves once PostgreSQL has all rows. */
  end(): Promise<void>
  /** Discards the rows. */
  abort(): Promise<void>
}

/** Starts a `copy … from stdin`. */
export async function startCopyIn(client: pg.ClientBase, sql: string): Promise<CopyIn> {
  const begun = Promise.withResolvers<CopyConnection>()
  const ended = Promise.withResolvers<void>()
  ended.promise.catch(() => undefined)
  let refused: Error | null = null
  // A query that speaks the protocol itself.
  const copy = {
    submit: (connection: pg.Connection) => connection.query(sql),
    handleCopyInResponse: (connection: CopyConnection) => begun.resolve(connection),
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => ended.resolve(),
    handleError: (error: Error) => {
      refused = error
      begun.reject(error)
      ended.reject(error)
    },
  } satisfies pg.Submittable & Record<string, unknown>
  client.query(copy)
  const connection = await begun.promise
  return {
    async write(lines) {
      if (refused) throw refused
      connection.sendCopyFromChunk(lines)
      if (!connection.stream.writableNeedDrain) return
      await Promise.race([once(connection.stream, 'drain'), ended.promise])
      if (refused) throw refused
    },
    async end() {
      if (!refused) connection.endCopyFrom()
      await ended.promise
    },
    async abort() {
      if (!refused) connection.sendCopyFail('given up')
      await ended.promise.catch(() => undefined)
    },
  }
}

const SPECIAL = /[\\\t\n\r]/
const ALL_SPECIAL = /[\\\t\n\r]/g
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Encodes a text as a cell of COPY's text format; null is NULL. */
export function copyCell(text: string | null): string {
  if (text === null) return '\\N'
  return SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (character) => ESCAPES[character] ?? character) : text
}

const QUOTED = /["\\]/
const ALL_QUOTED = /["\\]/g
const quoted = (text: string): string => (QUOTED.test(text) ? text.replace(ALL_QUOTED, '\\$&') : text)

/** Encodes texts as a cell of the type `text[]`. */
export function copyArrayCell(texts: readonly string[]): string {
  if (texts.length === 0) return '{}'
  let array = ''
  for (const text of texts) array += `${array === '' ? '' : ','}"${quoted(text)}"`
  return copyCell(`{${array}}`)
}
