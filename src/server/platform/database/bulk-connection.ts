/** A connection for moving a lot of data: no pool, and no time limits while the database is working. */
import { once } from 'node:events'
import pg from 'pg'
import { invariant } from '#server/platform/errors.ts'
import { openWatchedClient } from './watched-client.ts'

/* COPY: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY */

interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(bytes: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** A COPY in progress on a connection, which can do nothing else until it ends. It keeps only what is not sent yet. */
async function startCopyIn(client: pg.ClientBase, sql: string) {
  const begun = Promise.withResolvers<CopyConnection>()
  const ended = Promise.withResolvers<void>()
  ended.promise.catch(() => undefined)
  let refused: Error | null = null
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
    /** Waits if the other side does not keep up. @throws PostgreSQL's error if it refused earlier lines */
    async write(lines: Buffer) {
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

/** Bytes as they are, without hex. https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS */

/** `PGCOPY`, line ends that a careless transfer would change, flags, and the length of an unused extension. */
const HEADER_BYTES = 11 + 4 + 4
const COUNT_BYTES = 2
const LENGTH_BYTES = 4

/** The bytes in the only column of the only row; null if there are none. @param select without parameters */
async function copyBytesOut(client: pg.ClientBase, select: string): Promise<Buffer | null> {
  const ended = Promise.withResolvers<void>()
  const chunks: Buffer[] = []
  const copy = {
    submit: (connection: pg.Connection) => connection.query(`copy (${select}) to stdout (format binary)`),
    // The chunk is in the connection's own buffer, which later bytes overwrite.
    handleCopyData: ({ chunk }: { chunk: Buffer }) => chunks.push(Buffer.from(chunk)),
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => ended.resolve(),
    handleError: (error: Error) => ended.reject(error),
  } satisfies pg.Submittable & Record<string, unknown>
  client.query(copy)
  await ended.promise
  // The row comes as one piece and the end of the rows as another: joining them would be a second copy.
  const [row, end] = chunks
  return firstCell(row && end?.length === COUNT_BYTES && chunks.length === 2 ? row : Buffer.concat(chunks))
}

function firstCell(bytes: Buffer): Buffer | null {
  if (bytes.readInt16BE(HEADER_BYTES) < 1) return null
  const lengthAt = HEADER_BYTES + COUNT_BYTES
  const length = bytes.readInt32BE(lengthAt)
  const from = lengthAt + LENGTH_BYTES
  const end = from + length
  invariant(length < 0 || end === bytes.length || end + COUNT_BYTES === bytes.length, 'the one cell came whole')
  return length < 0 ? null : bytes.subarray(from, end)
}

const withLiterals = (sql: string, values: readonly (string | number)[]): string =>
  sql.replaceAll(/\$(\d+)/g, (_, number) => pg.escapeLiteral(String(values[Number(number) - 1])))

/** Opens the connection. @throws the database's error if it refuses */
export async function openBulkConnection(url: string) {
  const { client, close } = await openWatchedClient(url, 'leadyard bulk')
  return {
    readBytes: (select: string, values: readonly (string | number)[]) =>
      copyBytesOut(client, withLiterals(select, values)),
    async run(sql: string) {
      await client.query(sql)
    },
    startCopyIn: (sql: string) => startCopyIn(client, sql),
    close,
  }
}

export type BulkConnection = Awaited<ReturnType<typeof openBulkConnection>>
