import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import {
  dropFile,
  dropRefusals,
  findForgotten,
  forgetChanges,
  forgetColumns,
  markForgotten,
} from './retention-queries.ts'
import { dropLostRows } from './row-partitions.ts'
import { UNDO_MS } from './rules.ts'

/** A weekend for looking at a report of refused rows; what was checked earlier should be checked anew. */
const ROWS_KEPT_MS = days(3)
/** Of one run; the next does the rest. */
const IMPORTS_MAX = 50

/**
 * Forgets the files and rows of imports that nobody went on with for 3 days, and what imports replaced 30 days ago; the imports
 * themselves stay in the list, and the names of columns with those that were applied.
 *
 * @returns how many imports were forgotten
 */
export async function forgetLeadFiles(ctx: PlatformContext): Promise<number> {
  const now = ctx.clock.now()
  await ctx.database.run(forgetChanges, { appliedAt: addMilliseconds(now, -UNDO_MS) })
  const before = addMilliseconds(now, -ROWS_KEPT_MS)
  const forgotten: (number | null)[] = []
  while (forgotten.length < IMPORTS_MAX) {
    const old = await inTransaction(ctx, async (tx) => {
      const [found] = await tx.run(findForgotten, { before, limit: 1 })
      if (!found) return null
      await tx.run(dropFile, { importId: found.import_id })
      // Parts stay: they say which leads an import made.
      await tx.run(dropRefusals, { uploadNo: found.upload_no })
      await tx.run(markForgotten, { importId: found.import_id })
      return found
    })
    if (!old) break
    forgotten.push(old.upload_no)
  }
  await ctx.database.run(forgetColumns)
  await dropLostRows(ctx)
  return forgotten.length
}
