import { writeCsv, writeCsvRows } from '#contract/csv.ts'
import {
  IMPORTS_PAGE_DEFAULT,
  type Import,
  REFUSALS_MAX,
  REFUSED_SHOWN,
  refusedWords,
} from '#contract/imports/imports.ts'
import { rowName } from '#contract/imports/sheets.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readPage } from '#server/platform/database/cursor.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import type { FileReply, Page } from '#server/platform/http/endpoint.ts'
import { LEFT_OUT } from './file-intake.ts'
import type { ImportKind } from './import-kind.ts'
import * as sql from './queries.ts'

/** The imports that someone may see and continue. */
export interface ImportScope {
  readonly kinds: readonly ImportKind[]
  /** Only those that this buyer created; null: all of these kinds. */
  readonly createdBy: string | null
  /** The names of members, by their ids. */
  readonly names: ReadonlyMap<string, string>
}

/** Finds the kind of an import among those that its caller may see. */
export function kindOf(kinds: readonly ImportKind[], row: Pick<sql.ImportRow, 'kind'>): ImportKind {
  const kind = kinds.find(({ name }) => name === row.kind)
  invariant(kind, 'imports are found by their kinds')
  return kind
}

/** Finds an import by its id; `lockImport` also locks it. @throws Refusal `import_unknown` */
export async function requireImport(
  from: Executor,
  { kinds, createdBy }: Pick<ImportScope, 'kinds' | 'createdBy'>,
  importId: string,
  find = sql.findImport,
): Promise<sql.ImportRow> {
  const [row] = await from.run(find, { importId })
  const isTheirs = row && kinds.some(({ name }) => name === row.kind)
  if (!isTheirs || (createdBy !== null && row.created_by !== createdBy)) throw new Refusal('import_unknown')
  return row
}

const HAS_PARTS: readonly sql.ImportRow['state'][] = ['applying', 'applied', 'undoing', 'undone', 'interrupted']

/** Shows an import. */
export async function showImport(ctx: PlatformContext, scope: ImportScope, row: sql.ImportRow): Promise<Import> {
  const nameOf = (userId: string | null) =>
    userId === null ? null : scope.createdBy === null ? (scope.names.get(userId) ?? userId) : 'You'
  const isStarted = HAS_PARTS.includes(row.state) && row.upload_no !== null
  const sum = isStarted ? await kindOf(scope.kinds, row).progress(ctx, row) : null
  const isUndoing = row.state === 'undoing' || row.state === 'undone'
  const shown = {
    id: row.import_id,
    ...shownOf(row, 'kind', 'source', 'file_name', 'file_bytes', 'state', 'created_at', 'bytes_received'),
    ...shownOf(row, 'bytes_read', 'rows_read', 'checksum', 'columns', 'sheets', 'mapping', 'problem', 'refused_rows'),
    ...shownOf(row, 'preview', 'applied_at', 'undone_at'),
    createdBy: nameOf(row.created_by) ?? '',
    rowsDone: (isUndoing ? sum?.undone : sum?.done) ?? 0,
    rowsToApply: sum?.rows ?? 0,
    appliedBy: nameOf(row.applied_by),
    undoneBy: nameOf(row.undone_by),
    outcome: sum?.outcome ?? row.outcome,
  }
  // Its preview is what the check of its kind wrote.
  return shown as Import
}

/** Shows an import with its first refused rows. @throws Refusal `import_unknown` */
export async function getImport(ctx: PlatformContext, scope: ImportScope, importId: string): Promise<Import> {
  const row = await requireImport(ctx.database, scope, importId)
  const { upload_no, kind, sheets, state } = row
  const isLookedAt = state === 'ready' || state === 'refused'
  const page = { uploadNo: upload_no, limit: REFUSED_SHOWN }
  const rows = isLookedAt ? await ctx.database.run(sql.sampleRefusals, page) : []
  const firstRefused = rows.map(({ row_no, reason, line }) => {
    const [cell = ''] = line.split('\n')
    // What a row lost may be a person's: only the fields are named.
    const shown = kind === 'stock' ? line.trim() : reason === LEFT_OUT ? cell.replace(/ “[^”]*”/g, '') : cell
    return { row: rowName(sheets, row_no), reason, cell: shown }
  })
  return { ...(await showImport(ctx, scope, row)), ...(isLookedAt && { firstRefused }) }
}

/** Lists a page of all imports of some kinds, newest first. @throws Refusal `bad_request` for another list's cursor */
export async function listImports(
  ctx: PlatformContext,
  scope: ImportScope,
  { cursor, limit = IMPORTS_PAGE_DEFAULT }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<Import>> {
  const kinds = scope.kinds.map(({ name }) => name)
  const { rows, next } = await readPage({
    page: { cursor, limit },
    name: 'imports',
    start: ['infinity', ''],
    keysOf: (row: sql.ImportRow) => [row.created_at.toISOString(), row.import_id],
    readAfter: ([afterCreatedAt = '', afterImportId = ''], many) =>
      ctx.database.run(sql.listImports, { kinds, afterCreatedAt, afterImportId, limit: many }),
  })
  return { rows: await Promise.all(rows.map((row) => showImport(ctx, scope, row))), next }
}

const REFUSALS_AT_ONCE = 2_000

/** Writes the refused rows of an import as a file. If there are more than it lists, its last line says so. */
export async function writeRefusedRows(ctx: PlatformContext, scope: ImportScope, importId: string): Promise<FileReply> {
  const row = await requireImport(ctx.database, scope, importId)
  await kindOf(scope.kinds, row).recordLook?.(ctx, row, 'the refused rows')
  return { name: `refused-rows-${importId}.csv`, bytes: refusedLines(ctx, row), isDownload: true }
}

async function* refusedLines(
  ctx: PlatformContext,
  { upload_no, refused_rows, kind, sheets }: sql.ImportRow,
): AsyncGenerator<string> {
  yield writeCsv([['row', 'reason', 'line']])
  let after = 0
  let listed = 0
  for (;;) {
    const rows = await ctx.database.run(sql.listRefusals, { uploadNo: upload_no, after, limit: REFUSALS_AT_ONCE })
    if (rows.length === 0) break
    const told = rows.map(({ row_no, reason, line }) => {
      const [cell = '', ...sent] = line.includes('\n') ? line.split('\n') : ['', line]
      return [rowName(sheets, row_no), `${refusedWords(kind, reason, cell, 'This row')}.`, sent.join('\n')]
    })
    yield writeCsvRows(told)
    after = rows.at(-1)?.row_no ?? after
    listed += rows.filter(({ reason }) => reason !== LEFT_OUT).length
  }
  if (refused_rows <= listed) return
  const why = listed < Math.min(refused_rows, REFUSALS_MAX) ? 'Rows are kept for three days.' : ''
  yield writeCsvRows([[null, `${refused_rows} rows were refused; ${listed} are listed here. ${why}`.trim(), null]])
}
