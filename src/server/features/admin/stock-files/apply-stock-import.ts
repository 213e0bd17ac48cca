import type { StockImportDetails } from '#contract/admin/stock-files.ts'
import { IMPORT_ATTEMPTS_MAX } from '#server/features/admin/imports.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { setEach } from '#server/features/stock/set-availability.ts'
import { announceStockChange, shownUnits, sumOfUnits } from '#server/features/stock/stock-changes.ts'
import { addMilliseconds, seconds } from '#server/platform/clock.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { dropRows } from './queries.ts'
import { requireImport, showImport } from './show-stock-import.ts'

/**
 * `outdated`: an administrator set them since the check, or they follow leads since. Unlimited counts as 1000 units.
 */
export const sumChanges = statement('stock_files.sum_changes')`
  select count(*)::int as packages, (count(*) filter (where c.edits <> p.edits or p.lead_units is not null))::int as outdated,
    ${sumOfUnits(shownUnits('p'))} as units_before, ${sumOfUnits('c.available')} as units_after
  from stock_import_changes c join packages p using (package_id) where c.upload_id = $uploadId`

/** Lets one import start at a time; the lock ends with the transaction. */
export const lockApplying = statement('stock_files.lock_applying')`select pg_advisory_xact_lock(7305130)`

export const findApplying = statement('stock_files.find_applying')`
  select import_id from stock_imports where state = 'applying' limit 1`

/** From then on it is applied, whatever happens. No row if it has changed since it was read. */
export const beginApplying = statement('stock_files.begin_applying')`
  update stock_imports set state = 'applying', touched_at = $now, applied_by = $appliedBy, applied_rows = 0, changed_packages = 0
  where import_id = $importId and upload_id = $uploadId and state = 'ready' returning import_id`

/** Locks the next part of an import for this transaction. No row if it is not in progress. */
export const lockUnderWay = statement('stock_files.lock_under_way')`
  select upload_id, file_name, applied_by from stock_imports where import_id = $importId and state = 'applying' for update`

/** The next changes of an upload, by package; there are none left up to `after`. */
export const takeChanges = statement('stock_files.take_changes')`
  with part as materialized (
    select package_id from stock_import_changes where upload_id = $uploadId and package_id > $after
    order by package_id limit $limit
  ), taken as (
    delete from stock_import_changes c using part where c.upload_id = $uploadId and c.package_id = part.package_id
    returning c.package_id, c.available, c.edits
  )
  select package_id, available, edits from taken order by package_id`

export const recordPart = statement('stock_files.record_part')`
  update stock_imports set touched_at = $now, applied_rows = applied_rows + $named, changed_packages = changed_packages + $changed
  where import_id = $importId`

export const endApplying = statement('stock_files.end_applying')`
  update stock_imports set state = 'applied', touched_at = $now, applied_at = $now where import_id = $importId`

export const APPLY_JOB = 'apply-stock-import'
/** Packages set at once; holds on them wait for about 50 ms. */
const PACKAGES_AT_ONCE = 2_000
/** All but the slowest imports are applied by then. */
const LOOK_AFTER_MS = seconds(15)

/**
 * Sets the stock of every package that the check found changed, part by part; live holds stay. Once started, it is
 * applied whatever happens; a package that someone sets in the meantime keeps that count. A second call helps the
 * first.
 * @throws Refusal `stock_import_unknown`, `stock_import_not_ready`, `stock_import_outdated`; nothing is changed then
 * @see docs/decisions/0029-stock-edits-and-low-stock.md
 */
export async function applyImport(ctx: PlatformContext, importId: string): Promise<StockImportDetails> {
  for (;;) {
    const other = await inTransaction(ctx, (tx) => begin(ctx, tx, importId))
    if (other === null) break
    await applyParts(ctx, other)
  }
  await applyParts(ctx, importId)
  return showImport(ctx, await requireImport(ctx.database, importId))
}

/**
 * @returns the import that must be applied first, because this one was checked without it; null once this has started
 */
async function begin(ctx: PlatformContext, tx: Transaction, importId: string): Promise<string | null> {
  await tx.run(lockApplying)
  const row = await requireImport(tx, importId)
  if (row.state === 'applying' || row.state === 'applied') return null
  if (row.state !== 'ready') throw new Refusal('stock_import_not_ready')
  const [other] = await tx.run(findApplying)
  if (other) return other.import_id
  const { upload_id: uploadId, preview } = row
  invariant(uploadId && preview, 'what is ready was read and checked')
  const [sum] = await tx.run(sumChanges, { uploadId })
  invariant(sum, 'sums are one row')
  if (sum.packages !== preview.changed) throw new Refusal('stock_import_not_ready')
  if (sum.outdated > 0) throw outdated(sum.outdated)
  const values = { importId, uploadId, now: ctx.clock.now(), appliedBy: requireMember(ctx).userId }
  const [begun] = await tx.run(beginApplying, values)
  if (!begun) throw new Refusal('stock_import_not_ready')
  await writeAudit(ctx, tx, {
    action: 'stock_imported',
    subject: row.file_name,
    target: importId,
    before: { units: sum.units_before },
    after: {
      units: sum.units_after,
      packages: preview.named,
      changed: preview.changed,
      toZero: preview.toZero,
      toUnlimited: preview.toUnlimited,
      import: importId,
      checksum: row.checksum,
    },
  })
  const runAt = addMilliseconds(ctx.clock.now(), LOOK_AFTER_MS)
  await enqueue(tx, APPLY_JOB, { importId }, { runAt, attemptsMax: IMPORT_ATTEMPTS_MAX })
  return null
}

function outdated(count: number): Refusal {
  const [packages, were, follow] =
    count === 1 ? ['1 package', 'was', 'follows'] : [`${count.toLocaleString('en-US')} packages`, 'were', 'follow']
  const message = `${packages} of this file ${were} changed by someone after it was checked, or ${follow} from leads now. Nothing was changed. Check again to see what the file would change now.`
  return new Refusal('stock_import_outdated', { message, details: { packages: count } })
}

/** Applies the rest of a started import. Several callers may do so at once: each part is applied by one of them. */
export async function applyParts(ctx: PlatformContext, importId: string): Promise<void> {
  let after = ''
  for (;;) {
    const part = await inTransaction(ctx, (tx) => applyPart(ctx, tx, importId, after))
    if (part === null) return
    announceStockChange(ctx, part.counties)
    after = part.through
  }
}

/** @returns null if nothing is left; the import is applied then */
async function applyPart(
  ctx: PlatformContext,
  tx: Transaction,
  importId: string,
  after: string,
): Promise<{ through: string; counties: readonly string[] } | null> {
  const [row] = await tx.run(lockUnderWay, { importId })
  if (!row) return null
  const { upload_id: uploadId, file_name: fileName, applied_by: who } = row
  invariant(uploadId && who, 'what is under way was read, checked and agreed to')
  const taken = await tx.run(takeChanges, { uploadId, after, limit: PACKAGES_AT_ONCE })
  const now = ctx.clock.now()
  const last = taken.at(-1)
  if (!last) {
    await tx.run(endApplying, { importId, now })
    await tx.run(dropRows, { uploadId })
    return null
  }
  const stocks = taken.map(({ package_id, available, edits }) => ({ packageId: package_id, available, edits }))
  const { changed, counties } = await setEach(ctx, tx, { stocks, who, reason: `Import of ${fileName}` })
  await tx.run(recordPart, { importId, now, named: stocks.length, changed })
  return { through: last.package_id, counties }
}
