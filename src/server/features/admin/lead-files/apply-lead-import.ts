import type { LeadImport } from '#contract/admin/lead-files.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { LostRace } from '#server/platform/lost-race.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { applyPart } from './apply-part.ts'
import {
  beginApplying,
  endApplying,
  findBusy,
  findLaterImports,
  haveRows,
  listOpenParts,
  type PartRow,
  touchImport,
} from './apply-progress-queries.ts'
import { findImport, findSameFile, type ImportRow, lockImport } from './queries.ts'
import { dropFile, dropRows } from './retention.ts'
import { requireImport, showImport } from './show-lead-import.ts'
import { takeBack } from './take-back.ts'

/** The job that applies an import. */
export const APPLY_JOB = 'apply-lead-import'
/**
 * Two parts run at once: while one waits for the disk, the other computes. They come from both ends of the list,
 * because neighbors may be in the same county: the second part would wait for the first one's pools, and a buyer for
 * both.
 */
const LANES = ['shift', 'pop'] as const

/**
 * Starts putting the leads of a checked file on sale. A second call finds it in progress or applied, and changes
 * nothing.
 *
 * @throws Refusal `lead_import_unknown`, `lead_import_not_ready`; `lead_import_busy` while another import changes
 * leads; `lead_file_known` if the same bytes were imported in the meantime
 * @see docs/decisions/0036-lead-files-in-steps.md
 */
export async function applyImport(ctx: PlatformContext, importId: string): Promise<LeadImport> {
  try {
    await inTransaction(ctx, (tx) => begin(ctx, tx, importId))
  } catch (error) {
    // Two imports started at the same moment, and the database allowed one.
    if (isUniqueViolation(error)) throw new Refusal('lead_import_busy')
    throw error
  }
  return showImport(ctx, await requireImport(ctx, importId))
}

async function begin(ctx: PlatformContext, tx: Transaction, importId: string): Promise<void> {
  const [row] = await tx.run(lockImport, { importId })
  if (!row) throw new Refusal('lead_import_unknown')
  if (row.state === 'applying' || row.state === 'applied') return
  if (row.state !== 'ready') throw new Refusal('lead_import_not_ready')
  const [same] = await tx.run(findSameFile, { checksum: row.checksum, importId })
  if (same) throw new Refusal('lead_file_known')
  const [busy] = await tx.run(findBusy, { importId })
  if (busy) throw new Refusal('lead_import_busy')
  const appliedBy = ctx.actor.kind === 'member' ? ctx.actor.userId : row.created_by
  await tx.run(beginApplying, { importId, now: ctx.clock.now(), appliedBy })
  const { preview } = row
  await writeAudit(ctx, tx, {
    action: 'leads_imported',
    subject: row.file_name,
    target: importId,
    after: {
      source: row.source,
      newLeads: preview?.newLeads ?? 0,
      merged: preview?.merged ?? 0,
      displaced: preview?.displaced ?? 0,
      refused: row.refused_rows,
      import: importId,
      checksum: row.checksum,
    },
  })
  await enqueue(tx, APPLY_JOB, { importId })
}

/** Applies the parts of an import that were not applied yet. If its rows were lost, undoes those that were. */
export async function applyParts(ctx: PlatformContext, importId: string): Promise<void> {
  const [row] = await ctx.database.run(findImport, { importId })
  if (row?.state !== 'applying' || row.upload_no === null) return
  const parts = await ctx.database.run(listOpenParts, { uploadNo: row.upload_no })
  const [rows] =
    parts.length > 0 ? await ctx.database.run(haveRows, { uploadNo: row.upload_no }) : [{ have_rows: true }]
  if (!rows?.have_rows) return takeBack(ctx, row, 'The database restarted and lost the rows. Upload the file again.')
  const [later] = await ctx.database.run(findLaterImports, { importId, touchedAt: row.checked_at })
  const isStale = later?.is_stale ?? true
  // If one lane fails, the other finishes its part first: no one else may resume the import while it works.
  const lanes = await Promise.allSettled(LANES.map((take) => applyAll(ctx, row, () => parts[take](), isStale)))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  await ctx.database.run(endApplying, { importId, now: ctx.clock.now() })
  await dropUploaded(ctx, row)
}

async function applyAll(
  ctx: PlatformContext,
  row: ImportRow,
  take: () => PartRow | undefined,
  isStale: boolean,
): Promise<void> {
  for (let part = take(); part; part = take()) {
    try {
      await applyPart(ctx, { row, part, isStale })
    } catch (error) {
      // Another node has applied the part.
      if (error instanceof LostRace) continue
      // A lead did not come from an import.
      if (isStale || !isUniqueViolation(error)) throw error
      await applyPart(ctx, { row, part, isStale: true })
    }
    await ctx.database.run(touchImport, { importId: row.import_id, now: ctx.clock.now() })
  }
}

/** The leads now contain what the file said. The rest is personal data that no one needs. */
async function dropUploaded(ctx: PlatformContext, row: ImportRow): Promise<void> {
  await ctx.database.run(dropFile, { importId: row.import_id })
  await dropRows(ctx, row.upload_no)
}
