import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readPage } from '#server/platform/database/cursor.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import type { Statement } from '#server/platform/database/statement.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import type { Retention } from '#server/platform/jobs/retention.ts'

/** A file's name for people, without the folders that some browsers put before it. */
export const baseName = (fileName: string, fallback: string): string =>
  fileName.split(/[\\/]/).at(-1)?.trim() || fallback

/** The size that the browser reported, capped to what a column can store. */
export const bytesSaid = (fileBytes: number): number => Math.min(fileBytes, 2 ** 31 - 1)

/**
 * Tries of a job: enough to outlast any outage of the database. A bug of ours shows in the failed jobs after an hour.
 */
export const IMPORT_ATTEMPTS_MAX = 12

/** Lists a page of imports, newest first. @throws Refusal `bad_request` for a cursor of another list */
export const pageOfImports = <Row extends { created_at: Date; import_id: string }>(
  ctx: PlatformContext,
  list: {
    name: string
    statement: Statement<{ afterCreatedAt: Date | string; afterImportId: string; limit: number }, Row>
  },
  page: { cursor?: string | undefined; limit: number },
): Promise<Page<Row>> =>
  readPage({
    page,
    name: list.name,
    start: ['infinity', ''],
    keysOf: (row: Row) => [row.created_at.toISOString(), row.import_id],
    readAfter: ([afterCreatedAt = '', afterImportId = ''], limit) =>
      ctx.database.run(list.statement, { afterCreatedAt, afterImportId, limit }),
  })

/** Imports per run, because each may have millions of rows; the next run does the rest. */
const IMPORTS_MAX = 50

/** Forgets what imports read, one at a time. @param rows.forgetOldest false if none is old enough */
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
