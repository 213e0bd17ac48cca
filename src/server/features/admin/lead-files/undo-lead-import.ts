import type { LeadImport } from '#contract/admin/lead-files.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { findBusy } from './apply-queries.ts'
import { findImport, lockImport } from './queries.ts'
import { UNDO_DAYS, UNDO_MS } from './rules.ts'
import { requireImport, showImport } from './show-lead-import.ts'
import { undoParts } from './take-back.ts'
import { beginUndoing, findUses } from './undo-queries.ts'

/** The job that undoes an import. */
export const UNDO_JOB = 'undo-lead-import'

/**
 * Starts undoing an import: its leads are deleted, and those it renewed or took off sale are restored. A lead that
 * someone buys or holds during that stays, and is counted.
 *
 * @throws Refusal `lead_import_unknown`; `lead_import_not_ready` if it is not applied, or was applied more than
 * `UNDO_DAYS` ago; `lead_import_busy` while another import changes leads; `lead_import_in_use` if any of it is sold or
 * held; `lead_import_built_upon` if a later import renewed leads of it
 */
export async function undoImport(ctx: PlatformContext, importId: string): Promise<LeadImport> {
  try {
    await inTransaction(ctx, (tx) => begin(ctx, tx, importId))
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('lead_import_busy')
    throw error
  }
  return showImport(ctx, await requireImport(ctx, importId))
}

async function begin(ctx: PlatformContext, tx: Transaction, importId: string): Promise<void> {
  const [row] = await tx.run(lockImport, { importId })
  if (!row) throw new Refusal('lead_import_unknown')
  if (row.state === 'undoing' || row.state === 'undone') return
  if (row.state !== 'applied' || !row.applied_at) throw new Refusal('lead_import_not_ready')
  // By then, what it replaced, and what later imports replaced of it, is forgotten.
  if (ctx.clock.now().getTime() - row.applied_at.getTime() >= UNDO_MS) {
    throw new Refusal('lead_import_not_ready.undo_over', { values: { days: UNDO_DAYS } })
  }
  const [busy] = await tx.run(findBusy, { importId })
  if (busy) throw new Refusal('lead_import_busy')
  await tx.liftTimeLimits()
  const [uses] = await tx.run(findUses, { uploadNo: row.upload_no, importNo: row.import_no, soldAt: row.applied_at })
  if (uses?.is_used) throw new Refusal('lead_import_in_use')
  if (uses?.is_built_upon) throw new Refusal('lead_import_built_upon')
  const undoneBy = ctx.actor.kind === 'member' ? ctx.actor.userId : row.created_by
  await tx.run(beginUndoing, { importId, now: ctx.clock.now(), undoneBy, problem: null })
  await writeAudit(ctx, tx, {
    action: 'lead_import_undone',
    subject: row.file_name,
    target: importId,
    before: {
      source: row.source,
      newLeads: row.preview?.newLeads ?? 0,
      merged: row.preview?.merged ?? 0,
      import: importId,
    },
  })
  await enqueue(tx, UNDO_JOB, { importId })
}

/** Continues undoing an import. */
export async function resumeUndoing(ctx: PlatformContext, importId: string): Promise<void> {
  const [row] = await ctx.database.run(findImport, { importId })
  if (row?.state === 'undoing') await undoParts(ctx, row)
}
