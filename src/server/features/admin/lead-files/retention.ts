/** What imports of leads forget; the imports themselves stay in the list. */
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { defineRetention } from '#server/platform/jobs/retention.ts'
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

/** Of one run, because each may have millions of rows; the next run does the rest. */
const IMPORTS_MAX = 50

async function forgetFiles(ctx: PlatformContext, { before }: { before: Date }): Promise<number> {
  let forgotten = 0
  while (forgotten < IMPORTS_MAX) {
    const isDone = await inTransaction(ctx, async (tx) => {
      const [found] = await tx.run(findForgotten, { before, limit: 1 })
      if (!found) return true
      await tx.run(dropFile, { importId: found.import_id })
      // Parts stay: they say which leads an import made.
      await tx.run(dropRefusals, { uploadNo: found.upload_no })
      await tx.run(markForgotten, { importId: found.import_id })
      return false
    })
    if (isDone) break
    forgotten += 1
  }
  await ctx.database.run(forgetColumns)
  await dropLostRows(ctx)
  return forgotten
}

export const retention = defineRetention<Context>({
  name: 'forget-lead-files',
  schedule: '16 * * * *',
  rows: [
    {
      what: 'what lead imports replaced',
      kept: '30 days after they were applied',
      keptMs: UNDO_MS,
      why: 'So long an import can be taken back. Of owners who opted out nothing is kept.',
      async forget(ctx, { before }) {
        await ctx.database.run(forgetChanges, { appliedAt: before })
        return 0
      },
    },
    {
      what: 'files and rows of lead imports',
      kept: '3 days after the last step; at once at the import’s end',
      keptMs: days(3),
      why: 'A weekend to look at a report of refused rows; what was checked earlier is better checked anew.',
      stays: 'the import, and its column names where it was applied',
      forget: forgetFiles,
    },
  ],
})
