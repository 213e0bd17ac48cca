import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { dropUpload, findForgotten, markForgotten } from './retention-queries.ts'

/** A weekend for looking at a report of refused rows; what was checked earlier should be checked anew. */
const ROWS_KEPT_MS = days(3)
/** Of one run; each may have 200,000 rows, and the next run does the rest. */
const IMPORTS_MAX = 50

/**
 * Forgets the rows of imports that nobody went on with for 3 days; the imports themselves stay in the list.
 *
 * @returns how many imports were looked at; none is looked at twice
 */
export async function forgetStockImports(ctx: PlatformContext): Promise<number> {
  const before = addMilliseconds(ctx.clock.now(), -ROWS_KEPT_MS)
  for (let done = 0; done < IMPORTS_MAX; done += 1) {
    const isDone = await inTransaction(ctx, async (tx) => {
      const [old] = await tx.run(findForgotten, { before, limit: 1 })
      if (!old) return true
      if (old.upload_id) await tx.run(dropUpload, { uploadId: old.upload_id })
      await tx.run(markForgotten, { importId: old.import_id })
      return false
    })
    if (isDone) return done
  }
  return IMPORTS_MAX
}
