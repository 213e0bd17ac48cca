import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'

/** A list in the order of its rows' keys. */
interface KeyedList<Row> {
  page: { cursor?: string | undefined; limit: number }
  /** In its cursors, so that one list refuses another's. */
  name: string
  /** The keys before the first row. */
  start: readonly string[]
  keysOf(row: Row): readonly string[]
  /** Whether the keys of a cursor may go to the database. Unless given, the first must be an instant. */
  isValid?(keys: readonly string[]): boolean
  /** Reads at most `limit` rows after these keys. */
  readAfter(keys: readonly string[], limit: number): Promise<Row[]>
}

/** Reads one page of a list. @throws Refusal `bad_request` for a cursor of another list */
export async function readPage<Row>(list: KeyedList<Row>): Promise<Page<Row>> {
  const { name, start, isValid = ([first]) => isInstantKey(first) } = list
  const { cursor, limit } = list.page
  const after = readCursor(name, cursor, start.length)
  if (after && !isValid(after)) throw new Refusal('bad_request')
  // One more than is shown, to see whether there is a next page.
  const found = await list.readAfter(after ?? start, limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: last && found.length > limit ? writeCursor(name, list.keysOf(last)) : null }
}
