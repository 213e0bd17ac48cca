import { REFUSED_ROWS_MAX, type StockImportDetails, type StockPreview } from '#contract/admin/stock-files.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type Executor, inTransaction } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import * as sql from './queries.ts'
import { requireImport, showImport } from './show-stock-import.ts'

/**
 * Checks the rows of a file that was read to its end.
 * @throws Refusal `stock_import_replaced` if the file was sent again in the meantime; `stock_import_not_ready` if a
 * database crash emptied the rows
 */
export async function checkUpload(
  ctx: PlatformContext,
  uploadId: string,
  read: { rowsRead: number; refusedRows: number; checksum: string },
): Promise<sql.ImportRow> {
  const [twice] = await ctx.database.run(sql.refuseTwice, { uploadId, limit: REFUSED_ROWS_MAX })
  invariant(twice, 'a count is one row')
  const refusedRows = read.refusedRows + twice.refused
  const [row] = await endCheck(ctx, ctx.database, uploadId, { ...read, refusedRows })
  if (!row) throw new Refusal('stock_import_replaced')
  if (row.state === 'interrupted') throw new Refusal('stock_import_not_ready')
  return row
}

async function endCheck(
  ctx: PlatformContext,
  on: Executor,
  uploadId: string,
  read: { rowsRead: number; refusedRows: number; checksum: string },
): Promise<sql.ImportRow[]> {
  const { rowsRead, checksum } = read
  const [fromLeads] = await on.run(sql.refuseFromLeads, { uploadId, limit: REFUSED_ROWS_MAX })
  invariant(fromLeads, 'a count is one row')
  const refusedRows = read.refusedRows + fromLeads.refused
  if (refusedRows > 0) await on.run(sql.dropRows, { uploadId })
  const preview = refusedRows > 0 ? null : await compare(on, uploadId, rowsRead)
  const state = preview ? 'ready' : refusedRows > 0 ? 'refused' : 'interrupted'
  return on.run(sql.endUpload, { uploadId, now: ctx.clock.now(), state, problem: null, checksum, refusedRows, preview })
}

/** @returns null if a database crash emptied the rows */
async function compare(on: Executor, uploadId: string, rowsRead: number): Promise<StockPreview | null> {
  await on.run(sql.dropChanges, { uploadId })
  const [sum] = await on.run(sql.compareRows, { uploadId })
  if (sum?.read !== rowsRead) return null
  return {
    named: sum.named,
    changed: sum.changed,
    unchanged: sum.named - sum.changed,
    leftAlone: sum.left_alone,
    toZero: sum.to_zero,
    toUnlimited: sum.to_unlimited,
    fromUnlimited: sum.from_unlimited,
    repeated: sum.read - sum.named,
  }
}

/** Compares a file with the current stock again. @throws Refusal `stock_import_unknown`, `stock_import_not_ready` */
export async function checkAgain(ctx: PlatformContext, importId: string): Promise<StockImportDetails> {
  await requireImport(ctx.database, importId)
  const [row] = await inTransaction(ctx, async (tx) => {
    // Locks the import: without this, two calls at once would both record the differences, one of them twice.
    const [open] = await tx.run(sql.reopenCheck, { importId, now: ctx.clock.now() })
    if (!open?.upload_id || open.checksum === null) throw new Refusal('stock_import_not_ready')
    return endCheck(ctx, tx, open.upload_id, { rowsRead: open.rows_read, refusedRows: 0, checksum: open.checksum })
  })
  if (row?.state !== 'ready' && row?.state !== 'refused') throw new Refusal('stock_import_not_ready')
  return showImport(ctx, row)
}
