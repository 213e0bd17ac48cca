/** Shared by imports of any file: creating and listing them, and forgetting their rows. */
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import type { Retention } from '#server/platform/jobs/retention.ts'
import type { Statement } from '#server/platform/statement.ts'

/** A problem with a file as a whole; `message` is for the person who uploads it. */
export class FileProblem extends Error {
  override name = 'FileProblem'
  readonly isTooLarge: boolean

  constructor(message: string, { isTooLarge = false } = {}) {
    super(message)
    this.isTooLarge = isTooLarge
  }
}

/** A file's name for people, without the folders that some browsers put before it. */
export const baseName = (fileName: string, fallback: string): string =>
  fileName.split(/[\\/]/).at(-1)?.trim() || fallback

/** The size that the browser reported, capped to what a column can store. */
export const bytesSaid = (fileBytes: number): number => Math.min(fileBytes, 2 ** 31 - 1)

/**
 * Tries of a job that continues an import: enough to outlast any outage of the database; a bug of ours shows in the
 * list of failed jobs after an hour.
 */
export const IMPORT_ATTEMPTS_MAX = 12

/** Before the newest import. */
const START = ['infinity', '']

/**
 * Lists a page of imports, newest first.
 *
 * @param options.list the list's name in its cursors
 * @throws Refusal `bad_request` for a cursor of another list
 */
export async function pageOfImports<Row extends { created_at: Date; import_id: string }>(
  ctx: PlatformContext,
  options: {
    list: string
    statement: Statement<{ afterCreatedAt: Date | string; afterImportId: string; limit: number }, Row>
    cursor: string | undefined
    limit: number
  },
): Promise<Page<Row>> {
  const { list, statement, cursor, limit } = options
  const from = readCursor(list, cursor, 2)
  if (from && !isInstantKey(from[0])) throw new Refusal('bad_request')
  const [afterCreatedAt = '', afterImportId = ''] = from ?? START
  const found = await ctx.database.run(statement, { afterCreatedAt, afterImportId, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next = found.length > limit && last ? writeCursor(list, [last.created_at.toISOString(), last.import_id]) : null
  return { rows, next }
}

/** Imports per run, because each may have millions of rows; the next run does the rest. */
const IMPORTS_MAX = 50

/**
 * Forgets what imports read, one import at a time.
 *
 * @param rows.forgetOldest forgets the rows of the import that has been idle longest; false if none is old enough
 */
export const forgetImports = (rows: {
  what: string
  kept: string
  stays: string
  forgetOldest(tx: Transaction, before: Date): Promise<boolean>
}): Retention<Context> => ({
  ...rows,
  keptMs: days(3),
  why: 'Gives a weekend to read a report of refused rows. After that, a file should be checked again.',
  async forget(ctx, { before }) {
    let forgotten = 0
    while (forgotten < IMPORTS_MAX && (await inTransaction(ctx, (tx) => rows.forgetOldest(tx, before)))) forgotten += 1
    return forgotten
  },
})
