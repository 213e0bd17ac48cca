import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { defineRetention } from '#server/platform/jobs/retention.ts'
import { dropUpload, findForgotten, markForgotten } from './retention-queries.ts'

/** Of one run, because each may have 200,000 rows; the next run does the rest. */
const IMPORTS_MAX = 50

async function forgetRows(ctx: PlatformContext, { before }: { before: Date }): Promise<number> {
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

export const jobs = [
  defineRetention<Context>({
    name: 'forget-stock-imports',
    schedule: '6 * * * *',
    rows: [
      {
        what: 'rows of stock imports',
        kept: '3 days after the last step',
        keptMs: days(3),
        why: 'A weekend to look at a report of refused rows; what was checked earlier is better checked anew.',
        stays: 'the import',
        forget: forgetRows,
      },
    ],
  }),
]
