/** Where the next page of a list starts, as text that only has to come back unchanged. */
import { Instant } from '#contract/values.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'

/** @param list one list refuses another's cursor @param keys the sort keys of the last row that was shown */
export const writeCursor = (list: string, keys: readonly string[]): string =>
  Buffer.from(JSON.stringify([list, ...keys])).toString('base64url')

/** Returns the keys; null for the first page. @throws Refusal `bad_request` for anything that this list did not write */
export function readCursor(list: string, cursor: string | undefined, keyCount: number): string[] | null {
  if (cursor === undefined || cursor === '') return null
  const refusal = () => new Refusal('bad_request.cursor')
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw refusal()
  }
  const isOurs =
    Array.isArray(parts) && parts.length === keyCount + 1 && parts.every((part) => typeof part === 'string')
  if (!isOurs || !Array.isArray(parts) || parts[0] !== list) throw refusal()
  if (parts.some((part: string) => part.includes('\0'))) throw refusal()
  return parts.slice(1)
}

/** An instant as `toISOString` writes it, or as PostgreSQL's text: `2026-11-22 04:30:00.5+00`. Neither knows a year 0. */
const INSTANT_KEY = /^((?!0000)\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,6})?)(?:Z|[+-](?:0\d|1[0-4])(?::[0-5]\d)?)$/

/** Whether PostgreSQL accepts a key as an instant. `Date.parse` would accept `foo 1` or the 30th of February. */
export function isInstantKey(key: string | undefined): boolean {
  const [, day, time] = INSTANT_KEY.exec(key ?? '') ?? []
  return Instant.safeParse(`${day}T${time}Z`).success
}

export const isDayKey = (key: string | undefined): boolean => isInstantKey(`${key}T00:00:00Z`)

interface KeyedList<Row> {
  page: { cursor?: string | undefined; limit: number }
  /** In its cursors, so that one list refuses another's. */
  name: string
  /** The keys before the first row. */
  start: readonly string[]
  keysOf(row: Row): readonly string[]
  /** Whether the keys of a cursor may go to the database. Unless given, the first must be an instant. */
  isValid?(keys: readonly string[]): boolean
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
