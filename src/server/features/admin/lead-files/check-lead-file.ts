import { findMappingProblem, type LeadMapping } from '#contract/admin/lead-file-fields.ts'
import type { LeadImport } from '#contract/admin/lead-files.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { beginReading, type ImportRow, lockImport, saveSource } from './queries.ts'
import { dropParts, dropRefusals, dropRows } from './retention.ts'
import { showImport } from './show-lead-import.ts'

/** The states in which a file may be checked, for the first time or again. */
const OPEN: readonly ImportRow['state'][] = ['mapping', 'reading', 'interrupted', 'refused', 'ready']

/** The job that reads a file. */
export const READ_JOB = 'read-lead-file'

/**
 * Starts the dry run of a file with a mapping, which is saved for its source. An earlier dry run of the file no longer
 * counts.
 *
 * @throws Refusal `lead_import_unknown`; `lead_import_not_ready`; `lead_mapping_invalid` with what is wrong
 */
export async function checkLeadFile(ctx: PlatformContext, importId: string, mapping: LeadMapping): Promise<LeadImport> {
  const begun = await inTransaction(ctx, async (tx) => {
    const [row] = await tx.run(lockImport, { importId })
    if (!row) throw new Refusal('lead_import_unknown')
    if (!OPEN.includes(row.state) || !row.has_rows || row.columns.length === 0)
      throw new Refusal('lead_import_not_ready')
    const problem = findMappingProblem(mapping, row.columns)
    if (problem) throw new Refusal('lead_mapping_invalid', { message: problem })
    const now = ctx.clock.now()
    await tx.run(saveSource, { source: row.source, mapping: JSON.stringify(mapping), now })
    const [reading] = await tx.run(beginReading, { importId, now, mapping: JSON.stringify(mapping) })
    invariant(reading, 'the import is locked')
    await enqueue(tx, READ_JOB, { importId })
    return { ...reading, isRead: row.state === 'reading' }
  })
  // An earlier one that is still running finds that it no longer counts, and drops what it read. We don't wait for
  // that.
  if (begun.replaced !== null && !begun.isRead) await dropUpload(ctx, begun.replaced)
  return showImport(ctx, begun)
}

/** Deletes what a reading wrote. */
export async function dropUpload(ctx: PlatformContext, uploadNo: number): Promise<void> {
  await dropRows(ctx, uploadNo)
  await inTransaction(ctx, async (tx) => {
    await tx.run(dropRefusals, { uploadNo })
    await tx.run(dropParts, { uploadNo })
  })
}
