/**
 * Reads bytes from PostgreSQL as they are, with COPY in its binary format. A query's answer would have them as hex
 * text, two digits for each byte, and as a string besides.
 *
 * @see https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 */
import type pg from 'pg'
import { invariant } from './invariant.ts'

/** `PGCOPY`, line ends that a careless transfer would change, flags, and the length of an unused extension. */
const HEADER_BYTES = 11 + 4 + 4
const COUNT_BYTES = 2
const LENGTH_BYTES = 4

interface CopyData {
  chunk: Buffer
}

/**
 * Reads the bytes in the only column of the only row of a query; null if there is no row, or null in it.
 *
 * @param select the query, without parameters, which COPY does not take
 * @throws PostgreSQL's error if it refuses
 */
export async function copyBytesOut(client: pg.ClientBase, select: string): Promise<Buffer | null> {
  const ended = Promise.withResolvers<void>()
  const chunks: Buffer[] = []
  // A query that speaks the protocol itself.
  const copy = {
    submit: (connection: pg.Connection) => connection.query(`copy (${select}) to stdout (format binary)`),
    // A copy: the chunk is in the connection's own buffer, which later bytes overwrite.
    handleCopyData: ({ chunk }: CopyData) => chunks.push(Buffer.from(chunk)),
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => ended.resolve(),
    handleError: (error: Error) => ended.reject(error),
  } satisfies pg.Submittable & Record<string, unknown>
  client.query(copy)
  await ended.promise
  // The row comes as one piece and the end of the rows as another, so there is nothing to join, which would be a second
  // copy.
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
