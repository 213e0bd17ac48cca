import * as z from 'zod/mini'
import { StockImportId } from '#contract/admin/stock-files.ts'
import { forgetImports, IMPORT_ATTEMPTS_MAX } from '#server/features/admin/imports.ts'
import type { Context } from '#server/gateways/context.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { defineRetention } from '#server/platform/jobs/retention.ts'
import { APPLY_JOB, applyParts } from './apply-stock-import.ts'
import { dropUpload, findForgotten, markForgotten } from './retention-queries.ts'

export const jobs = [
  defineJob({
    name: APPLY_JOB,
    summary: 'Applies the rest of a stock file whose node died.',
    payload: z.object({ importId: StockImportId }),
    attemptsMax: IMPORT_ATTEMPTS_MAX,
    run: (ctx: Context, { importId }) => applyParts(ctx, importId),
  }),
  defineRetention<Context>({
    name: 'forget-stock-imports',
    schedule: '6 * * * *',
    rows: [
      forgetImports({
        what: 'rows of stock imports',
        kept: '3 days after the last step',
        stays: 'the import',
        async forgetOldest(tx, before) {
          const [old] = await tx.run(findForgotten, { before, limit: 1 })
          if (!old) return false
          if (old.upload_id) await tx.run(dropUpload, { uploadId: old.upload_id })
          await tx.run(markForgotten, { importId: old.import_id })
          return true
        },
      }),
    ],
  }),
]
