import * as contract from '#contract/admin/stock-files.ts'
import { writeCsv } from '#contract/csv.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import { baseName, bytesSaid, forgetImports, pageOfImports } from '#server/features/admin/imports.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import { seconds } from '#server/platform/clock.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import type { FileReply, Page } from '#server/platform/http/endpoint.ts'
import { newId } from '#server/platform/ids.ts'
import * as sql from './queries.ts'

/** Reading makes progress at least every second. Without any for this long, its node is gone. */
const STILL_AFTER_MS = seconds(20)

/** The state for the screen: an import without progress is not in progress, whatever its row says. */
function stateOf(row: sql.ImportRow, now: Date): contract.StockImport['state'] {
  const isMoving = now.getTime() - row.touched_at.getTime() < STILL_AFTER_MS
  return (row.state === 'reading' || row.state === 'checking') && !isMoving ? 'interrupted' : row.state
}

const show = (row: sql.ImportRow, now: Date, names: ReadonlyMap<string, string>): contract.StockImport => ({
  id: row.import_id,
  fileName: row.file_name,
  fileBytes: row.file_bytes,
  state: stateOf(row, now),
  createdAt: row.created_at.toISOString(),
  createdBy: names.get(row.created_by) ?? row.created_by,
  bytesRead: row.bytes_read,
  rowsRead: row.rows_read,
  checksum: row.checksum,
  ignoredColumns: row.ignored_columns,
  problem: row.problem,
  refusedRows: row.refused_rows,
  preview: row.preview,
  appliedRows: row.applied_rows,
  appliedAt: row.applied_at?.toISOString() ?? null,
  appliedBy: row.applied_by ? (names.get(row.applied_by) ?? row.applied_by) : null,
  changedPackages: row.changed_packages,
})

/** Finds an import by its id. @throws Refusal `stock_import_unknown` */
export async function requireImport(from: Executor, importId: string): Promise<sql.ImportRow> {
  const [row] = await from.run(sql.findImport, { importId })
  if (!row) throw new Refusal('stock_import_unknown')
  return row
}

/** Shows an import with its first refused rows. */
export async function showImport(ctx: PlatformContext, row: sql.ImportRow): Promise<contract.StockImportDetails> {
  const hasRefused = row.refused_rows > 0 && row.upload_id !== null
  const refused = hasRefused
    ? await ctx.database.run(sql.listRefusals, { uploadId: row.upload_id, limit: contract.REFUSED_ROWS_SHOWN })
    : []
  return {
    ...show(row, ctx.clock.now(), await readMemberNames(ctx)),
    refused: refused.map(({ row_number, reason, line }) => ({ row: row_number, reason, line })),
  }
}

/** Shows an import. @throws Refusal `stock_import_unknown` */
export async function getImport(ctx: PlatformContext, importId: string): Promise<contract.StockImportDetails> {
  return showImport(ctx, await requireImport(ctx.database, importId))
}

/** Creates an import for a file that will be sent. */
export async function createImport(
  ctx: PlatformContext,
  { fileName, fileBytes }: BodyOf<typeof contract.createStockImport>,
): Promise<contract.StockImportDetails> {
  const [row] = await ctx.database.run(sql.insertImport, {
    importId: newId('sti', ctx.clock),
    now: ctx.clock.now(),
    createdBy: requireMember(ctx).userId,
    fileName: baseName(fileName, 'stock.csv'),
    fileBytes: bytesSaid(fileBytes),
  })
  invariant(row, 'the import was just written')
  return showImport(ctx, row)
}

/** Lists a page of imports, newest first. @throws Refusal `bad_request` for a cursor of another list */
export async function listStockImports(
  ctx: PlatformContext,
  { cursor, limit = contract.STOCK_IMPORTS_PAGE_DEFAULT }: QueryOf<typeof contract.listStockImports>,
): Promise<Page<contract.StockImport>> {
  const list = { name: 'stock-imports', statement: sql.listImports }
  const { rows, next } = await pageOfImports(ctx, list, { cursor, limit })
  const names = await readMemberNames(ctx)
  const now = ctx.clock.now()
  return { rows: rows.map((row) => show(row, now, names)), next }
}

/** Writes the refused rows of an import as a file. If there are more than it lists, its last line says so. */
export async function writeRefusedRows(ctx: PlatformContext, importId: string): Promise<FileReply> {
  const { upload_id, refused_rows } = await requireImport(ctx.database, importId)
  const listed = await ctx.database.run(sql.listRefusals, { uploadId: upload_id, limit: contract.REFUSED_ROWS_MAX })
  const rows = listed.map(({ row_number, reason, line }) => {
    return [row_number, `This row ${contract.STOCK_ROW_REASONS[reason]}.`, line]
  })
  const more = `${refused_rows} rows were refused; the first ${listed.length} are listed here.`
  const text = writeCsv([
    ['row', 'reason', 'line'],
    ...rows,
    ...(refused_rows > listed.length ? [[null, more, null]] : []),
  ])
  return { name: `refused-rows-${importId}.csv`, bytes: new TextEncoder().encode(text), isDownload: true }
}

export const stockFileRetention = forgetImports({
  what: 'rows of stock imports',
  kept: '3 days after the last step',
  stays: 'the import',
  async forgetOldest(tx, before) {
    const [old] = await tx.run(sql.findForgotten, { before, limit: 1 })
    if (!old) return false
    if (old.upload_id) await tx.run(sql.dropUpload, { uploadId: old.upload_id })
    await tx.run(sql.markForgotten, { importId: old.import_id })
    return true
  },
})
