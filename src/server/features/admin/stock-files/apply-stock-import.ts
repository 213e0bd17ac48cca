import type { StockImportDetails } from '#contract/admin/stock-files.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { type EachSet, setEach } from '#server/features/stock/set-availability.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countOutdated, type ImportRow, lockApplying, markApplied, readChanges, recordApplying } from './queries.ts'
import { dropRows } from './retention-queries.ts'
import { requireImport, showImport } from './show-stock-import.ts'

/** Packages set at once: a part takes about 60 ms, after which the progress moves. */
const PACKAGES_AT_ONCE = 5_000

/**
 * Sets the stock of every package that the check found to change, in one transaction; live holds stay. A second call finds it
 * applied and changes nothing.
 *
 * @throws Refusal `stock_import_unknown`, `stock_import_not_ready`, and `stock_import_outdated` when an administrator set one of
 *   the packages since the check; nothing is changed then
 * @see docs/decisions/0030-stock-comes-in-as-checked.md
 */
export async function applyImport(ctx: PlatformContext, importId: string): Promise<StockImportDetails> {
  const progress = showProgress(ctx, importId)
  let hasLock = false
  const done = await inTransaction(ctx, async (tx) => {
    await tx.run(lockApplying)
    hasLock = true
    const row = await requireImport(ctx, importId, tx)
    if (row.state === 'applied') return null
    if (row.state !== 'ready') throw new Refusal('stock_import_not_ready')
    const sum = await setAll(ctx, tx, row, progress.show)
    const values = {
      importId,
      uploadId: row.upload_id,
      now: ctx.clock.now(),
      appliedBy: requireMember(ctx).userId,
      changedPackages: sum.changed,
    }
    const [applied] = await tx.run(markApplied, values)
    if (!applied) throw new Refusal('stock_import_not_ready')
    await writeAudit(ctx, tx, {
      action: 'stock_imported',
      subject: row.file_name,
      target: importId,
      before: { units: sum.unitsBefore },
      after: {
        units: sum.unitsAfter,
        packages: row.preview?.named ?? 0,
        changed: sum.changed,
        toZero: row.preview?.toZero ?? 0,
        toUnlimited: row.preview?.toUnlimited ?? 0,
        import: importId,
        checksum: row.checksum,
      },
    })
    return { row: applied, counties: sum.counties }
  }).catch(async (error) => {
    await progress.settled()
    // The progress of what was taken back would look as if it went on. Without the lock, it is that of another call.
    if (hasLock)
      await ctx.database.run(recordApplying, { importId, now: ctx.clock.now(), appliedRows: 0 }).catch(() => undefined)
    throw error
  })
  if (done) {
    announceStockChange(ctx, done.counties)
    await ctx.database.run(dropRows, { uploadId: done.row.upload_id })
  }
  return showImport(ctx, done?.row ?? (await requireImport(ctx, importId)))
}

type Sum = Omit<EachSet, 'counties'> & { counties: ReadonlySet<string> }

/**
 * Writes down how far applying is, outside its transaction so that it can be seen. Nothing waits for a step and none fails:
 * whoever holds packages must not need a connection that those who wait for the packages keep.
 */
function showProgress(ctx: PlatformContext, importId: string) {
  let writing: Promise<unknown> | null = null
  return {
    show(packages: number): void {
      writing ??= ctx.database
        .run(recordApplying, { importId, now: ctx.clock.now(), appliedRows: packages })
        .catch(() => undefined)
        .finally(() => {
          writing = null
        })
    },
    async settled(): Promise<void> {
      await writing
    },
  }
}

/** Sets part after part in the order of the ids, all of it on the one connection. */
async function setAll(
  ctx: PlatformContext,
  tx: Transaction,
  row: ImportRow,
  showSet: (packages: number) => void,
): Promise<Sum> {
  const { upload_id, preview, file_name } = row
  invariant(upload_id && preview, 'what is ready was read and checked')
  await requireCurrent(tx, upload_id)
  const who = requireMember(ctx).userId
  const read = (after: string) => tx.run(readChanges, { uploadId: upload_id, after, limit: PACKAGES_AT_ONCE })
  const counties = new Set<string>()
  let found = 0
  const sum = { changed: 0, unitsBefore: 0, unitsAfter: 0 }
  let part = await read('')
  while (part.length > 0) {
    const stocks = part.map(({ package_id, available, edits }) => ({ packageId: package_id, available, edits }))
    const set = await setEach(ctx, tx, { stocks, who, reason: `Import of ${file_name}` })
    if (!set) throw new Refusal('stock_import_outdated')
    found += part.length
    sum.changed += set.changed
    sum.unitsBefore += set.unitsBefore
    sum.unitsAfter += set.unitsAfter
    for (const county of set.counties) counties.add(county)
    showSet(found)
    part = await read(stocks.at(-1)?.packageId ?? '')
  }
  // A crash of the database empties what waits to be applied; less than what was agreed to must not be.
  if (found !== preview.changed) throw new Refusal('stock_import_not_ready')
  return { ...sum, counties }
}

/** Looked at before anything is locked; each part is compared again under its locks. */
async function requireCurrent(tx: Transaction, uploadId: string): Promise<void> {
  const [{ outdated } = { outdated: 0 }] = await tx.run(countOutdated, { uploadId })
  if (outdated === 0) return
  const packages = outdated === 1 ? '1 package' : `${outdated.toLocaleString('en-US')} packages`
  throw new Refusal('stock_import_outdated', {
    message: `${packages} of this file ${outdated === 1 ? 'was' : 'were'} set by somebody since it was checked, or ${outdated === 1 ? 'follows' : 'follow'} from leads by now. Nothing was changed. Check again to see what the file would change now.`,
    details: { packages: outdated },
  })
}
