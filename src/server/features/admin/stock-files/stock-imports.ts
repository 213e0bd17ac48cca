/** Files of stock, as one kind of import: what they mean, and how their rows become counts. */
import type { StockPreview, StockRowReason } from '#contract/admin/stock-files.ts'
import { REFUSALS_MAX } from '#contract/imports/imports.ts'
import { listCounties, recordLook } from '#server/features/admin/lead-files/lead-imports.ts'
import { UNDO_DAYS, UNDO_MS } from '#server/features/admin/lead-files/rules.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { countRefused } from '#server/features/imports/file-intake.ts'
import type { ImportKind, ImportRow } from '#server/features/imports/import-kind.ts'
import { setEach } from '#server/features/stock/set-availability.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import type { Context } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { type Statement, shownOf } from '#server/platform/database/statement.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { inOnePass, type Retention } from '#server/platform/jobs/retention.ts'
import * as sql from './queries.ts'
import { proposeStockMapping } from './rules.ts'

async function check(tx: Transaction, uploadNo: number, sum: { refused: Record<string, number>; rowsRead: number }) {
  const [marked] = await tx.run(sql.refuseRows, { uploadNo, limit: REFUSALS_MAX })
  const [compared] = await tx.run(sql.compareRows, { uploadNo })
  invariant(marked && compared, 'sums are one row')
  const refused: Partial<Record<StockRowReason, number>> = { ...sum.refused }
  if (marked.package_twice > 0) refused.package_twice = marked.package_twice
  if (marked.package_from_leads > 0) refused.package_from_leads = marked.package_from_leads
  const refusedRows = countRefused(refused)
  const preview: StockPreview = {
    ...shownOf(compared, 'named', 'changed', 'left_alone', 'to_zero', 'to_unlimited', 'from_unlimited'),
    unchanged: compared.named - compared.changed,
    repeated: compared.read - compared.named,
    refused,
  }
  const problem = refusedRows < sum.rowsRead ? null : 'No row of this file can be imported.'
  return { problem, refusedRows, preview }
}

function outdated(count: number): Refusal {
  const [packages, were, follow] =
    count === 1 ? ['1 package', 'was', 'follows'] : [`${count.toLocaleString('en-US')} packages`, 'were', 'follow']
  const message = `${packages} of this file ${were} changed by someone after it was checked, or ${follow} from leads now. Nothing was changed. Check again to see what the file would change now.`
  return new Refusal('import_outdated', { message, details: { packages: count } })
}

/** Packages set at once; holds on them wait for about 50 ms. */
const PACKAGES_AT_ONCE = 2_000

type TakePart = Statement<
  { uploadNo: number; limit: number },
  { package_id: string; available: number | null; edits: number | null }
>

/** Sets packages part by part, until none is left. Several callers may do so at once; one of them takes each part. */
async function setParts(
  ctx: PlatformContext,
  row: ImportRow,
  { take, reason, counted, left }: { take: TakePart; reason: string; counted: string; left: string },
): Promise<void> {
  const { import_id: importId, upload_no: uploadNo } = row
  invariant(uploadNo !== null, 'what is under way was read')
  for (;;) {
    const counties = await inTransaction(ctx, async (tx) => {
      const taken = await tx.run(take, { uploadNo, limit: PACKAGES_AT_ONCE })
      if (taken.length === 0) return null
      const who = (row.undone_by ?? row.applied_by) || row.created_by
      const stocks = taken.map(({ package_id: packageId, available, edits }) => {
        return { packageId, available: available ?? 0, edits: edits ?? 0 }
      })
      const set = await setEach(ctx, tx, { stocks, who, reason })
      const now = ctx.clock.now()
      await tx.run(sql.addOutcome, { importId, now, name: counted, packages: set.changed })
      const rest = stocks.length - set.changed
      if (rest > 0) await tx.run(sql.addOutcome, { importId, now, name: left, packages: rest })
      return set.counties
    })
    if (counties === null) return
    announceStockChange(ctx, counties)
  }
}

/** Live holds stay. A package that someone sets in the meantime keeps that count. */
export const STOCK_IMPORTS: ImportKind = {
  name: 'stock',
  idStart: 'sti',
  job: 'import-file',
  isOneAtWork: true,
  rows: {
    table: 'stock_file_rows',
    columns: 'upload_no, row_no, package_id, available, is_edited',
    index: 'upload_no, package_id',
    statistics: 'upload_no, package_id',
  },
  reader: new URL('./read-stock.ts', import.meta.url),
  async propose(_ctx, _row, columns) {
    return { mapping: proposeStockMapping(columns.map(({ name }) => name)), choices: [], isRemembered: false }
  },
  // A file of leads may be sent as stock by mistake.
  recordLook,
  readerOptions: listCounties,
  check: (_ctx, tx, { uploadNo, sum }) => check(tx, uploadNo, sum),
  async beginApplying(ctx, tx, { upload_no: uploadNo, import_id: id, file_name: subject, checksum, preview }) {
    invariant(uploadNo !== null, 'what is ready was read')
    const [sum] = await tx.run(sql.sumChanges, { uploadNo })
    const { named: packages, changed, toZero, toUnlimited } = preview as StockPreview
    // Retention has dropped what would be set.
    if (sum?.packages !== changed) throw new Refusal('import_not_ready')
    if (sum.outdated > 0) throw outdated(sum.outdated)
    await writeAudit(ctx, tx, {
      action: 'stock_imported',
      subject,
      target: id,
      before: { units: sum.units_before },
      after: { units: sum.units_after, packages, changed, toZero, toUnlimited, import: id, checksum },
    })
  },
  async apply(ctx, row) {
    const reason = `Import of ${row.file_name}`
    await setParts(ctx, row, { take: sql.takeChanges, reason, counted: 'changed', left: 'overtaken' })
    return null
  },
  async beginUndoing(ctx, tx, row) {
    const [sum] = await tx.run(sql.sumApplied, { uploadNo: row.upload_no })
    // An import of the release before kept nothing that could be given back.
    if (!sum?.rows || !row.applied_at || ctx.clock.now().getTime() - row.applied_at.getTime() >= UNDO_MS)
      throw new Refusal('import_not_ready.undo_over', { values: { days: UNDO_DAYS } })
    const { import_id: target, file_name: subject } = row
    await writeAudit(ctx, tx, { action: 'stock_import_undone', subject, target, before: { import: target } })
  },
  async undo(ctx, row) {
    const reason = `Undo of the import of ${row.file_name}`
    await setParts(ctx, row, { take: sql.takeUndone, reason, counted: 'restored', left: 'kept' })
  },
  async progress(ctx, row) {
    const [sum] = await ctx.database.run(sql.sumApplied, { uploadNo: row.upload_no })
    return sum ? { ...sum, outcome: row.outcome ?? {} } : null
  },
  async dropParts(tx, uploadNo) {
    await tx.run(sql.dropChanges, { uploadNo })
  },
}

export const stockRetention: Retention<Context> = {
  what: 'counts that stock imports replaced',
  kept: '30 days after they were applied',
  keptMs: UNDO_MS,
  why: 'An import can be undone for this long.',
  forget: inOnePass((ctx, { before }) => ctx.database.run(sql.forgetChanges, { before })),
}
