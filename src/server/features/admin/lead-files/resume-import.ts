import type { PlatformContext } from '#server/platform/context.ts'
import { withAdvisoryLock } from '#server/platform/with-advisory-lock.ts'
import { applyParts } from './apply-lead-import.ts'
import { findImport } from './queries.ts'
import { readLeadFile } from './read-lead-file.ts'
import { resumeUndoing } from './undo-lead-import.ts'

/** A number that no other kind of lock uses; the import's number is the second. */
const LOCK = 7_305_136

/**
 * Resumes an import: reads its file, applies it or undoes it, depending on its state.
 *
 * @returns false if another node is working on it
 */
export async function resumeImport(ctx: PlatformContext, importId: string): Promise<boolean> {
  const [row] = await ctx.database.run(findImport, { importId })
  if (!row) return true
  return withAdvisoryLock(ctx.database, [LOCK, row.import_no], async () => {
    await readLeadFile(ctx, importId)
    await applyParts(ctx, importId)
    await resumeUndoing(ctx, importId)
  })
}
