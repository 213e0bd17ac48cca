import type { StockImportDetails } from '#contract/admin/stock-files.ts'
import { IMPORT_ATTEMPTS_MAX } from '#server/features/admin/imports.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { setEach } from '#server/features/stock/set-availability.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import { addMilliseconds, seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  beginApplying,
  endApplying,
  findApplying,
  lockApplying,
  lockUnderWay,
  recordPart,
  sumChanges,
  takeChanges,
} from './apply-queries.ts'
import { dropRows } from './retention.ts'
import { requireImport, showImport } from './show-stock-import.ts'

/** The job that applies the rest of an import whose node died. */
export const APPLY_JOB = 'apply-stock-import'

/** Packages set at once; holds on them wait for about 50 ms. */
const PACKAGES_AT_ONCE = 2_000

/** All but the slowest imports are applied by then. */
const LOOK_AFTER_MS = seconds(15)

/**
 * Sets the stock of every package that the check found changed, part by part; live holds stay. Once started, it is
 * applied whatever happens; a package that someone sets in the meantime keeps that count. A second call helps the first
 * and finds it applied.
 *
 * @throws Refusal `stock_import_unknown`, `stock_import_not_ready`, and `stock_import_outdated` if an administrator has
 * set one of the packages since the check; nothing is changed then
 * @see docs/decisions/0029-stock-edits-and-low-stock.md
 */
export async function applyImport(ctx: PlatformContext, importId: string): Promise<StockImportDetails> {
  let other = await inTransaction(ctx, (tx) => begin(ctx, tx, importId))
  while (other !== null) {
    await applyParts(ctx, other)
    other = await inTransaction(ctx, (tx) => begin(ctx, tx, importId))
  }
  await applyParts(ctx, importId)
  return showImport(ctx, await requireImport(ctx, importId))
}

/** @returns the import that must be applied first, because this one was checked without it; null once this one has started */
async function begin(ctx: PlatformContext, tx: Transaction, importId: string): Promise<string | null> {
  await tx.run(lockApplying)
  const row = await requireImport(ctx, importId, tx)
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
  const appliedBy = requireMember(ctx).userId
  const [begun] = await tx.run(beginApplying, { importId, uploadId, now: ctx.clock.now(), appliedBy })
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
  const packages = count === 1 ? '1 package' : `${count.toLocaleString('en-US')} packages`
  return new Refusal('stock_import_outdated', {
    message: `${packages} of this file ${count === 1 ? 'was' : 'were'} changed by someone after it was checked, or ${count === 1 ? 'follows' : 'follow'} from leads now. Nothing was changed. Check again to see what the file would change now.`,
    details: { packages: count },
  })
}

/** Applies the rest of an import that has started. Several callers may do so at once: each part is applied by one of them. */
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
